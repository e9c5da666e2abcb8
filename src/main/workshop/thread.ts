import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { AbortSignalLike } from '../../shared/base/abort'
import { Problem, type ProblemData, toProblem } from '../../shared/base/problem'
import { type LanguageAnswer, type LanguageAnswers, type LanguageFiles, LanguageService, type LanguageTask } from './service'

/** A message to the thread: a task with its number, or the number of one to stop. */
export type ToThread = { id: number; task: LanguageTask; files: LanguageFiles } | { stop: number }
/** A message from the thread: an event of a task, or its end. */
export type FromThread = { id: number; news: LanguageAnswers[LanguageTask['ask']] } | { id: number; end: true; problem?: ProblemData }

const ENTRY = join(import.meta.dirname, 'language.js')
/** The longest silence of the thread during a task, in ms, before it is ended; longer than any delay on a busy machine. */
const SILENT_MS = 120_000

/** Answers the messages of a thread's port. */
export function serveLanguage(send: (message: FromThread) => void): (message: ToThread) => void {
  const service = new LanguageService()
  const running = new Map<number, { stop: () => void }>()
  const answer = async (id: number, task: LanguageTask, files: LanguageFiles, stop: AbortSignalLike): Promise<void> => {
    try {
      for await (const news of service.answer(task, files, stop)) send({ id, news })
      send({ id, end: true })
    } catch (thrown) {
      send({ id, end: true, problem: toProblem(thrown).toJSON() })
    }
    running.delete(id)
  }
  return (message) => {
    if ('stop' in message) return running.get(message.stop)?.stop()
    let isStopped = false
    running.set(message.id, { stop: () => (isStopped = true) })
    const stop: AbortSignalLike = {
      get aborted() {
        return isStopped
      },
      addEventListener: () => undefined
    }
    void answer(message.id, message.task, message.files, stop)
  }
}

interface Waiting {
  news: (LanguageAnswers[LanguageTask['ask']] | { end: true; problem?: ProblemData })[]
  wake: () => void
}

/**
 * A language service in its own thread, so that even a very large file can't block the core. Without a build to start a thread from, it runs in this
 * thread. The first task starts the thread. A thread that is silent for too long is ended, and the next task starts another.
 */
export class LanguageThread {
  #post: ((message: ToThread) => void) | undefined
  #worker: Worker | undefined
  #next = 1
  readonly #waiting = new Map<number, Waiting>()

  /** Whether a thread with the files of earlier tasks is running. */
  get isRunning(): boolean {
    return this.#post !== undefined
  }

  /** Sends a task at once; returns its messages. Throws Problem while they are read. */
  ask<T extends LanguageTask>(task: T, files: LanguageFiles, stop: AbortSignalLike): AsyncGenerator<LanguageAnswer<T>> {
    const id = this.#next++
    const waiting: Waiting = { news: [], wake: () => undefined }
    this.#waiting.set(id, waiting)
    stop.addEventListener('abort', () => waiting.wake())
    this.#started()({ id, task, files })
    return this.#newsOf(id, waiting, stop, task.ask === 'problems')
  }

  /** `isLong`: after its first message the thread may be silent without limit. */
  async *#newsOf<News>(id: number, waiting: Waiting, stop: AbortSignalLike, isLong: boolean): AsyncGenerator<News> {
    let limit: number | undefined = SILENT_MS
    try {
      while (!stop.aborted) {
        const news = waiting.news.shift()
        if (news === undefined) {
          await this.#more(waiting, limit)
          continue
        }
        if (news !== null && 'end' in news) {
          if (news.problem) throw new Problem(news.problem.code, news.problem.message, news.problem.data)
          return
        }
        if (isLong) limit = undefined
        yield news as News
      }
    } finally {
      this.#waiting.delete(id)
      this.#post?.({ stop: id })
    }
  }

  dispose(): void {
    void this.#worker?.terminate()
    this.#worker = undefined
    this.#post = undefined
    for (const { news, wake } of this.#waiting.values()) {
      news.push({ end: true })
      wake()
    }
  }

  /** Waits for a message. A thread that is silent for too long is ended. */
  #more(waiting: Waiting, limit: number | undefined): Promise<void> {
    return new Promise((done) => {
      const tooLong = (): void => {
        const message = 'Reading the files of the campaign took too long. Look at the file that you changed last: simplify it, or undo the change.'
        waiting.news.push({ end: true, problem: { code: 'refused', message } })
        this.dispose()
        done()
      }
      const silent = limit === undefined ? undefined : setTimeout(tooLong, limit)
      waiting.wake = () => {
        clearTimeout(silent)
        done()
      }
    })
  }

  #started(): (message: ToThread) => void {
    if (this.#post) return this.#post
    const receive = (message: FromThread): void => {
      const waiting = this.#waiting.get(message.id)
      waiting?.news.push('news' in message ? message.news : { end: true, ...(message.problem && { problem: message.problem }) })
      waiting?.wake()
    }
    if (!existsSync(ENTRY)) {
      const serve = serveLanguage(receive)
      return (this.#post = serve)
    }
    const worker = new Worker(ENTRY, { name: 'language' })
    worker.unref()
    worker.on('message', receive)
    worker.on('error', () => this.dispose())
    this.#worker = worker
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    return (this.#post = (message) => worker.postMessage(message))
  }
}
