import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { LabQueue } from '../../../shared/lab/plan'
import type { SessionRows } from '../../../shared/lab/rows'
import { Problem, toProblem } from '../../../shared/base/problem'
import { clipped } from '../../../shared/words/clipped'
import { counted } from '../../../shared/words/labels'
import { type Player, type PlayerTask, startPlayer } from '../player'
import { type QueueAddress, queueAddress } from './address'
import { QueueLink, within } from './link'
import { packRows } from './packed-rows'
import { announcedRuns, BASE, HEARTBEAT_MS, isAnnounced, Job, JOB_OPTIONS, type QueuedRun, removeRun, tellOwner } from './protocol'
import { fetchedMaterial } from './source'

/** How long a queue that went away is waited for, how often new runs are looked for, and how long a refused run is left alone, in ms. */
const PATIENCE_MS = 600_000
const LOOK_MS = 1000
const REFUSED_MS = 30_000
/** How long sessions have to end and a server to answer when the worker ends, in ms. */
const CLOSE_MS = 60_000
/** How often the number of played sessions is told where lines stay, in ms. */
const LINE_MS = 10_000
const MAX_REASON = 400

export interface WorkerOptions {
  threads: number
  /** The folder in which fetched commits are kept. */
  cache: string
  /** The app's folder with `resources/`. */
  resources: string
  /** Where it is told what happens, in whole lines. `rewrite`: over the last such line of a screen; '' removes it. */
  to: { err(line: string): void; rewrite?(line: string): void }
  stop: AbortSignal
  patienceMs?: number
}

/** Plays sessions of the runs in a queue until it is stopped. Throws Problem `bad-input` for an address, `disk` or `refused` if the queue can't be reached, or went away for too long. */
export async function work({ url, password }: LabQueue, options: WorkerOptions): Promise<void> {
  const address = queueAddress(url, password)
  const { to, stop, patienceMs = PATIENCE_MS } = options
  const lost = new AbortController()
  let problem: Problem | undefined
  const link = await QueueLink.open(address, {
    patienceMs,
    tellAway: (sentence) => say(to, sentence ?? 'The queue is back.'),
    lost: (why) => {
      problem = why
      lost.abort()
    }
  })
  const worker = new QueueWorker(link, address, { ...options, stop: AbortSignal.any([stop, lost.signal]) })
  try {
    await worker.work()
  } finally {
    worker.close()
    link.close()
  }
  if (problem) throw new Problem(problem.code, `${problem.message} Start Redis there, and then the worker again.`)
}

/** A line that stays, in place of the one that was written over. */
function say(to: WorkerOptions['to'], line: string): void {
  to.rewrite?.('')
  to.err(line)
}

class QueueWorker {
  readonly #id = randomUUID()
  readonly #name = `${hostname()} (process ${process.pid})`
  /** What the owners of runs are told, by the run's token. */
  readonly #told = new Map<string, { threads: number; refuses?: string }>()
  /** Until when refused runs are left alone. */
  readonly #refused = new Map<string, number>()
  #beat = 0
  readonly #heartbeat: NodeJS.Timeout

  constructor(
    private readonly link: QueueLink,
    private readonly address: QueueAddress,
    private readonly options: WorkerOptions
  ) {
    this.#heartbeat = setInterval(() => this.#tellOwners(), HEARTBEAT_MS)
  }

  close(): void {
    clearInterval(this.#heartbeat)
  }

  /** Plays one run after the other, the oldest first. */
  async work(): Promise<void> {
    const { stop, threads } = this.options
    say(this.options.to, `Waiting for runs in ${this.address.shown}, with ${counted(threads, 'thread')}.`)
    if (this.link.remark !== undefined) say(this.options.to, this.link.remark)
    while (!stop.aborted) {
      const next = this.link.isAway ? undefined : await unlessStopped(stop, this.#nextRun())
      if (next) await this.#playRun(...next)
      else await pause(LOOK_MS, undefined, { signal: stop }).catch(() => undefined)
    }
  }

  async #nextRun(): Promise<[token: string, run: QueuedRun] | undefined> {
    const { runs, left } = await announcedRuns(this.link)
    for (const token of left) await removeRun(this.link, token)
    for (const token of this.#told.keys()) if (!runs.has(token)) this.#told.delete(token)
    for (const [token, run] of runs) {
      if ((this.#refused.get(token) ?? 0) > performance.now()) continue
      if (typeof run !== 'string') return [token, run]
      this.#refuse(token, run)
    }
    return undefined
  }

  /** Leaves a run to other workers for a while, and tells its owner why. */
  #refuse(token: string, why: string): void {
    const reason = clipped(why, MAX_REASON)
    if (this.#told.get(token)?.refuses !== reason) say(this.options.to, `A run is left to others: ${reason}`)
    this.#refused.set(token, performance.now() + REFUSED_MS)
    this.#tell(token, { threads: 0, refuses: reason })
  }

  #tell(token: string, what: { threads: number; refuses?: string }): void {
    this.#told.set(token, what)
    this.#tellOwners()
  }

  #tellOwners(): void {
    if (this.link.isAway) return
    this.#beat++
    for (const [token, what] of this.#told)
      void tellOwner(this.link, token, this.#id, { name: this.#name, beat: this.#beat, ...what }).catch(() => undefined)
  }

  async #playRun(token: string, run: QueuedRun): Promise<void> {
    const { threads, cache, resources, stop } = this.options
    const name = `${run.plan.name === '' ? 'a run' : `“${run.plan.name}”`} of commit ${run.commit.slice(0, 7)}`
    let players: Threads
    try {
      if (this.#told.get(token)?.refuses === undefined) say(this.options.to, `Fetching ${name}.`)
      const material = await fetchedMaterial(run, { cache, resources, readsFiles: this.address.isHere }, stop)
      players = await Threads.start({ material, plan: run.plan }, threads)
    } catch (thrown) {
      if (!stop.aborted) this.#refuse(token, toProblem(thrown).message)
      return
    }
    this.#tell(token, { threads })
    say(this.options.to, `Playing ${name}.`)
    const played = await this.#playJobs(token, run, players)
    players.close()
    this.#told.delete(token)
    if (!this.link.isAway) await within(CLOSE_MS, this.#leave(token))
    say(this.options.to, `Played ${counted(played, 'session')} of ${name}.`)
  }

  async #leave(token: string): Promise<void> {
    if (await isAnnounced(this.link, token)) await tellOwner(this.link, token, this.#id, undefined)
    else await removeRun(this.link, token)
  }

  /** Plays sessions of a run until it is no longer announced, or until the worker is stopped. Returns their number. */
  async #playJobs(token: string, run: QueuedRun, players: Threads): Promise<number> {
    const { Worker } = await import('bullmq')
    const { stop, threads } = this.options
    let played = 0
    let next = 0
    const progress = (): void => {
      const { to } = this.options
      if (!to.rewrite && performance.now() < next) return
      next = performance.now() + LINE_MS
      const words = `Played ${counted(played, 'session')}.`
      if (to.rewrite) to.rewrite(words)
      else to.err(words)
    }
    const worker = new Worker(
      token,
      async (job) => {
        const { session } = Job.parse(job.data)
        if (session >= run.plan.sessions) throw new Error('The run has no such session.')
        const packed = packRows(await players.play(session))
        played++
        progress()
        return packed
      },
      {
        ...BASE,
        ...JOB_OPTIONS,
        connection: this.link.redis,
        name: this.#name,
        // One more than there are threads, so that none waits for the server between two sessions.
        concurrency: threads + 1,
        // The owner counts how often a session is tried, whatever went wrong.
        maxStalledCount: 0,
        runRetryDelay: LOOK_MS
      }
    )
    // A server that went away is told of once, by its link.
    worker.on('error', () => undefined)
    while (!stop.aborted && (this.link.isAway || (await unlessStopped(stop, isAnnounced(this.link, token))) !== false))
      await pause(LOOK_MS, undefined, { signal: stop }).catch(() => undefined)
    // Sessions that have begun are played to their end if their run still waits for them.
    const isWanted = stop.aborted && !this.link.isAway
    if (isWanted) say(this.options.to, 'Finishing the sessions that have begun. Press Ctrl C again to leave them to other workers.')
    await within(CLOSE_MS, worker.close(!isWanted))
    return played
  }
}

/**
 * An answer of a queue; undefined if it doesn't come before the worker is stopped, or because the server went away. Throws Problem if the server
 * refuses the question.
 */
function unlessStopped<Answer>(stop: AbortSignal, answer: Promise<Answer>): Promise<Answer | undefined> {
  return new Promise((done, fail) => {
    const end = (): void => done(undefined)
    stop.addEventListener('abort', end, { once: true })
    const failed = ({ name, message }: Error): void => {
      if (name === 'ReplyError') fail(new Problem('refused', `The queue refused what a worker needs (${clipped(message, MAX_REASON)}).`))
      else end()
    }
    void answer.then(done, failed).finally(() => stop.removeEventListener('abort', end))
  })
}

/** The threads of this process that play one run. */
class Threads {
  #isClosed = false
  readonly #all = new Set<Promise<Player>>()
  readonly #free: Promise<Player>[] = []
  readonly #waiting: (() => void)[] = []

  private constructor(private readonly task: PlayerTask) {}

  /** Throws Problem if the plan can't be played. */
  static async start(task: PlayerTask, count: number): Promise<Threads> {
    const threads = new Threads(task)
    for (let n = 0; n < count; n++) threads.#free.push(threads.#another())
    try {
      await Promise.all(threads.#free)
      return threads
    } catch (thrown) {
      threads.close()
      throw thrown
    }
  }

  #another(): Promise<Player> {
    const player = this.#isClosed ? Promise.reject(new Problem('refused', 'The run is over.')) : startPlayer(this.task)
    // A failure is handled where the player is used.
    player.catch(() => undefined)
    this.#all.add(player)
    return player
  }

  /** Plays a session in the next free thread. Throws Problem; a lost thread is replaced. */
  async play(session: number): Promise<SessionRows> {
    let player = this.#free.pop()
    while (!player) {
      await new Promise<void>((free) => this.#waiting.push(free))
      player = this.#free.pop()
    }
    try {
      return await (await player).play(session)
    } catch (thrown) {
      this.#close(player)
      player = this.#another()
      throw thrown
    } finally {
      this.#free.push(player)
      this.#waiting.shift()?.()
    }
  }

  #close(player: Promise<Player>): void {
    this.#all.delete(player)
    void player.then(
      (one) => one.close(),
      () => undefined
    )
  }

  close(): void {
    this.#isClosed = true
    for (const player of this.#all) this.#close(player)
  }
}
