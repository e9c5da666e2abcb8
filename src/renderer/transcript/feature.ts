import type { Feature } from '../registry'
import { TranscriptDialog } from './TranscriptDialog'
import { useSession } from '../session'
import type { Command } from '../ui/commands'

const transcriptCommands: readonly Command[] = [
  {
    id: 'transcript',
    group: 'Campaign',
    label: 'Export transcript…',
    when: () => useSession.getState().present !== undefined,
    run: () => useSession.setState({ dialog: 'transcript' })
  }
]

/** The story as a document. */
export const transcript: Feature = {
  id: 'transcript',
  order: 10,
  dialogs: [{ id: 'transcript', body: TranscriptDialog }],
  commands: transcriptCommands
}
