import { useSession } from '../session'
import type { Command } from '../ui/commands'
import { transcriptTexts } from './texts'

/** The commands of transcripts. */
export const transcriptCommands: readonly Command[] = [
  {
    id: 'transcript',
    group: 'Campaign',
    label: transcriptTexts.command,
    when: () => useSession.getState().present !== undefined,
    run: () => useSession.setState({ dialog: 'transcript' })
  }
]
