import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { History } from '../campaign/history'

/** Starts the thread that repacks a folder's history; undefined if there is no build to start it from. */
export type StartRepack = (dir: string) => Pick<Worker, 'once'> | undefined

const ENTRY = join(import.meta.dirname, 'repack.js')
/** How long to wait after opening a campaign, in ms, because opening needs every core. */
const AFTER_OPENING_MS = 15_000
const inThread: StartRepack = (dir) => (existsSync(ENTRY) ? new Worker(ENTRY, { workerData: { dir }, name: 'repack' }) : undefined)

/** Keeps the history of an open campaign small: a thread of its own repacks old beats while play goes on. */
export class Repacking {
  #thread: ReturnType<StartRepack>
  /** True once the campaign is closed, or repacking failed or can't be started. Then it isn't tried again until the next opening. */
  #closed = false
  #later: NodeJS.Timeout | undefined

  constructor(
    readonly history: Pick<History, 'dir' | 'isRepackable'>,
    readonly start: StartRepack = inThread
  ) {}

  /** Looks for work once the opening is over. */
  startLater(): void {
    this.#later ??= setTimeout(() => this.startIfDue(), AFTER_OPENING_MS).unref()
  }

  /** Starts the thread if there is enough work and none is running. Call it after every beat. */
  startIfDue(): void {
    if (this.#thread || this.#closed || !this.history.isRepackable) return
    const thread = this.start(this.history.dir)
    // Without a thread the same work would be looked for, on the disk, after every beat.
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

  /**
   * Starts no more threads. A running one ends by itself within seconds. It isn't stopped, because otherwise a process that plays only a few
   * beats would never finish any repacking.
   */
  dispose(): void {
    this.#closed = true
    clearTimeout(this.#later)
  }
}
