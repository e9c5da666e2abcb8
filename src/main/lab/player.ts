import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type MessagePort, Worker } from 'node:worker_threads'
import type { LabPlan, LabQueue } from '../../shared/lab/plan'
import type { SessionRows } from '../../shared/lab/rows'
import { Problem, type ProblemData, toProblem } from '../../shared/base/problem'
import type { ScratchBeat } from '../story/trying/scratch-line'
import type { LabMaterial } from './material'
import { Sessions } from './session'

/** What a player's thread begins with. */
export interface PlayerTask {
  material: LabMaterial
  plan: LabPlan
}

/** What a player is asked: to play a session, or to give the beats of one that was played before. */
type Request = { play: number } | { beats: number; digest: string }
/** A beat of a session as it crosses from a thread: its bytes are plain arrays there. */
type SentBeat = Omit<ScratchBeat, 'files'> & { files: ReadonlyMap<string, Uint8Array | null> }
type Answer = { rows: SessionRows } | { beats: SentBeat[] } | { problem: ProblemData }
type News = { ready: true } | Answer

/** The thread of a player: answers one request after the other. */
export function servePlayer(port: MessagePort, { material, plan }: PlayerTask): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const tell = (news: News): void => port.postMessage(news)
  const fails = (thrown: unknown): void => tell({ problem: toProblem(thrown).toJSON() })
  const loading = Sessions.load(material, plan)
  loading.then(() => tell({ ready: true }), fails)
  port.on('message', (request: Request) => {
    loading.then((sessions) => answer(sessions, request)).then(tell, fails)
  })
}

async function answer(sessions: Sessions, request: Request): Promise<Answer> {
  if ('beats' in request) return { beats: await sessions.beats(request.beats, request.digest) }
  return { rows: await sessions.play(request.play) }
}

/** Plays sessions, one at a time. */
export interface Player {
  /** Throws Problem. */
  play(session: number): Promise<SessionRows>
  /** The beats of a session that was played with this digest. Throws Problem `rule-failed` if it plays differently now. */
  beats(session: number, digest: string): Promise<ScratchBeat[]>
  close(): void
}

/** The part of a player that plays a run's sessions. A Problem with `lost` says that the player was lost; another one may play the session. */
export type SessionPlayer = Pick<Player, 'play' | 'close'>

/** Where the players of a run come from: threads of this process, or workers on other machines. */
export interface Players {
  /** How many may play at the same time. */
  readonly count: number
  /** What there is to say about them, in sentences. */
  readonly news?: string
  start(): Promise<SessionPlayer>
  /** Called once, when the run is over. */
  close(): Promise<void>
}

/** How a run is played. `until`: only the sessions with a lower number for now. `queue`: by workers on other machines. */
export interface PlayOptions {
  until?: number
  queue?: LabQueue | undefined
}

/** The most threads that play. */
const MAX_THREADS = 8

/** Players in threads of this process, one for each processor. */
export const threadPlayers = (task: PlayerTask): Players => ({
  count: Math.min(MAX_THREADS, availableParallelism()),
  start: () => startPlayer(task),
  close: () => Promise.resolve()
})

const ENTRY = join(import.meta.dirname, 'lab-play.js')
/** The memory of a thread for new objects. Nearly everything that a beat makes is forgotten soon, and with more room it is moved less often. */
const YOUNG_MB = 96

/** A player in a thread of its own; without a build, in this thread. Throws Problem `bad-input` for a plan that can't be played. */
export async function startPlayer(task: PlayerTask): Promise<Player> {
  if (existsSync(ENTRY)) {
    const player = new PlayerThread(task)
    await player.ready
    return player
  }
  const sessions = await Sessions.load(task.material, task.plan)
  return {
    play: (session) => sessions.play(session),
    beats: (session, digest) => sessions.beats(session, digest),
    close: () => sessions.dispose()
  }
}

class PlayerThread implements Player {
  readonly #worker: Worker
  #waiting: { resolve: (news: News) => void; reject: (problem: Error) => void } | undefined
  /** Settles when the thread is free for the next request. */
  #free: Promise<unknown>
  #lost: Problem | undefined
  readonly ready: Promise<News>

  constructor(task: PlayerTask) {
    this.#worker = new Worker(ENTRY, { workerData: task, name: 'lab-play', resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } })
    const lost = (why: string): void => {
      this.#lost = new Problem('internal', `The thread that played this session ${why}.`, { lost: true })
      this.#waiting?.reject(this.#lost)
      this.#waiting = undefined
    }
    this.#worker.on('message', (news: News) => {
      const waiting = this.#waiting
      this.#waiting = undefined
      // A thread that has nothing to do doesn't keep a process from ending.
      this.#worker.unref()
      if ('problem' in news) waiting?.reject(new Problem(news.problem.code, news.problem.message, news.problem.data))
      else waiting?.resolve(news)
    })
    this.#worker.on('error', ({ message }) => lost(`failed: ${message}`))
    this.#worker.on('exit', () => lost('ended'))
    this.ready = this.#next()
    this.#free = this.ready.catch(() => undefined)
  }

  #next(): Promise<News> {
    return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }))
  }

  #ask(request: Request): Promise<News> {
    const answered = this.#free.then(() => {
      if (this.#lost) throw this.#lost
      this.#worker.ref()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      this.#worker.postMessage(request)
      return this.#next()
    })
    this.#free = answered.catch(() => undefined)
    return answered
  }

  async play(session: number): Promise<SessionRows> {
    return ((await this.#ask({ play: session })) as { rows: SessionRows }).rows
  }

  async beats(session: number, digest: string): Promise<ScratchBeat[]> {
    const { beats } = (await this.#ask({ beats: session, digest })) as { beats: SentBeat[] }
    return beats.map(({ files, ...beat }) => ({
      ...beat,
      files: new Map([...files].map(([path, bytes]) => [path, bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]))
    }))
  }

  close(): void {
    void this.#worker.terminate()
  }
}
