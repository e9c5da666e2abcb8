import { parentPort } from 'node:worker_threads'
import { serveLanguage } from './workshop/thread'

// The thread of `workshop/thread.ts`.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const serve = serveLanguage((message) => parentPort?.postMessage(message))
parentPort?.on('message', serve)
