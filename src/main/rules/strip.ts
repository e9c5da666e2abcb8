// Runs in a thread of its own (see compile.ts), and has to be whole in this one file.
import { type MessagePort, workerData } from 'node:worker_threads'
import { getFormattedTokens, transform } from 'sucrase'

/** JavaScript of a TypeScript file, line for line; the line (from 1) of a BigInt in it; or what the reader says against it. */
export type Stripped = { code: string } | { bigint: number } | { fault: string }

export function strip(source: string): Stripped {
  try {
    // Arithmetic on huge integers is the one operation whose cost no fuel counts.
    const bigint = /\dn\b/.test(source) ? getFormattedTokens(source, { transforms: ['typescript'] }).match(/^(\d+):\d+-\S+\s+bigint\s/m) : null
    if (bigint) return { bigint: Number(bigint[1]) }
    return { code: transform(source, { transforms: ['typescript'], disableESTransforms: true, production: true }).code }
  } catch (thrown) {
    return { fault: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

/** What the thread is given: where sources come from, and the count of answers that its starter waits on. */
export interface StripThread {
  sources: MessagePort
  answered: Int32Array
}

const given = (workerData as { strip?: StripThread } | null)?.strip
given?.sources.on('message', (source: string) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  given.sources.postMessage(strip(source))
  Atomics.add(given.answered, 0, 1)
  Atomics.notify(given.answered, 0)
})
