import { on } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { AbortSignalLike } from '../../shared/base/abort'

/**
 * The messages of a thread that does a task and ends. `entry`: the thread's file in the build; without a build, `here` does the task in this thread.
 * Ends when `stop` is aborted. Throws the error of a thread that fails.
 */
export async function* threadNews<News>(entry: string, task: unknown, stop: AbortSignalLike, here: () => AsyncIterable<News>): AsyncGenerator<News> {
  const file = join(import.meta.dirname, entry)
  if (!existsSync(file)) {
    yield* here()
    return
  }
  const thread = new Worker(file, { workerData: task, name: entry.replace(/\.js$/, '') })
  const end = (): void => void thread.terminate()
  stop.addEventListener('abort', end)
  try {
    for await (const [news] of on(thread, 'message', { close: ['exit'] })) yield news as News
  } finally {
    end()
  }
}
