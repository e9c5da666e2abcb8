import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { History } from '../campaign/history'

/** Starts the thread that presses the history of a folder; undefined where there is no build to start it from. */
export type StartPressing = (dir: string) => Pick<Worker, 'once'> | undefined

const ENTRY = join(import.meta.dirname, 'press.js')
/** How long the opening of a campaign, which needs every core, goes first, in ms. */
const AFTER_OPENING = 15_000
const inThread: StartPressing = (dir) => (existsSync(ENTRY) ? new Worker(ENTRY, { workerData: { dir }, name: 'press' }) : undefined)

/** Keeps the history of an open campaign small: packs of beats long past are pressed in a thread of their own, one at a time, while play goes on. */
export class Pressing {
  #thread: ReturnType<StartPressing>
  /** The campaign is closed, or pressing failed: a full or damaged disk is not asked again before the next opening. */
  #closed = false
  #later: NodeJS.Timeout | undefined

  constructor(
    readonly history: Pick<History, 'dir' | 'isPressable'>,
    readonly start: StartPressing = inThread
  ) {}

  /** Looks once the opening is over. */
  lookLater(): void {
    this.#later ??= setTimeout(() => this.look(), AFTER_OPENING).unref()
  }

  /** Worth a call after every beat; starts work when there is enough of it and none is going on. */
  look(): void {
    if (this.#thread || this.#closed || !this.history.isPressable) return
    const thread = this.start(this.history.dir)
    this.#thread = thread
    thread?.once('error', () => (this.#closed = true))
    thread?.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined
    })
  }

  /** Starts nothing any more. A thread at work comes to its end by itself, within seconds: a process that plays a few beats would never get it done else. */
  dispose(): void {
    this.#closed = true
    clearTimeout(this.#later)
  }
}
