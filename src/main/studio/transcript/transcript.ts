import type { Stop } from '../../../shared/calls'
import { slug } from '../../../shared/names'
import type { TranscriptAsked, TranscriptFile, TranscriptNews } from '../../../shared/transcript'
import { transcriptOf, type Transcript } from '../../transcript/document'
import { htmlOf } from '../../transcript/html'
import { markdownOf } from '../../transcript/markdown'
import type { OpenCampaign } from '../open-campaign'
import { gather } from './gather'

const TYPES = { md: 'text/markdown', html: 'text/html' } as const

/** Writes a stretch of the story down, and tells how far it is; ends early when stopped. Throws Problem `not-found`, `bad-input`, `bad-file`. */
export async function* transcript(campaign: OpenCampaign, asked: TranscriptAsked, stop: Stop): AsyncGenerator<TranscriptNews> {
  const told = yield* gather(campaign, asked, stop)
  if (!told) return
  const written = transcriptOf(told)
  yield {
    kind: 'file',
    file: { name: `${slug(written.title)}-transcript.${asked.format}`, type: TYPES[asked.format], ...contentOf(written, asked.format) }
  }
}

function contentOf(written: Transcript, format: TranscriptAsked['format']): Pick<TranscriptFile, 'text' | 'notes'> {
  return { text: format === 'md' ? markdownOf(written) : htmlOf(written), notes: [] }
}
