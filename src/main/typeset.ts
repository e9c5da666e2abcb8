import { parentPort, workerData } from 'node:worker_threads'
import type { Transcript } from './transcript/document'
import { pdfOf } from './transcript/pdf/pdf'
import type { Setting } from './story/transcript/typesetting'

// The thread of `story/transcript/typesetting.ts`. It ends with its work, or with an error that its starter receives.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (news: Setting): void => parentPort?.postMessage(news)
const printed = await pdfOf(workerData as Transcript, (done) => {
  if (done % 100 === 0) tell({ done })
})
tell({ printed })
