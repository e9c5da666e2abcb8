import type { FeatureRest } from '../registry'
import { CloneDialog, RemotesDialog } from './RemotesDialog'
import { useSession } from '../session'
import type { Command } from '../ui/commands'

const remoteCommands: readonly Command[] = [
  {
    id: 'remotes',
    group: 'Campaign',
    label: 'Shared copies…',
    when: () => useSession.getState().present !== undefined,
    run: () => useSession.setState({ dialog: 'remotes' })
  },
  { id: 'clone', group: 'Campaign', label: 'Clone a campaign…', run: () => useSession.setState({ dialog: 'clone' }) }
]

/** The dialogs of shared copies. */
export const rest: FeatureRest = {
  dialogs: [
    { id: 'remotes', body: RemotesDialog },
    { id: 'clone', body: CloneDialog }
  ],
  commands: remoteCommands
}
