import { useSession } from '../session'
import type { Command } from '../ui/commands'
/** The commands of transcripts. */
export const transcriptCommands: readonly Command[] = [
  {
    id: 'transcript',
    group: 'Campaign',
    label: 'Export transcript…',
    when: () => useSession.getState().present !== undefined,
    run: () => useSession.setState({ dialog: 'transcript' })
  }
]
