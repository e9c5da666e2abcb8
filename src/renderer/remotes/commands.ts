import { useSession } from '../session'
import type { Command } from '../ui/commands'
import { remoteTexts } from './texts'

/** What can be done with repositories elsewhere. */
export const remoteCommands: readonly Command[] = [
  {
    id: 'remotes',
    group: 'Campaign',
    label: remoteTexts.command,
    when: () => useSession.getState().present !== undefined,
    run: () => useSession.setState({ dialog: 'remotes' })
  },
  { id: 'clone', group: 'Campaign', label: remoteTexts.cloneCommand, run: () => useSession.setState({ dialog: 'clone' }) }
]
