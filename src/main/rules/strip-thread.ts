import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { transform } from 'sucrase'
import { strip, type Stripped, type StripThread } from './strip'

/** Processor time that the files of one game may take, in ms: a large game takes a tenth of a second. */
const MOST_WORKED = 3000
/** How many times as long, in ms that pass, when the machine has no processor for it. */
const AT_LAST = 20
/** Milliseconds between two looks at how long it takes. */
const LOOK = 100

const ENTRY = join(import.meta.dirname, 'strip.js')
const SOURCE = join(import.meta.dirname, 'strip.ts')

type Thread = Pick<StripThread, 'sources' | 'answered'> & { worker: Worker }
let thread: Thread | undefined

/**
 * Strips the types off files in a thread that is ended when it takes too long: no reader of TypeScript is known that takes any text in
 * the time that its length would allow. Answers by file; a file that is not among the answers took the time that all had. Blocks.
 */
export function stripAll(sources: ReadonlyMap<string, string>): Map<string, Stripped> {
  const done = new Map<string, Stripped>()
  const until = { worked: worked() + MOST_WORKED, now: performance.now() + MOST_WORKED * AT_LAST }
  for (const [file, source] of sources) {
    const stripped = startable() ? inThread(source, until) : strip(source)
    if (!stripped) break
    done.set(file, stripped)
  }
  return done
}

/** Processor time of this process, in ms; while it is waited for, nearly all is the thread's. */
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
  while (Atomics.wait(answered, 0, seen, LOOK) === 'timed-out') {
    if (worked() < until.worked && performance.now() < until.now) continue
    thread = undefined
    sources.close()
    void worker.terminate()
    return undefined
  }
  return receiveMessageOnPort(sources)?.message as Stripped | undefined
}

const startable = (): boolean => thread !== undefined || existsSync(ENTRY) || existsSync(SOURCE)

/** Beside the sources there is no bundle to start it from: there it is made of its own source. */
function started(): Thread {
  const { port1, port2 } = new MessageChannel()
  const answered = new Int32Array(new SharedArrayBuffer(4))
  const options = { workerData: { strip: { sources: port2, answered } satisfies StripThread }, transferList: [port2], name: 'strip' }
  const worker = existsSync(ENTRY)
    ? new Worker(ENTRY, options)
    : new Worker(transform(readFileSync(SOURCE, 'utf8'), { transforms: ['typescript', 'imports'] }).code, { ...options, eval: true })
  worker.unref()
  port1.unref()
  return { worker, sources: port1, answered }
}
