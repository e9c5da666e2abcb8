import { workerData } from 'node:worker_threads'
import { repackHistory } from './campaign/history'

// The thread of `story/repacking.ts`. It ends with its work, or with an error that its starter receives.
repackHistory((workerData as { dir: string }).dir)
