import { workerData } from 'node:worker_threads'
import { pressHistory } from './campaign/history'

// The thread of `story/pressing.ts`: it ends with its work, or with the error that its starter hears.
pressHistory((workerData as { dir: string }).dir)
