import type { FeatureRest } from '../registry'
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

/** The dialog that exports a transcript. */
export const rest: FeatureRest = {
  dialogs: [{ id: 'transcript', body: TranscriptDialog }],
  commands: transcriptCommands
}
