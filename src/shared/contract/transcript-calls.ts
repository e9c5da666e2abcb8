import { stream, type Methods } from './calls'
import { TranscriptAsked, type TranscriptNews } from '../story/transcript'

/** The call that exports a transcript. */
export const transcriptCalls = {
  /**
   * Makes a transcript of the story between two beats of a line: progress, and last the file. Writes nothing to disk. Ends when the caller cancels
   * it. Throws Problem `not-found`, or `bad-input` if the first beat is not on the line that leads to the last.
   */
  transcript: stream(TranscriptAsked).returns<TranscriptNews>()
}
export type TranscriptCalls = Methods<typeof transcriptCalls>
