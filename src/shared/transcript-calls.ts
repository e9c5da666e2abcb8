import { call, never, type Stop } from './calls'
import { TranscriptAsked, type TranscriptNews } from './transcript'

/** The call that exports a transcript. */
export interface TranscriptCalls {
  /**
   * Makes a transcript of the story between two beats of a line: progress, and as the last news the file. Writes nothing to disk. Ends when
   * stopped. Throws Problem `not-found`, or `bad-input` if the first beat is not on the line that leads to the last.
   */
  transcript(asked: TranscriptAsked, stop?: Stop): AsyncIterable<TranscriptNews>
}

/** The tRPC procedure of this call. */
export const transcriptProcedures = {
  transcript: call.input(TranscriptAsked).subscription(async function* ({ ctx, input, signal }) {
    yield* ctx.studio.transcript(input, signal ?? never)
  })
}
