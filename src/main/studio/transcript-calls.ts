import { never } from '../../shared/calls'
import type { TranscriptCalls } from '../../shared/transcript-calls'
import type { OpenCampaign } from '../story/open-campaign'
import { transcript } from '../story/transcript/transcript'

/** The part of the Studio that writes the story down. Every failure is a Problem. */
export function transcriptCalls(current: () => OpenCampaign): TranscriptCalls {
  return {
    async *transcript(asked, stop = never) {
      yield* transcript(current(), asked, stop)
    }
  }
}
