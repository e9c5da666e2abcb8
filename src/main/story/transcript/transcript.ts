import type { AbortSignalLike } from '../../../shared/base/abort'
import { slug } from '../../../shared/story/names'
import type { TranscriptAsked, TranscriptFile, TranscriptNews } from '../../../shared/story/transcript'
import { transcriptOf, type Transcript } from '../../transcript/document'
import { htmlOf } from '../../transcript/html'
import { markdownOf } from '../../transcript/markdown'
import type { StoryReader } from '../reader'
import { gather } from './gather'
import { typeset } from './typesetting'

const TYPES = { md: 'text/markdown', html: 'text/html', pdf: 'application/pdf' } as const

/** Writes a transcript of part of the story. Yields its progress; ends early if stopped. Throws Problem `not-found`, `bad-input`, `bad-file`. */
export async function* transcript(campaign: StoryReader, options: TranscriptAsked, stop: AbortSignalLike): AsyncGenerator<TranscriptNews> {
  const source = yield* gather(campaign, options, stop)
  if (!source) return
  const written = transcriptOf(source)
  const content =
    options.format === 'pdf' ? yield* printed(written, stop) : { text: options.format === 'md' ? markdownOf(written) : htmlOf(written), notes: [] }
  if (content) yield { kind: 'file', file: { name: `${slug(written.title)}-transcript.${options.format}`, type: TYPES[options.format], ...content } }
}

type Content = Pick<TranscriptFile, 'text' | 'base64' | 'notes'>

async function* printed(written: Transcript, stop: AbortSignalLike): AsyncGenerator<TranscriptNews, Content | undefined> {
  const of = written.passages.length
  yield { kind: 'progress', what: 'setting', done: 0, of }
  const setting = typeset(written, stop)
  try {
    for (;;) {
      const { value, done } = await setting.next()
      if (done === true) return value && { base64: Buffer.from(value.bytes).toString('base64'), notes: value.notes }
      yield { kind: 'progress', what: 'setting', done: value, of }
    }
  } finally {
    // A caller that stops iterating also stops the typesetting.
    await setting.return(undefined)
  }
}
