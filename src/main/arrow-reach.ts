import { parentPort, workerData } from 'node:worker_threads'
import { reachNews, type ReachNews, type ReachTask } from './story/arrow/arrow-reach'

// The thread of `story/arrow-reach.ts`. It ends with its work.
for (const news of reachNews(workerData as ReachTask)) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(news satisfies ReachNews)
}
