import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { History } from '../../campaign/history'

/** Starts the thread that repacks a folder's history; undefined if there is no build from which to start it. */
export type StartRepack = (dir: string) => Pick<Worker, 'once'> | undefined

const ENTRY = join(import.meta.dirname, 'repack.js')
/** The delay after opening a campaign, in ms. The opening itself needs every core. */
const AFTER_OPENING_MS = 15_000
const inThread: StartRepack = (dir) => (existsSync(ENTRY) ? new Worker(ENTRY, { workerData: { dir }, name: 'repack' }) : undefined)

/** Repacks the old beats of an open campaign in a thread of its own while play goes on. */
export class Repacking {
  #thread: ReturnType<StartRepack>
  /** True once the campaign is closed, repacking has failed, or the thread can't be started. Then nothing is repacked until the next opening. */
  #closed = false
  #later: NodeJS.Timeout | undefined

  constructor(
    readonly history: Pick<History, 'dir' | 'isRepackable'>,
    readonly start: StartRepack = inThread
  ) {}

  /** Checks for work once the opening is over. */
  startLater(): void {
    this.#later ??= setTimeout(() => this.startIfDue(), AFTER_OPENING_MS).unref()
  }

  /** Starts the thread if there is enough work and none is running. Call it after every beat. */
  startIfDue(): void {
    if (this.#thread || this.#closed || !this.history.isRepackable) return
    const thread = this.start(this.history.dir)
    // Otherwise every beat would check the disk for work that can't be done.
    if (!thread) {
      this.#closed = true
      return
    }
    this.#thread = thread
    thread.once('error', () => (this.#closed = true))
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined
    })
  }

  /** Starts no more threads. A running one ends within seconds; stopped, short processes would never finish any repacking. */
  dispose(): void {
    this.#closed = true
    clearTimeout(this.#later)
  }
}
