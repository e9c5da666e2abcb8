// Runs in a thread of its own (see compile.ts) and must not import other files of ours.
import { type MessagePort, workerData } from 'node:worker_threads'
import { getFormattedTokens, transform } from 'sucrase'

/** The JavaScript of a TypeScript file, line for line; or the line (from 1) of a BigInt in it; or the parser's error. */
export type Stripped = { code: string } | { bigint: number } | { fault: string }

export function strip(source: string): Stripped {
  try {
    // Arithmetic on huge integers is the one operation that fuel doesn't count.
    const bigint = /\dn\b/.test(source) ? getFormattedTokens(source, { transforms: ['typescript'] }).match(/^(\d+):\d+-\S+\s+bigint\s/m) : null
    if (bigint) return { bigint: Number(bigint[1]) }
    return { code: transform(source, { transforms: ['typescript'], disableESTransforms: true, production: true }).code }
  } catch (thrown) {
    return { fault: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

/** The data of the thread: the port of sources, and the count of answers that its starter waits for. */
export interface StripThread {
  sources: MessagePort
  answered: Int32Array
}

const stripThread = (workerData as { strip?: StripThread } | null)?.strip
stripThread?.sources.on('message', (source: string) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  stripThread.sources.postMessage(strip(source))
  Atomics.add(stripThread.answered, 0, 1)
  Atomics.notify(stripThread.answered, 0)
})
