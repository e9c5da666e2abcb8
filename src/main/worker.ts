import { join as pathOf } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CoreSettings, CoreLoss } from './core'
import type { KeyStore } from './machine/keys'
import type { Frame } from './pipe'
import { join, type Wire } from './wire'

/** The part of a Worker that the host needs. */
export type CoreThread = Pick<Worker, 'postMessage' | 'on' | 'terminate'>

export interface CoreOptions {
  /** Starts the thread; see `coreThread`. `loss`: set if it replaces a core that was lost. */
  start(loss?: CoreLoss): CoreThread
  pickFolder?(): Promise<string | undefined>
  /** Asks where to save a file with this name. */
  pickFile?(name: string): Promise<string | undefined>
  /** The system's key store, if the host has one. */
  keys?: KeyStore | undefined
  /** The same for tokens of git servers. */
  tokens?: KeyStore | undefined
  /** Called when a campaign is opened or closed. */
  onOpened?(dir: string | undefined): void
  /** Called with a sentence when a core was terminated or died. `cause`: its error, or the beginning of the sentence. */
  onLost?(why: string, cause: unknown): void
  /** Called with the words of a fault for the log; see `faultWords`. */
  onFault?(words: string): void
  /** Shows the folder of the logs. */
  showLogs?(): Promise<void>
  /** The interval between two pings, in ms. */
  pulse?: number
  /** The number of unanswered pings after which the core counts as hung, if it had a processor for half of that time. */
  patience?: number
  /** The processor time that this process has used, in ms. */
  worked?: () => number
  /** The time in ms, from any origin. */
  now?: () => number
}

/** One client's connection to the core. */
export interface Connection {
  send(frame: string): void
  close(): void
}

/** Starts the core in a thread. `entry` is out/main/core.js. From Node 22 its compiled code is kept: a quarter less work until it opens. */
export const coreThread =
  (entry: string, settings: CoreSettings) =>
  (loss?: CoreLoss): Worker =>
    new Worker(entry, {
      workerData: { ...settings, loss },
      name: 'core',
      env: { ...process.env, NODE_COMPILE_CACHE: pathOf(settings.home, 'compiled') }
    })

/** The default interval between two pings, in ms. */
const PULSE_MS = 2000

/** After this many times its patience, a core counts as hung even if it had no processor, because it waits for something that never comes. */
const LAST_PATIENCE_FACTOR = 10

/** The processor time that all threads of this process have used, in ms. */
function worked(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** A campaign whose core was lost this soon after opening, in ms, isn't opened again: it would probably cost the next core too. */
const TOO_SOON_MS = 60_000

/** Why a campaign was not opened again, with a leading space. */
const leftClosed = ({ dir, opening }: NonNullable<CoreLoss['unopened']>): string =>
  opening
    ? ` That happened while the campaign ${dir} was opened, so it stays closed; open it again if you trust it.`
    : ` The campaign ${dir} was open for less than a minute and stays closed; open it again if you trust it.`

/** The number of failed starts in a row after which we stop trying, because the bundle itself must be broken. */
const MAX_FAILED_STARTS = 3

/**
 * The core, seen from a host. It runs in a thread, so no rule and no commit freezes a window. A core that dies or hangs is terminated and started
 * again with the campaign that was open; its clients see their connections close. Beats survive that, because each is on disk before anybody
 * hears of it.
 */
export class CoreWorker {
  private thread!: CoreThread
  private wire!: Wire
  private readonly outs = new Map<number, (frame: Frame) => void>()
  private readonly timer: NodeJS.Timeout
  private nextId = 0
  private missed = 0
  private workedThen = 0
  private starts = 0
  private ended = false
  private campaign: { dir: string; opened: number } | undefined
  private opening: string | undefined

  constructor(private readonly options: CoreOptions) {
    this.start()
    this.timer = setInterval(() => this.watch(), options.pulse ?? PULSE_MS)
    this.timer.unref()
  }

  /** Opens a protocol connection. `out` receives '' once it is open, frames, and null when the core closes it. */
  connect(out: (frame: Frame) => void): Connection {
    const port = ++this.nextId
    if (this.ended) {
      queueMicrotask(() => out(null))
      return { send: () => undefined, close: () => undefined }
    }
    this.outs.set(port, out)
    this.wire.frame(port, '')
    const isOpen = () => this.outs.has(port)
    return {
      // The empty frame opens connections, so an empty frame from a client is dropped.
      send: (frame) => {
        if (frame !== '' && isOpen()) this.wire.frame(port, frame)
      },
      close: () => {
        if (this.outs.delete(port)) this.wire.frame(port, null)
      }
    }
  }

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

  private start(loss?: CoreLoss) {
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
        isMemory ? 'The core ran out of memory. Close other programs, or make the campaign smaller.' : `The core failed: ${error.message}.`,
        error
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
    if (call === 'fault' && typeof input === 'string') this.options.onFault?.(input)
    if (call === 'showLogs') await this.options.showLogs?.()
    if (call === 'opening') this.opening = typeof input === 'string' ? input : undefined
    if (call === 'opened') {
      this.opening = undefined
      // If another campaign was refused, the one that stays open was not opened again.
      if (typeof input !== 'string') this.campaign = undefined
      else if (this.campaign?.dir !== input) this.campaign = { dir: input, opened: this.now() }
      this.options.onOpened?.(this.campaign?.dir)
    }
    return undefined
  }

  private watch() {
    const { pulse = PULSE_MS, patience = 10 } = this.options
    // On a busy machine a core may be slow for want of a processor. Terminating it would make it slower.
    const tried = this.workedNow() - this.workedThen > (patience * pulse) / 2
    if (++this.missed > (tried ? patience : LAST_PATIENCE_FACTOR * patience)) return this.lost(this.thread, 'The core stopped answering.')
    const started = this.thread
    this.wire.ask('ping').then(
      () => {
        if (started !== this.thread) return
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

  private lost(thread: CoreThread, why: string, cause: unknown = why) {
    if (this.ended || thread !== this.thread) return
    const again = this.starts < MAX_FAILED_STARTS
    const lost = this.campaign
    const unopened = this.unopened()
    this.options.onLost?.(
      again ? `${why} It was started again.${unopened ? leftClosed(unopened) : ''}` : `${why} It doesn't start again. Install Proscenium again.`,
      cause
    )
    const outs = [...this.outs.values()]
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
    // Last, so that a client that reconnects at once reaches the new core.
    for (const out of outs) out(null)
  }

  /** The campaign that probably cost the core: the one being opened, or one opened just before. */
  private unopened(): CoreLoss['unopened'] {
    if (this.opening !== undefined) return { dir: this.opening, opening: true }
    if (this.campaign && this.now() - this.campaign.opened < TOO_SOON_MS) return { dir: this.campaign.dir, opening: false }
    return undefined
  }

  private drop() {
    const outs = [...this.outs.values()]
    this.outs.clear()
    this.wire.cut()
    for (const out of outs) out(null)
  }
}
