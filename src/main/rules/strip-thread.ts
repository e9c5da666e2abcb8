import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Stripped, StripThread } from './strip'

/** The most processor time for one game's files, in ms. A large game takes a tenth of a second. */
const MAX_PROCESSOR_MS = 3000
/** The factor for elapsed time on a machine that is too busy. */
const ELAPSED_FACTOR = 20
/** The interval between two checks of the time, in ms. */
const POLL_MS = 100

/** Beside the core's bundle, or in the build that the bench's bundle belongs to. */
const ENTRIES = ['strip.js', '../main/strip.js'].map((path) => join(import.meta.dirname, path))
const SOURCE = join(import.meta.dirname, 'strip.ts')

type Thread = Pick<StripThread, 'sources' | 'answered'> & { worker: Worker }
let thread: Thread | undefined

/**
 * Strips the types off files in a thread that is terminated if it takes too long, because no TypeScript parser is known to be linear on every
 * input. Returns the results by file; a missing file used up the time. Blocks.
 */
export function stripAll(sources: ReadonlyMap<string, string>): Map<string, Stripped> {
  const done = new Map<string, Stripped>()
  const until = { worked: worked() + MAX_PROCESSOR_MS, now: performance.now() + MAX_PROCESSOR_MS * ELAPSED_FACTOR }
  for (const [file, source] of sources) {
    const stripped = inThread(source, until)
    if (!stripped) break
    done.set(file, stripped)
  }
  return done
}

/** The processor time of this process, in ms. While this thread waits, nearly all of it belongs to the other thread. */
function worked(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function inThread(source: string, until: { worked: number; now: number }): Stripped | undefined {
  thread ??= started()
  const { sources, answered, worker } = thread
  const seen = Atomics.load(answered, 0)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  sources.postMessage(source)
  while (Atomics.wait(answered, 0, seen, POLL_MS) === 'timed-out') {
    if (worked() < until.worked && performance.now() < until.now) continue
    thread = undefined
    sources.close()
    void worker.terminate()
    return undefined
  }
  return receiveMessageOnPort(sources)?.message as Stripped | undefined
}

/** Without a build there is no bundle to start the thread from, so its source is compiled here. */
function started(): Thread {
  const { port1, port2 } = new MessageChannel()
  const answered = new Int32Array(new SharedArrayBuffer(4))
  const options = { workerData: { strip: { sources: port2, answered } satisfies StripThread }, transferList: [port2], name: 'strip' }
  const entry = ENTRIES.find((path) => existsSync(path))
  const worker = entry === undefined ? new Worker(sourceCode(), { ...options, eval: true }) : new Worker(entry, options)
  worker.unref()
  port1.unref()
  return { worker, sources: port1, answered }
}

/** The thread's source as JavaScript. The packages are there, because without a build this runs in a checkout; a build doesn't contain them. */
function sourceCode(): string {
  const { transform } = createRequire(import.meta.url)('sucrase') as typeof import('sucrase')
  return transform(readFileSync(SOURCE, 'utf8'), { transforms: ['typescript', 'imports'] }).code
}
