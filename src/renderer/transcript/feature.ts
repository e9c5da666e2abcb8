import type { Feature } from '../registry'
import { transcriptCommands } from './commands'
import { TranscriptDialog } from './TranscriptDialog'

/** The story as a document. */
export const transcript: Feature = {
  id: 'transcript',
  order: 10,
  dialogs: [{ id: 'transcript', body: TranscriptDialog }],
  commands: transcriptCommands
}
