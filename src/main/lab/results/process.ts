import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AbortSignalLike, Aborter, never } from '../../../shared/base/abort'
import { Problem, type ProblemData, toProblem } from '../../../shared/base/problem'
import { CLI_SWITCH, IS_PACKAGED, RESULTS_WORD } from '../../place'
import type { ResultsPort } from './port'
import { Results } from './results'

/** A call to the process: a method of a file's results, or the number of a call to stop. */
type ToProcess = { id: number; file: string; method: keyof ResultsPort; parameters: readonly unknown[] } | { stop: number }
type FromProcess = { id: number; answer: unknown } | { id: number; problem: ProblemData }

/** The part of a child process that the calls need. */
export interface ResultsChild {
  send(message: ToProcess): unknown
  /** Whether this process waits for the child before it ends. */
  hold(isHeld: boolean): void
  kill(): void
  /** Has the child end by itself. */
  end(): void
  onMessage(receive: (message: FromProcess) => void): void
  /** Called once, when the child has ended or couldn't be started. */
  onEnd(end: () => void): void
}

/** How long a user's query may take, and how long a stopped call may take to end before its process is killed, in ms. */
const QUERY_MS = 10_000
const STOP_MS = 2000
/** How long the process stays after the last call, in ms. */
const IDLE_MS = 60_000
/** How often a call is sent whose process ended. */
const MAX_TRIES = 2

/** The first message of the process: it listens. */
export const READY = 'ready'

const noop = (): void => undefined

const ENTRY = join(import.meta.dirname, 'lab-results.js')

/** Starts the process; undefined without a build. */
function startChild(): ResultsChild | undefined {
  if (!existsSync(ENTRY)) return undefined
  // The packaged app is no Node: its program runs only itself.
  const isApp = IS_PACKAGED && process.versions['electron'] !== undefined
  const child = spawn(process.execPath, isApp ? [CLI_SWITCH, RESULTS_WORD] : [ENTRY], {
    env: { ...process.env, ...(!isApp && { ELECTRON_RUN_AS_NODE: '1' }) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    windowsHide: true
  })
  // Electron loads much before it listens.
  let early: ToProcess[] | undefined = []
  child.once('message', () => {
    for (const message of early ?? []) child.send(message, noop)
    early = undefined
  })
  return {
    send: (message) => (early ? early.push(message) : child.send(message, noop)),
    hold(isHeld) {
      if (isHeld) child.ref()
      else child.unref()
      if (isHeld) child.channel?.ref()
      else child.channel?.unref()
    },
    kill: () => void child.kill('SIGKILL'),
    end: () => void (child.connected && child.disconnect()),
    onMessage: (receive) => void child.on('message', (message) => message === READY || receive(message as FromProcess)),
    onEnd: (end) => {
      child.once('error', end)
      child.once('exit', end)
    }
  }
}

type Link = Pick<ResultsChild, 'send' | 'hold' | 'kill' | 'end'>

interface Waiting {
  readonly message: Extract<ToProcess, { file: string }>
  readonly done: (answer: never) => void
  readonly fail: (problem: Problem) => void
  tries: number
}

/** Answers the messages of the process's channel. */
export function serveResults(send: (message: FromProcess) => void): {
  receive: (message: ToProcess) => void
  isBusy: () => boolean
  close: () => Promise<unknown>
} {
  const files = new Map<string, Results>()
  const running = new Map<number, Aborter>()
  const answer = async (
    id: number,
    file: string,
    method: keyof ResultsPort,
    parameters: readonly unknown[],
    stop: AbortSignalLike
  ): Promise<void> => {
    const results = files.get(file) ?? new Results(file)
    files.set(file, results)
    try {
      const call = results[method].bind(results) as (...all: unknown[]) => Promise<unknown>
      const value = await call(...parameters, stop)
      send({ id, answer: value })
    } catch (thrown) {
      send({ id, problem: toProblem(thrown).toJSON() })
    }
    running.delete(id)
  }
  const receive = (message: ToProcess): void => {
    if ('stop' in message) return running.get(message.stop)?.abort()
    const stop = new Aborter()
    running.set(message.id, stop)
    void answer(message.id, message.file, message.method, message.parameters, stop)
  }
  return { receive, isBusy: () => running.size > 0, close: () => Promise.all([...files.values()].map((one) => one.close())) }
}

/**
 * Results in a process of their own, because DuckDB can't be stopped in the middle of a single long function, and would take the app with it if it
 * crashed. The first call starts the process, and it ends some time after the last one. If it is killed or ends by itself, another answers what is
 * left. `start` may give no child; then this process answers.
 */
export class ResultsProcess {
  #child: Link | undefined
  #next = 1
  #idle: NodeJS.Timeout | undefined
  readonly #waiting = new Map<number, Waiting>()

  constructor(
    private readonly start: () => ResultsChild | undefined = startChild,
    private readonly limits = { queryMs: QUERY_MS, stopMs: STOP_MS, idleMs: IDLE_MS }
  ) {}

  /** The results in a file. */
  of(file: string): ResultsPort {
    const call = <Method extends keyof ResultsPort>(method: Method, parameters: readonly unknown[], stop?: AbortSignalLike) =>
      this.#call(file, method, parameters, stop) as ReturnType<ResultsPort[Method]>
    return {
      add: (sessions) => call('add', [sessions]),
      sessions: () => call('sessions', []),
      rows: <Row>(sql: string, parameters = [], stop = never) => call('rows', [sql, parameters], stop) as Promise<Row[]>,
      counts: (filter) => call('counts', [filter]),
      query: (sql, maxRows, stop) => this.#timed(stop, (timed) => call('query', [sql, maxRows], timed)),
      exportTables: (folder, format) => call('exportTables', [folder, format]),
      close: () => (this.#child ? call('close', []) : Promise.resolve())
    }
  }

  async #timed<Answer>(stop: AbortSignalLike | undefined, work: (stop: AbortSignalLike) => Promise<Answer>): Promise<Answer> {
    const timed = new Aborter()
    if (stop) timed.follow(stop)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      timed.abort()
    }, this.limits.queryMs)
    try {
      return await work(timed)
    } catch (thrown) {
      if (!isLate) throw thrown
      throw new Problem('refused', `The query took longer than ${this.limits.queryMs / 1000} seconds. Filter the rows sooner, or join fewer of them.`)
    } finally {
      clearTimeout(timer)
    }
  }

  #call(file: string, method: keyof ResultsPort, parameters: readonly unknown[], stop?: AbortSignalLike): Promise<unknown> {
    const id = this.#next++
    const answered = new Promise((done, fail) => {
      const waiting = { message: { id, file, method, parameters }, done, fail, tries: 0 }
      this.#waiting.set(id, waiting)
      this.#send(waiting)
    })
    if (stop?.aborted) this.#stop(id)
    else stop?.addEventListener('abort', () => this.#stop(id))
    return answered
  }

  #send(waiting: Waiting): void {
    waiting.tries++
    clearTimeout(this.#idle)
    const child = (this.#child ??= this.#started())
    child.hold(true)
    child.send(waiting.message)
  }

  #started(): Link {
    const child = this.start()
    if (!child) return { send: serveResults((message) => this.#receive(message)).receive, hold: noop, kill: noop, end: noop }
    child.onMessage((message) => this.#receive(message))
    child.onEnd(() => {
      if (this.#child === child) this.#lost()
    })
    return child
  }

  #receive(message: FromProcess): void {
    const waiting = this.#waiting.get(message.id)
    if (!waiting) return
    this.#waiting.delete(message.id)
    this.#rest()
    if ('answer' in message) waiting.done(message.answer as never)
    else waiting.fail(new Problem(message.problem.code, message.problem.message, message.problem.data))
  }

  /** Lets this process end while no call is waiting, and the child a while after that. */
  #rest(): void {
    if (this.#waiting.size > 0) return
    const child = this.#child
    child?.hold(false)
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      this.#child = undefined
      child?.end()
    }, this.limits.idleMs)
    this.#idle.unref()
  }

  #stop(id: number): void {
    if (!this.#waiting.has(id)) return
    this.#child?.send({ stop: id })
    setTimeout(() => {
      const waiting = this.#waiting.get(id)
      if (!waiting) return
      this.#waiting.delete(id)
      waiting.fail(new Problem('refused', 'The query was stopped.'))
      const child = this.#child
      this.#child = undefined
      child?.kill()
      this.#lost()
    }, this.limits.stopMs).unref()
  }

  /** The child has ended: calls without an answer go to another one, but not for ever. */
  #lost(): void {
    this.#child = undefined
    for (const [id, waiting] of this.#waiting)
      if (waiting.tries < MAX_TRIES) this.#send(waiting)
      else {
        this.#waiting.delete(id)
        const message = 'The database of the lab ended unexpectedly. Try again; if it happens again, please report it with the query.'
        waiting.fail(new Problem('internal', message, { method: waiting.message.method }))
      }
    this.#rest()
  }
}

const shared = new ResultsProcess()

/** The results in a file, as `results.duckdb` of a run. They are read and written by a process that all callers share. */
export const resultsOf = (file: string): ResultsPort => shared.of(file)
