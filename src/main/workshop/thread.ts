import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Aborter, type AbortSignalLike } from '../../shared/base/abort'
import { Queue } from '../../shared/base/queue'
import { Problem, type ProblemData, toProblem } from '../../shared/base/problem'
import { type LanguageAnswer, type LanguageAnswers, type LanguageFiles, LanguageService, type LanguageTask } from './service'

/** A message to the thread: a task with its number, or the number of one to stop. */
type ToThread = { id: number; task: LanguageTask; files: LanguageFiles } | { stop: number }
/** A message from the thread: an event of a task, or its end. */
type FromThread = { id: number; news: LanguageAnswers[LanguageTask['ask']] } | { id: number; end: true; problem?: ProblemData }

const ENTRY = join(import.meta.dirname, 'language.js')
/** The longest silence of the thread during a task, in ms, before it is ended; longer than any delay on a busy machine. */
const SILENT_MS = 120_000

/** Answers the messages of a thread's port. */
export function serveLanguage(send: (message: FromThread) => void): (message: ToThread) => void {
  const service = new LanguageService()
  const running = new Map<number, Aborter>()
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
    if ('stop' in message) return running.get(message.stop)?.abort()
    const stop = new Aborter()
    running.set(message.id, stop)
    void answer(message.id, message.task, message.files, stop)
  }
}

/**
 * A language service in its own thread, so that even a very large file can't block the core. Without a build to start a thread from, it runs in this
 * thread. The first task starts the thread. A thread that is silent for too long is ended, and the next task starts another.
 */
export class LanguageThread {
  #post: ((message: ToThread) => void) | undefined
  #worker: Worker | undefined
  #next = 1
  readonly #waiting = new Map<number, Queue<FromThread>>()

  /** Whether a thread with the files of earlier tasks is running. */
  get isRunning(): boolean {
    return this.#post !== undefined
  }

  /** Sends a task at once; returns its messages. Throws Problem while they are read. */
  ask<T extends LanguageTask>(task: T, files: LanguageFiles, stop: AbortSignalLike): AsyncGenerator<LanguageAnswer<T>> {
    const id = this.#next++
    const messages = new Queue<FromThread>()
    this.#waiting.set(id, messages)
    this.#started()({ id, task, files })
    return this.#newsOf(id, messages, stop, task.ask === 'problems')
  }

  /** `isLong`: after its first message the thread may be silent without limit. */
  async *#newsOf<News>(id: number, messages: Queue<FromThread>, stop: AbortSignalLike, isLong: boolean): AsyncGenerator<News> {
    const tooLong = (): void => {
      const message = 'Reading the files of the campaign took too long. Look at the file that you changed last: simplify it, or undo the change.'
      messages.push({ id, end: true, problem: { code: 'refused', message } })
      this.dispose()
    }
    let silent: NodeJS.Timeout | undefined = setTimeout(tooLong, SILENT_MS)
    try {
      for await (const message of messages.until(stop)) {
        clearTimeout(silent)
        if ('end' in message) {
          if (message.problem) throw new Problem(message.problem.code, message.problem.message, message.problem.data)
          return
        }
        yield message.news as News
        silent = isLong ? undefined : setTimeout(tooLong, SILENT_MS)
      }
    } finally {
      clearTimeout(silent)
      this.#waiting.delete(id)
      this.#post?.({ stop: id })
    }
  }

  dispose(): void {
    void this.#worker?.terminate()
    this.#worker = undefined
    this.#post = undefined
    for (const [id, messages] of this.#waiting) messages.push({ id, end: true })
  }

  #started(): (message: ToThread) => void {
    if (this.#post) return this.#post
    const receive = (message: FromThread): void => this.#waiting.get(message.id)?.push(message)
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
