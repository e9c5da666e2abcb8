import { call, never, type Stop } from './calls'
import { TranscriptAsked, type TranscriptNews } from './transcript'

/** The call that writes a stretch of the story down. */
export interface TranscriptCalls {
  /**
   * Writes the story between two beats of a line down as a file: how far that is, and as the last news the file. Nothing is written anywhere.
   * Ends when stopped. Throws Problem `not-found`, or `bad-input` where the first beat is not on the line that leads to the last.
   */
  transcript(asked: TranscriptAsked, stop?: Stop): AsyncIterable<TranscriptNews>
}

/** How this call comes over the wire. */
export const transcriptProcedures = {
  transcript: call.input(TranscriptAsked).subscription(async function* ({ ctx, input, signal }) {
    yield* ctx.studio.transcript(input, signal ?? never)
  })
}
