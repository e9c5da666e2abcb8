import { never } from '../../shared/base/abort'
import type { TranscriptCalls } from '../../shared/contract/transcript-calls'
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
