import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { AbortSignalLike } from '../../../shared/base/abort'
import type { Transcript } from '../../transcript/document'
import type { Printed } from '../../transcript/pdf/pdf'
import { timeSlices } from '../../time-slices'

/** A message of the thread: the number of typeset passages, and at the end the PDF. */
export type Setting = { done: number } | { printed: Printed }

const ENTRY = join(import.meta.dirname, 'typeset.js')

/**
 * Typesets a transcript as a PDF in a thread of its own, because a few hundred passages take a second. Without a build from which to start a thread,
 * it works in this thread with pauses. Yields the number of typeset passages; returns undefined if stopped.
 */
export async function* typeset(transcript: Transcript, stop: AbortSignalLike): AsyncGenerator<number, Printed | undefined> {
  const heard: Setting[] = []
  let failed: { error: unknown } | undefined
  let wake = (): void => undefined
  const tell = (news: Setting): void => {
    heard.push(news)
    wake()
  }
  const fail = (error: unknown): void => {
    failed = { error }
    wake()
  }
  stop.addEventListener('abort', () => wake())
  const end = existsSync(ENTRY) ? inThread(transcript, tell, fail) : inThisThread(transcript, tell, fail, stop)
  try {
    for (;;) {
      const news = heard.shift()
      if (stop.aborted) return undefined
      if (news && 'printed' in news) return news.printed
      if (news) yield news.done
      else if (failed) throw failed.error
      else await new Promise<void>((done) => (wake = done))
    }
  } finally {
    end()
  }
}

/** Starts the thread. Returns a function that ends it. */
function inThread(transcript: Transcript, tell: (news: Setting) => void, fail: (error: unknown) => void): () => void {
  const thread = new Worker(ENTRY, { workerData: transcript, name: 'typeset' })
  thread.on('message', tell).once('error', fail)
  thread.once('exit', (code) => fail(new Error(`the thread that typesets pages ended with code ${code}`)))
  return () => void thread.terminate()
}

function inThisThread(transcript: Transcript, tell: (news: Setting) => void, fail: (error: unknown) => void, stop: AbortSignalLike): () => void {
  const yieldThread = timeSlices()
  let over = false
  const setOne = async (done: number): Promise<void> => {
    await yieldThread()
    if (over || stop.aborted) throw new Error('stopped')
    if (done % 100 === 0) tell({ done })
  }
  import('../../transcript/pdf/pdf').then(({ pdfOf }) => pdfOf(transcript, setOne)).then((printed) => tell({ printed }), fail)
  return () => (over = true)
}
