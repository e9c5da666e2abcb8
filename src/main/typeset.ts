import { parentPort, workerData } from 'node:worker_threads'
import type { Transcript } from './transcript/document'
import { pdfOf } from './transcript/pdf/pdf'
import type { TypesetNews } from './story/transcript/transcript'

// The thread of `story/transcript/transcript.ts`. It ends with its work, or with an error that its starter receives.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (news: TypesetNews): void => parentPort?.postMessage(news)
const answer = await pdfOf(workerData as Transcript, (done) => {
  if (done % 100 === 0) tell({ kind: 'progress', progress: done })
})
tell({ kind: 'answer', answer })
