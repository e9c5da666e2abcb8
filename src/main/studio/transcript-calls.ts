import { never } from '../../shared/abort'
import type { TranscriptCalls } from '../../shared/transcript-calls'
import { transcript } from '../story/transcript/transcript'
import type { Desk } from './desk'

/** The call that writes a transcript. */
export function transcriptCalls({ current }: Desk): TranscriptCalls {
  return {
    async *transcript(options, stop = never) {
      yield* transcript(current().campaign, options, stop)
    }
  }
}
