import { useSession } from '../session'
import type { Command } from '../ui/commands'
import { remoteTexts } from './texts'

/** The commands of remote repositories. */
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
