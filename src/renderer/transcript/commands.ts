import { useSession } from '../session'
import type { Command } from '../ui/commands'
import { transcriptTexts } from './texts'

/** What can be done to write the story down. */
export const transcriptCommands: readonly Command[] = [
  {
    id: 'transcript',
    group: 'Campaign',
    label: transcriptTexts.command,
    when: () => useSession.getState().present !== undefined,
    run: () => useSession.setState({ dialog: 'transcript' })
  }
]
