import { Worker } from 'node:worker_threads'
import type { CoreSettings, Loss } from './core'
import type { KeyStore } from './machine/keys'
import type { Frame } from './pipe'
import { join, type Wire } from './wire'

/** The part of a Worker that the host needs. */
export type CoreThread = Pick<Worker, 'postMessage' | 'on' | 'terminate'>

export interface CoreOptions {
  /** Starts the thread; see `coreThread`. `loss`: it takes the place of one that was lost. */
  start(loss?: Loss): CoreThread
  /** The host's folder dialog. */
  pickFolder?(): Promise<string | undefined>
  /** Asks where a file of this name is to be saved. */
  pickFile?(name: string): Promise<string | undefined>
  /** The system's key store, where the host has one. */
  keys?: KeyStore | undefined
  /** The same for tokens of git servers. */
  tokens?: KeyStore | undefined
  /** Told when a campaign is opened or closed. */
  onOpened?(dir: string | undefined): void
  /** Told in one sentence why a core was ended or died. */
  onLost?(why: string): void
  /** Milliseconds between two pings. */
  pulse?: number
  /** Pings without an answer after which the core counts as hung, if it had a processor for half of that time. */
  patience?: number
  /** Processor time this process has used, in ms. */
  worked?: () => number
  /** The time in ms, from wherever it is counted. */
  now?: () => number
}

/** One client's way to the core. */
export interface Connection {
  send(frame: string): void
  close(): void
}

/** Starts the real core in a thread of its own. `entry` is out/main/core.js. */
export const coreThread =
  (entry: string, settings: CoreSettings) =>
  (loss?: Loss): Worker =>
    new Worker(entry, { workerData: { ...settings, loss }, name: 'core' })

/** Milliseconds between two pings where nobody says otherwise. */
const PULSE = 2000

/** Times its patience after which a core counts as hung that had no processor to answer on: it waits for something that does not come. */
const AT_LAST = 10

/** Processor time this process has used, in ms, by all of its threads. */
function worked(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** A campaign whose core was lost so soon after it was opened, in ms, is not opened again by itself: it would lose the next one too. */
const TOO_SOON = 60_000

/** Why a campaign was not opened again, with a space before. */
const leftClosed = ({ dir, opening }: NonNullable<Loss['unopened']>): string =>
  opening
    ? ` That happened while the campaign ${dir} was opened, so it stays closed; open it again if you trust it.`
    : ` The campaign ${dir} was open for less than a minute and stays closed; open it again if you trust it.`

/** Starts that failed one after the other before we stop trying: the bundle itself must be broken. */
const MOST_STARTS = 3

/**
 * The core, seen from a host: it runs in a thread, so no rule and no commit freezes a window. A core that dies
 * or hangs is ended and started again with the campaign that was open; its clients see their connections close.
 * Beats survive that: each is on disk before anybody hears of it.
 */
export class CoreWorker {
  private thread!: CoreThread
  private wire!: Wire
  private readonly outs = new Map<number, (frame: Frame) => void>()
  private readonly timer: NodeJS.Timeout
  private made = 0
  private missed = 0
  private workedThen = 0
  private starts = 0
  private ended = false
  private campaign: { dir: string; opened: number } | undefined
  private opening: string | undefined

  constructor(private readonly options: CoreOptions) {
    this.start()
    this.timer = setInterval(() => this.watch(), options.pulse ?? PULSE)
    this.timer.unref()
  }

  /** Opens a connection of the protocol. `out` gets '' once it is open, frames, and null when it is closed by the core. */
  connect(out: (frame: Frame) => void): Connection {
    const port = ++this.made
    if (this.ended) {
      queueMicrotask(() => out(null))
      return { send: () => undefined, close: () => undefined }
    }
    this.outs.set(port, out)
    this.wire.frame(port, '')
    const isOpen = () => this.outs.has(port)
    return {
      // The empty frame opens connections; a client that sends one says nothing.
      send: (frame) => {
        if (frame !== '' && isOpen()) this.wire.frame(port, frame)
      },
      close: () => {
        if (this.outs.delete(port)) this.wire.frame(port, null)
      }
    }
  }

  /** Folder of the campaign that is open. */
  get opened(): string | undefined {
    return this.campaign?.dir
  }

  /** Makes a call of the contract for the host itself (a menu, the command line). Rejects with a Problem. */
  ask(call: string, input?: unknown): Promise<unknown> {
    return this.wire.ask(call, input)
  }

  /** Closes every connection and the campaign, then ends the thread. */
  async dispose(): Promise<void> {
    if (this.ended) return
    this.ended = true
    clearInterval(this.timer)
    const tooLong = new Promise<void>((done) => setTimeout(done, 5000).unref())
    await Promise.race([this.wire.ask('dispose').catch(() => undefined), tooLong])
    this.drop()
    await this.thread.terminate()
  }

  private start(loss?: Loss) {
    this.starts++
    this.answered()
    const thread = this.options.start(loss)
    this.thread = thread
    this.wire = join(
      thread,
      (call, input) => this.answer(call, input),
      (port, frame) => {
        const out = this.outs.get(port)
        if (frame === null) this.outs.delete(port)
        out?.(frame)
      }
    )
    thread.on('error', (error) => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.lost(
        thread,
        isMemory ? 'The core ran out of memory. Close other programs, or make the campaign smaller.' : `The core failed: ${error.message}.`
      )
    })
    thread.on('exit', (code) => this.lost(thread, `The core ended with code ${code}.`))
  }

  private async answer(call: string, input: unknown): Promise<unknown> {
    const { keys, tokens } = this.options
    if (call === 'pickFolder') return this.options.pickFolder?.()
    if (call === 'pickFile') return typeof input === 'string' ? this.options.pickFile?.(input) : undefined
    if (call === 'key') return keys?.get()
    if (call === 'keepKey') return keys?.set(typeof input === 'string' ? input : undefined)
    if (call === 'tokens') return tokens?.get()
    if (call === 'keepTokens') return tokens?.set(typeof input === 'string' ? input : undefined)
    if (call === 'opening') this.opening = typeof input === 'string' ? input : undefined
    if (call === 'opened') {
      this.opening = undefined
      // A campaign that stays open after another was refused was not opened anew.
      if (typeof input !== 'string') this.campaign = undefined
      else if (this.campaign?.dir !== input) this.campaign = { dir: input, opened: this.now() }
      this.options.onOpened?.(this.campaign?.dir)
    }
    return undefined
  }

  private watch() {
    const { pulse = PULSE, patience = 10 } = this.options
    // On a machine with other things to do a core may be slow for want of a processor; to end it then would make it slower.
    const tried = this.workedNow() - this.workedThen > (patience * pulse) / 2
    if (++this.missed > (tried ? patience : AT_LAST * patience)) return this.lost(this.thread, 'The core stopped answering.')
    const asked = this.thread
    this.wire.ask('ping').then(
      () => {
        if (asked !== this.thread) return
        this.answered()
        this.starts = 0
      },
      () => undefined
    )
  }

  private answered() {
    this.missed = 0
    this.workedThen = this.workedNow()
  }

  private workedNow(): number {
    return (this.options.worked ?? worked)()
  }

  private now(): number {
    return (this.options.now ?? performance.now.bind(performance))()
  }

  private lost(thread: CoreThread, why: string) {
    if (this.ended || thread !== this.thread) return
    const again = this.starts < MOST_STARTS
    const lost = this.campaign
    const unopened = this.unopened()
    this.options.onLost?.(
      again ? `${why} It was started again.${unopened ? leftClosed(unopened) : ''}` : `${why} It doesn't start again. Install Proscenium again.`
    )
    const gone = [...this.outs.values()]
    this.outs.clear()
    this.wire.cut()
    void thread.terminate()
    if (again) {
      this.campaign = this.opening = undefined
      this.start({ why, ...(unopened ? { unopened } : {}) })
      if (lost && !unopened) this.wire.ask('open', { dir: lost.dir }).catch(() => undefined)
    } else {
      this.ended = true
      clearInterval(this.timer)
    }
    // Last, so that a client that reconnects at once meets the new core.
    for (const out of gone) out(null)
  }

  /** The campaign that is taken to have cost the core: the one being opened, or one that was opened just now. */
  private unopened(): Loss['unopened'] {
    if (this.opening !== undefined) return { dir: this.opening, opening: true }
    if (this.campaign && this.now() - this.campaign.opened < TOO_SOON) return { dir: this.campaign.dir, opening: false }
    return undefined
  }

  private drop() {
    const gone = [...this.outs.values()]
    this.outs.clear()
    this.wire.cut()
    for (const out of gone) out(null)
  }
}
