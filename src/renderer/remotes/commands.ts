import { useSession } from '../session'
import type { Command } from '../ui/commands'
/** The commands of remote repositories. */
export const remoteCommands: readonly Command[] = [
  {
    id: 'remotes',
    group: 'Campaign',
    label: 'Shared copies…',
    when: () => useSession.getState().present !== undefined,
    run: () => useSession.setState({ dialog: 'remotes' })
  },
  { id: 'clone', group: 'Campaign', label: 'Clone a campaign…', run: () => useSession.setState({ dialog: 'clone' }) }
]
