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

/** What a player begins with. */
export interface PlayerTask {
  material: LabMaterial
  plan: LabPlan
}

/** What a thread is asked: to begin a task, to play one of its sessions, or to give the beats of one that was played before. */
type Request = { begin: PlayerTask } | { play: number } | { beats: number; digest: string }
/** A beat of a session as it crosses from a thread: its bytes are plain arrays there. */
type SentBeat = Omit<ScratchBeat, 'files'> & { files: ReadonlyMap<string, Uint8Array | null> }
type Answer = { begun: true } | { rows: SessionRows } | { beats: SentBeat[] } | { problem: ProblemData }

/** The thread of a player: answers one request after the other. */
export function servePlayer(port: MessagePort): void {
  let sessions: Sessions | undefined
  const answer = async (request: Request): Promise<Answer> => {
    if ('begin' in request) {
      sessions?.dispose()
      sessions = await Sessions.load(request.begin.material, request.begin.plan)
      return { begun: true }
    }
    if (!sessions) throw new Error('No task was begun.')
    if ('beats' in request) return { beats: await sessions.beats(request.beats, request.digest) }
    return { rows: await sessions.play(request.play) }
  }
  port.on('message', (request: Request) => {
    void answer(request)
      .catch((thrown: unknown): Answer => ({ problem: toProblem(thrown).toJSON() }))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      .then((news) => port.postMessage(news))
  })
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
  readonly news?: string | undefined
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
/** How long a thread is kept for the next task, in ms. The first dozen sessions of a new one are compiled while they play. */
const IDLE_MS = 120_000

/** A player in a thread of its own; without a build, in this thread. Throws Problem `bad-input` for a plan that can't be played. */
export async function startPlayer(task: PlayerTask): Promise<Player> {
  if (existsSync(ENTRY)) return threadPlayer(task)
  const sessions = await Sessions.load(task.material, task.plan)
  return {
    play: (session) => sessions.play(session),
    beats: (session, digest) => sessions.beats(session, digest),
    close: () => sessions.dispose()
  }
}

/** The threads without a task, each with the timer that ends it. */
const idle = new Map<PlayerThread, NodeJS.Timeout>()

function freeThread(): PlayerThread {
  const [known] = idle
  if (!known) return new PlayerThread()
  const [thread, end] = known
  idle.delete(thread)
  clearTimeout(end)
  return thread.isLost ? freeThread() : thread
}

/** Keeps a thread for the next task, unless it is still busy. */
function release(thread: PlayerThread): void {
  if (thread.isBusy || thread.isLost || idle.size >= MAX_THREADS) return thread.end()
  const end = setTimeout(() => {
    idle.delete(thread)
    thread.end()
  }, IDLE_MS)
  idle.set(thread, end.unref())
}

async function threadPlayer(task: PlayerTask): Promise<Player> {
  const thread = freeThread()
  let isClosed = false
  const close = (): void => {
    if (!isClosed) release(thread)
    isClosed = true
  }
  const ask = async (request: Request): Promise<Answer> => {
    // The thread may be another player's by now.
    if (isClosed) throw new Problem('internal', 'This player was closed.', { lost: true })
    return thread.ask(request)
  }
  try {
    await ask({ begin: task })
  } catch (thrown) {
    close()
    throw thrown
  }
  return {
    play: async (session) => ((await ask({ play: session })) as { rows: SessionRows }).rows,
    beats: async (session, digest) => {
      const { beats } = (await ask({ beats: session, digest })) as { beats: SentBeat[] }
      return beats.map(({ files, ...beat }) => ({
        ...beat,
        files: new Map([...files].map(([path, bytes]) => [path, bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]))
      }))
    },
    close
  }
}

/** A thread that answers one request after the other. */
class PlayerThread {
  readonly #worker = new Worker(ENTRY, { name: 'lab-play', resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } })
  #waiting: { resolve: (answer: Answer) => void; reject: (problem: Error) => void } | undefined
  /** Settles when the thread is free for the next request. */
  #free: Promise<unknown> = Promise.resolve()
  #asked = 0
  #lost: Problem | undefined

  constructor() {
    const lost = (why: string): void => {
      this.#lost = new Problem('internal', `The thread that played this session ${why}.`, { lost: true })
      this.#waiting?.reject(this.#lost)
      this.#waiting = undefined
    }
    this.#worker.on('message', (answer: Answer) => {
      const waiting = this.#waiting
      this.#waiting = undefined
      // A thread that has nothing to do doesn't keep a process from ending.
      this.#worker.unref()
      if ('problem' in answer) waiting?.reject(new Problem(answer.problem.code, answer.problem.message, answer.problem.data))
      else waiting?.resolve(answer)
    })
    this.#worker.on('error', ({ message }) => lost(`failed: ${message}`))
    this.#worker.on('exit', () => lost('ended'))
    this.#worker.unref()
  }

  get isBusy(): boolean {
    return this.#asked > 0
  }

  get isLost(): boolean {
    return this.#lost !== undefined
  }

  /** Throws Problem, with `lost` if the thread was lost. */
  ask(request: Request): Promise<Answer> {
    this.#asked++
    const answered = this.#free
      .then(() => {
        if (this.#lost) throw this.#lost
        this.#worker.ref()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        this.#worker.postMessage(request)
        return new Promise<Answer>((resolve, reject) => (this.#waiting = { resolve, reject }))
      })
      .finally(() => this.#asked--)
    this.#free = answered.catch(() => undefined)
    return answered
  }

  end(): void {
    void this.#worker.terminate()
  }
}
