import type { AbortSignalLike } from '../../../shared/base/abort'
import type { WorkNews } from '../../../shared/contract/calls'
import { slug } from '../../../shared/story/names'
import type { TranscriptAsked, TranscriptFile, TranscriptNews } from '../../../shared/story/transcript'
import { transcriptOf, type Transcript } from '../../transcript/document'
import { htmlOf } from '../../transcript/html'
import { markdownOf } from '../../transcript/markdown'
import type { Printed } from '../../transcript/pdf/pdf'
import { threadNews } from '../../work/thread'
import { timeSlices } from '../../work/time-slices'
import { withProgress } from '../../work/with-progress'
import { gather } from './gather'

const TYPES = { md: 'text/markdown', html: 'text/html', pdf: 'application/pdf' } as const

/** Writes a transcript of part of the story. Yields its progress; ends early if stopped. Throws Problem `not-found`, `bad-input`, `bad-file`. */
export async function* transcript(
  campaign: Parameters<typeof gather>[0],
  options: TranscriptAsked,
  stop: AbortSignalLike
): AsyncGenerator<TranscriptNews> {
  const source = yield* gather(campaign, options, stop)
  if (!source) return
  const written = transcriptOf(source)
  const content =
    options.format === 'pdf' ? yield* printed(written, stop) : { text: options.format === 'md' ? markdownOf(written) : htmlOf(written), notes: [] }
  if (content) yield { kind: 'file', file: { name: `${slug(written.title)}-transcript.${options.format}`, type: TYPES[options.format], ...content } }
}

type Content = Pick<TranscriptFile, 'text' | 'base64' | 'notes'>

/** A message of the thread that typesets a PDF: the number of typeset passages, and at the end the PDF. */
export type TypesetNews = WorkNews<number, Printed>

/** Typesets a transcript as a PDF in a thread of its own, because a few hundred passages take a second. Undefined if stopped. */
async function* printed(written: Transcript, stop: AbortSignalLike): AsyncGenerator<TranscriptNews, Content | undefined> {
  const of = written.passages.length
  yield { kind: 'progress', what: 'setting', done: 0, of }
  try {
    for await (const news of threadNews<TypesetNews>('typeset.js', written, stop, () => printedHere(written, stop))) {
      if (stop.aborted) return undefined
      if (news.kind === 'answer') return { base64: Buffer.from(news.answer.bytes).toString('base64'), notes: news.answer.notes }
      yield { kind: 'progress', what: 'setting', done: news.progress, of }
    }
  } catch (thrown) {
    if (!stop.aborted) throw thrown
  }
  if (stop.aborted) return undefined
  throw new Error('The thread that typesets pages ended without a result.')
}

const printedHere = (written: Transcript, stop: AbortSignalLike): AsyncGenerator<TypesetNews> =>
  withProgress(async (tell) => {
    const { pdfOf } = await import('../../transcript/pdf/pdf')
    const yieldThread = timeSlices()
    return pdfOf(written, async (done) => {
      await yieldThread()
      if (stop.aborted) throw new Error('stopped')
      if (done % 100 === 0) tell(done)
    })
  })
