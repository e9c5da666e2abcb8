import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { AbortSignalLike } from '../../shared/base/abort'
import { Problem } from '../../shared/base/problem'
import type { PdfNews, PdfTask } from '../read-pdf'

/** The limits of reading one PDF. */
export interface ReadingLimits {
  readonly maxPages: number
  readonly maxCharacters: number
  /** The time limits of a page and of the whole document, in ms. */
  readonly pageMs: number
  readonly totalMs: number
  /** The largest growth of this process, in bytes. */
  readonly growthBytes: number
}
export const READING_LIMITS: ReadingLimits = { maxPages: 20_000, maxCharacters: 32 << 20, pageMs: 60_000, totalMs: 900_000, growthBytes: 1536 << 20 }
/** The interval between two checks of time and memory, in ms. */
const POLL_MS = 100

/** A PDF's text by page, null for a damaged one; `pages` counts all. `partial`: pages with characters whose meaning the file doesn't define. */
export interface PdfText {
  readonly pages: number
  readonly texts: readonly (string | null)[]
  readonly partial: number
}

const ENTRY = join(import.meta.dirname, 'read-pdf.js')
const SOURCE = join(import.meta.dirname, '../read-pdf.ts')

/** A worker thread; without a build there is no bundle to start it from, so its source is compiled here. */
function started(pdf: PdfTask): Worker {
  const options = { workerData: { pdf }, name: 'read-pdf', resourceLimits: { maxOldGenerationSizeMb: 1024 }, stdout: true, stderr: true }
  if (existsSync(ENTRY)) return new Worker(ENTRY, options)
  // Without a build this runs in a checkout, where the packages are. A build doesn't contain this one.
  const { transform } = createRequire(import.meta.url)('sucrase') as typeof import('sucrase')
  const { code } = transform(readFileSync(SOURCE, 'utf8'), { transforms: ['typescript', 'imports'] })
  return new Worker(code, { ...options, eval: true })
}

/** A message of the thread, its end, or undefined for a check of the limits. */
type Heard = PdfNews | { readonly failed: Error } | undefined

/** Only one PDF is read at a time, so that the growth of the process is due to it. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Reads the text of a PDF, page by page, in a thread that is ended when it exceeds the limits of time or memory. Yields the number of pages read.
 * `name` identifies the file in problems. Throws Problem `bad-file` with one sentence for an unreadable file, `refused` when stopped.
 */
export async function* readPdf(
  name: string,
  source: Pick<PdfTask, 'file' | 'bytes'>,
  stop: AbortSignalLike,
  limits: ReadingLimits = READING_LIMITS
): AsyncGenerator<{ done: number; of: number }, PdfText> {
  let release = (): void => undefined
  const before = turn
  turn = Promise.all([before, new Promise<void>((done) => (release = done))])
  try {
    await Promise.race([before, new Promise<void>((done) => stop.addEventListener('abort', done))])
    return yield* reading(name, { ...source, maxPages: limits.maxPages, maxCharacters: limits.maxCharacters }, stop, limits)
  } finally {
    release()
  }
}

async function* reading(
  name: string,
  task: PdfTask,
  stop: AbortSignalLike,
  limits: ReadingLimits
): AsyncGenerator<{ done: number; of: number }, PdfText> {
  if (stop.aborted) throw stopped(name)
  const [rss, begun] = [process.memoryUsage.rss(), performance.now()]
  const thread = started(task)
  const queue: Heard[] = []
  let wake = (): void => undefined
  const hear = (news: Heard): void => {
    queue.push(news)
    wake()
  }
  thread.on('message', (news: PdfNews) => hear(news)).once('error', (failed: Error) => hear({ failed }))
  thread.once('exit', () => hear({ failed: new Error('the thread ended') }))
  const clock = setInterval(() => hear(undefined), POLL_MS)
  stop.addEventListener('abort', () => wake())
  const texts: (string | null)[] = []
  let [last, told, of, partial] = [begun, 0, 0, 0]
  try {
    for (;;) {
      if (queue.length === 0 && !stop.aborted) await new Promise<void>((done) => (wake = done))
      if (stop.aborted) throw stopped(name)
      const news = queue.shift()
      const now = performance.now()
      if (news === undefined) {
        if (process.memoryUsage.rss() - rss > limits.growthBytes) throw tooMuch(name)
        if (now - last > limits.pageMs || now - begun > limits.totalMs) throw tooLong(name, texts.length, of)
        continue
      }
      last = now
      if ('failed' in news) throw isMemory(news.failed) ? tooMuch(name) : unreadable(name)
      if ('fault' in news) throw news.fault === 'encrypted' ? encrypted(name) : unreadable(name)
      if ('end' in news) {
        if (texts.every((text) => text === null)) throw unreadable(name)
        return { pages: of, texts, partial }
      }
      if ('pages' in news) of = news.pages
      else {
        texts.push(news.text)
        if (news.isPartial) partial++
      }
      if (now - told < POLL_MS) continue
      told = now
      yield { done: texts.length, of }
    }
  } finally {
    clearInterval(clock)
    await thread.terminate()
  }
}

const isMemory = (failed: Error): boolean => 'code' in failed && failed.code === 'ERR_WORKER_OUT_OF_MEMORY'

const stopped = (name: string): Problem => new Problem('refused', `Reading “${name}” was stopped. Nothing of it was kept.`)
const unreadable = (name: string): Problem =>
  new Problem(
    'bad-file',
    `“${name}” can't be read as a PDF: it is damaged or in another format. Open it in a PDF reader, export it again as PDF, and add that.`
  )
const encrypted = (name: string): Problem =>
  new Problem('bad-file', `“${name}” is protected with a password. Save a copy without the password in your PDF reader, and add that.`)
const tooMuch = (name: string): Problem =>
  new Problem('bad-file', `“${name}” needs too much memory to be read, so it was left out. Export it again as PDF, or split it, and add that.`)
const tooLong = (name: string, page: number, of: number): Problem =>
  new Problem(
    'bad-file',
    `“${name}” takes too long to read${of > 0 ? ` at page ${Math.min(page + 1, of)} of ${of}` : ''}, so it was left out. Export it again as PDF, or split it, and add that.`
  )
