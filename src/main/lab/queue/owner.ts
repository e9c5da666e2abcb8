import { randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import type { Queue, QueueEvents } from 'bullmq'
import type { LabQueue } from '../../../shared/lab/plan'
import type { NumberChange } from '../../../shared/lab/solution'
import type { SessionRows } from '../../../shared/lab/rows'
import { Problem, toProblem } from '../../../shared/base/problem'
import { clipped } from '../../../shared/words/clipped'
import { counted } from '../../../shared/words/labels'
import type { History } from '../../campaign/history'
import { sourceAddress } from '../../campaign/remote/address'
import type { Players, PlayerTask, SessionPlayer } from '../player'
import { type QueueAddress, queueAddress } from './address'
import { QueueLink, within } from './link'
import { unpackRows } from './packed-rows'
import { announce, BASE, HEARTBEAT_MS, type Job, type QueuedRun, removeRun, WORKER_MS, type WorkerNews } from './protocol'
import { rulesHash } from './source'

/** The most sessions that wait or are played at a time: enough for the threads of many workers, and few enough to keep in Redis. */
const MAX_ASKED = 256
/** The number of events that Redis keeps: for each asked session five, one of them with its rows. */
const MAX_EVENTS = 5 * MAX_ASKED
/** How long a queue that went away is waited for, and how long it may say nothing before all sessions are asked for again, in ms. */
const PATIENCE_MS = 120_000
const SILENT_MS = 60_000
/** How long a run waits before it says that no worker plays it, in ms. */
const LATE_MS = 5000
/** How long a server has to answer when a run is over, in ms. */
const CLOSE_MS = 5000
/** The longest reason of a worker, and the most workers whose reasons are told. */
const MAX_REASON = 300
const MAX_REFUSALS = 3

interface Asked {
  job: string
  done: (rows: SessionRows) => void
  fail: (problem: Problem) => void
}

/** Players that are workers on other machines and take sessions from a queue. The rows of a session count once, even if two workers send them. */
export class QueuePlayers implements Players {
  readonly count = MAX_ASKED
  readonly #token = randomUUID().replaceAll('-', '')
  readonly #begun = Date.now()
  readonly #asked = new Map<number, Asked>()
  /** What workers told last, and when that changed. */
  readonly #workers = new Map<string, { news: WorkerNews; at: number }>()
  #jobs = 0
  #heard = performance.now()
  /** When the queue last took the announcement. */
  #answered = performance.now()
  #heartbeat: NodeJS.Timeout | undefined
  #problem: Problem | undefined
  #away: string | undefined
  #queue: Queue<Job> | undefined
  #events: QueueEvents | undefined

  private constructor(
    private readonly run: QueuedRun,
    private readonly address: QueueAddress
  ) {}

  /** Announces a run in a queue. `patienceMs`: how long the queue may be away. Throws Problem if it can't be reached. */
  static async open(run: QueuedRun, address: QueueAddress, patienceMs = PATIENCE_MS): Promise<QueuePlayers> {
    const players = new QueuePlayers(run, address)
    try {
      await players.#connect(patienceMs)
      return players
    } catch (thrown) {
      await players.close()
      throw toProblem(thrown)
    }
  }

  #link: QueueLink | undefined

  async #connect(patienceMs: number): Promise<void> {
    const { Queue, QueueEvents } = await import('bullmq')
    const link = await QueueLink.open(this.address, {
      patienceMs,
      tellAway: (sentence) => {
        this.#away = sentence
        if (sentence === undefined) this.#askAgain()
      },
      lost: (problem) => this.#end(problem)
    })
    this.#link = link
    this.#queue = new Queue<Job>(this.#token, { ...BASE, connection: link.redis, streams: { events: { maxLen: MAX_EVENTS } } })
    this.#queue.on('error', () => undefined)
    // From the beginning: a job may be over before the first event is read.
    this.#events = new QueueEvents(this.#token, { ...BASE, connection: link.another(), lastEventId: '0-0', autorun: false })
    this.#events.on('error', () => undefined)
    this.#events.on('completed', ({ jobId, returnvalue }) => this.#completed(jobId, returnvalue))
    this.#events.on('failed', ({ jobId, failedReason }) => this.#failed(jobId, failedReason))
    this.#events.run().catch((thrown: unknown) => {
      const cause = toProblem(thrown).message
      this.#end(
        new Problem('refused', `The queue at ${this.address.shown} tells what no worker says. Use another Redis, or another database of it.`, {
          cause
        })
      )
    })
    await this.#announce(link)
    this.#heartbeat = setInterval(() => {
      if (!link.isAway) this.#announce(link).catch(() => undefined)
      if (performance.now() - this.#heard > SILENT_MS) this.#askAgain()
    }, HEARTBEAT_MS)
  }

  /** What there is to know about the workers, in sentences. */
  get news(): string | undefined {
    if (this.#away !== undefined) return this.#away
    if (performance.now() - this.#answered > WORKER_MS) return `The queue at ${this.address.shown} does not answer.`
    const here = [...this.#workers.values()].filter(({ at }) => this.#answered - at < WORKER_MS).map(({ news }) => news)
    const players = here.filter(({ refuses }) => refuses === undefined)
    const refusing = here.filter(({ refuses }) => refuses !== undefined).slice(0, MAX_REFUSALS)
    const threads = players.reduce((sum, one) => sum + one.threads, 0)
    // Workers that wait take a run within seconds.
    const isLate = Date.now() - this.#begun > LATE_MS
    const none = `No worker plays this run. Start one with "proscenium lab worker --queue ${this.address.shown}", or wait until a busy one is free.`
    const sentences = [
      ...(players.length > 0 ? [`${counted(players.length, 'worker')} with ${counted(threads, 'thread')}.`] : isLate ? [none] : []),
      ...refusing.map(({ name, refuses = '' }) => `${name} can’t play it. ${refuses}`),
      ...(this.#link?.remark === undefined ? [] : [this.#link.remark])
    ]
    return sentences.length === 0 ? undefined : sentences.join(' ')
  }

  async start(): Promise<SessionPlayer> {
    let session: number | undefined
    return {
      play: (number) => {
        session = number
        return this.#play(number)
      },
      close: () => {
        if (session !== undefined) this.#asked.get(session)?.fail(new Problem('refused', 'The run was stopped.', { lost: true }))
      }
    }
  }

  #play(session: number): Promise<SessionRows> {
    return new Promise<SessionRows>((done, fail) => {
      if (this.#problem) return fail(this.#problem)
      // The number of the job makes it another one when a session is tried again.
      this.#asked.set(session, { job: `${session}-${++this.#jobs}`, done, fail })
      this.#add([session])
    }).finally(() => this.#asked.delete(session))
  }

  /** Adds the jobs of sessions; those that are there already stay as they are. */
  #add(sessions: readonly number[]): void {
    const jobs = sessions.flatMap((session) => {
      const asked = this.#asked.get(session)
      const opts = { jobId: asked?.job ?? '', attempts: 1, removeOnComplete: true, removeOnFail: true }
      return asked ? [{ name: 'session', data: { session }, opts }] : []
    })
    // A queue that went away gets them when it is back.
    this.#queue?.addBulk(jobs).catch(({ name, message }: Error) => {
      if (name !== 'ReplyError') return
      const why = clipped(message, MAX_REASON)
      this.#end(new Problem('disk', `The queue at ${this.address.shown} can’t take sessions (${why}).`))
    })
  }

  /** Redis may have lost jobs or events: it was restarted, or full. */
  #askAgain(): void {
    this.#heard = performance.now()
    this.#add([...this.#asked.keys()])
  }

  async #announce(link: QueueLink): Promise<void> {
    const { workers, wasLost } = await announce(link, this.#token, this.run, this.#begun)
    const now = performance.now()
    this.#answered = now
    for (const [id, news] of workers) if (this.#workers.get(id)?.news.beat !== news.beat) this.#workers.set(id, { news, at: now })
    for (const id of this.#workers.keys()) if (!workers.has(id)) this.#workers.delete(id)
    if (wasLost) this.#askAgain()
  }

  /** The session that a job plays, if it is still asked for. */
  #askedFor(job: string): [session: number, asked: Asked] | undefined {
    const session = Number(/^(\d+)-\d+$/.exec(job)?.[1] ?? -1)
    const asked = this.#asked.get(session)
    return asked && [session, asked]
  }

  #completed(job: string, packed: unknown): void {
    this.#heard = performance.now()
    const [session, asked] = this.#askedFor(job) ?? []
    // Another worker's rows came first.
    if (session === undefined || asked === undefined) return
    try {
      asked.done(unpackRows(packed, session, this.run.plan))
    } catch (thrown) {
      asked.fail(new Problem('internal', toProblem(thrown).message, { lost: true }))
    }
  }

  #failed(job: string, reason: string): void {
    this.#heard = performance.now()
    const [, asked] = this.#askedFor(job) ?? []
    if (asked?.job !== job) return
    const isStalled = reason.startsWith('job stalled')
    asked.fail(new Problem('internal', isStalled ? 'The worker that played this session was lost.' : clipped(reason, MAX_REASON), { lost: true }))
  }

  /** Ends everything that is asked for with a problem. */
  #end(problem: Problem): void {
    this.#problem ??= problem
    for (const { fail } of this.#asked.values()) fail(problem)
  }

  /** Withdraws the run, with all its jobs. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeat)
    const link = this.#link
    if (!link) return
    this.#problem ??= new Problem('refused', 'The run is over.')
    // Without a server the run is left to the next one who finds it there.
    if (!link.isAway) {
      await within(CLOSE_MS, removeRun(link, this.#token))
      await within(CLOSE_MS, Promise.all([this.#events?.close(), this.#queue?.close()]))
    }
    link.close()
  }
}

/** A run that workers are to play. */
interface RunForWorkers {
  commit: string
  task: PlayerTask
  queue: LabQueue
  history: Pick<History, 'dir' | 'remotes'>
  /** A number of the task that has another value than at the commit. */
  change?: NumberChange | undefined
}

/** Announces a run in a queue. Throws Problem `bad-input` for an address, `disk` or `refused` if the queue can't be used. */
export async function queuePlayers({ commit, task: { material, plan }, queue, history, change }: RunForWorkers): Promise<Players> {
  const address = queueAddress(queue.url, queue.password)
  const source = queue.source ?? ownSource(address, history)
  return QueuePlayers.open({ commit, source: sourceAddress(source).url, rules: rulesHash(material), plan, ...(change && { change }) }, address)
}

/** Where workers fetch the commit if nothing else is said: from this folder if they are on this machine, otherwise from a server of the campaign. */
function ownSource({ isHere }: QueueAddress, { dir, remotes }: RunForWorkers['history']): string {
  if (isHere) return pathToFileURL(dir).href
  const known = remotes()
  const remote = known.find(({ name }) => name === 'origin') ?? known[0]
  if (remote) return remote.url
  throw new Problem(
    'bad-input',
    'Workers on other machines can’t read this folder. Name an address that they can fetch from with --source, or add a server with "proscenium remote".'
  )
}
