import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { Aborter, type AbortSignalLike } from '../../shared/base/abort'
import { equal } from '../../shared/base/json'
import { Problem, toProblem } from '../../shared/base/problem'
import type { WorkNews } from '../../shared/contract/calls'
import type { LabQueue } from '../../shared/lab/plan'
import type { Experiment, ExperimentStatus } from '../../shared/lab/experiment'
import { guarded } from '../campaign/git/disk-problem'
import { isGone, isSelf, LockOwner, ownSelf } from '../campaign/git/owner'
import { replaceFile } from '../machine/save-file'
import { withProgress } from '../work/with-progress'

/** What an experiment is played with. `queue`: workers on other machines play its sessions. */
interface PlayedOn<Progress, Kept> {
  kept: Kept
  keep: (kept: Kept) => void
  tell: (at: Progress) => void
  stop: AbortSignalLike
  queue: LabQueue | undefined
}

/** What an experiment does. `Kept`: what it has so far, as JSON; it goes on from there. */
export interface Work<Input, Progress, Answer, Kept> {
  /** Its name in a sentence, such as "A comparison". */
  name: string
  input: z.ZodType<Input>
  kept: z.ZodType<Kept>
  nothing: Kept
  /** Plays until it is done. Throws Problem; with `stopped` if its sessions were stopped, and any once `stop` aborts. */
  play: (input: Input, on: PlayedOn<Progress, Kept>) => Promise<void>
  /** What is known of it so far; undefined if that is nothing. */
  answer: (input: Input, kept: Kept) => Promise<Answer | undefined>
}

interface Stored<Input, Kept> {
  input: Input
  kept: Kept
  status: ExperimentStatus
  when: number
  problem?: string | undefined
  /** The process that plays it, or did last. */
  owner?: LockOwner | undefined
}

interface Running<Progress> {
  over: Promise<void>
  stop: Aborter
  /** Those who follow it. */
  tell: Set<(at: Progress) => void>
  progress?: Progress
  /** Why it failed. */
  failure?: Problem
}

/** Raise this whenever an input or what is kept changes its meaning: files of another version aren't read. */
const VERSION = 1

/**
 * The experiment of one kind that was begun last in a campaign. It goes on without its caller. It is kept in `file`, if there is one, so that it is shown again
 * later, and can go on after a stop and after the app was killed. While another process plays the one in the file, it is kept in memory alone.
 */
export class ExperimentOf<Input, Progress, Answer, Kept> {
  #last: Stored<Input, Kept> | undefined
  #running: Running<Progress> | undefined
  #answer: Promise<Answer | undefined> | undefined
  #isClosed = false
  /** Why the file can't be read. */
  #unreadable: string | undefined

  constructor(
    private readonly work: Work<Input, Progress, Answer, Kept>,
    private readonly file: string | undefined
  ) {
    const kept = this.#read()
    this.#last = kept && isTheirs(kept) ? undefined : kept
  }

  /** How it stands; undefined if none was begun. */
  async shown(): Promise<Experiment<Input, Answer> | undefined> {
    if (!this.#last) return this.#unreadable === undefined ? undefined : { status: 'failed', problem: this.#unreadable }
    const { input, status, when, problem } = this.#last
    const answer = this.#running ? undefined : await this.#known().catch(() => undefined)
    return {
      input,
      status: status === 'running' && !this.#running ? 'interrupted' : status,
      ...(this.#running ? {} : { when }),
      ...(answer === undefined ? {} : { answer }),
      ...(problem === undefined ? {} : { problem })
    }
  }

  /**
   * Begins it and follows it to its end; a caller that leaves doesn't end it. The same input as that of one that isn't done goes on with what it has.
   * `queue` isn't kept. Throws Problem `refused` while another one is running and when it is stopped, and the Problem that ends it.
   */
  follow(input: Input, queue?: LabQueue): AsyncIterable<WorkNews<Progress, Answer>> {
    return withProgress(async (tell) => {
      const running = this.#begin(input, queue)
      running.tell.add(tell)
      if (running.progress !== undefined) tell(running.progress)
      await running.over
      if (running.failure) throw running.failure
      const answer = this.#last?.status === 'done' ? await this.#known() : undefined
      if (answer !== undefined) return answer
      throw new Problem('refused', `${this.work.name} was stopped. What is done is kept: begin the same again to go on.`)
    })
  }

  /** Stops it; what is done is kept. */
  async stop(): Promise<void> {
    this.#running?.stop.abort()
    await this.#running?.over
  }

  /** Leaves it to be continued. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.stop()
  }

  #known(): Promise<Answer | undefined> {
    const { input, kept } = this.#last ?? {}
    if (input === undefined || kept === undefined) return Promise.resolve(undefined)
    this.#answer ??= this.work.answer(input, kept)
    return this.#answer
  }

  #begin(input: Input, queue: LabQueue | undefined): Running<Progress> {
    const last = this.#last
    const isSame = last !== undefined && equal(last.input, input)
    if (this.#running && isSame) return this.#running
    if (this.#running) throw new Problem('refused', `${this.work.name} is running already. Stop it, or wait until it is done.`)
    this.#save({ input, kept: isSame && last.status !== 'done' ? last.kept : this.work.nothing, status: 'running' })
    const running: Running<Progress> = { over: Promise.resolve(), stop: new Aborter(), tell: new Set() }
    this.#running = running
    running.over = this.#play(input, running, queue).finally(() => (this.#running = undefined))
    return running
  }

  async #play(input: Input, running: Running<Progress>, queue: LabQueue | undefined): Promise<void> {
    const end = (status: ExperimentStatus, problem?: string): void => {
      if (!this.#last || this.#isClosed) return
      try {
        this.#save({ ...this.#last, status, problem })
      } catch {
        // On a full disk it stays in the file as it was saved last, and is as it ended until the app closes.
      }
    }
    try {
      await this.work.play(input, {
        kept: this.#last?.kept ?? this.work.nothing,
        keep: (kept) => this.#save({ input, kept, status: 'running' }),
        tell: (at) => {
          running.progress = at
          for (const tell of running.tell) tell(at)
        },
        stop: running.stop,
        queue
      })
      end('done')
    } catch (thrown) {
      const problem = toProblem(thrown)
      if (running.stop.aborted || problem.data['stopped'] === true) return end('stopped')
      running.failure = problem
      end('failed', problem.message)
    }
  }

  #save(now: Omit<Stored<Input, Kept>, 'when'>): void {
    const stored = { ...now, when: Date.now() }
    this.#last = stored
    this.#answer = undefined
    const { file } = this
    const kept = this.#read()
    if (file === undefined || (kept && isTheirs(kept))) return
    guarded(() => {
      mkdirSync(dirname(file), { recursive: true })
      replaceFile(file, JSON.stringify({ version: VERSION, ...stored, owner: ownSelf() }))
    })
  }

  /** What the file says; nothing if it is damaged or of another version. */
  #read(): Stored<Input, Kept> | undefined {
    if (this.file === undefined || !existsSync(this.file)) return undefined
    const { input, kept } = this.work
    const schema = z.object({
      version: z.literal(VERSION),
      input,
      kept,
      status: z.enum(['running', 'stopped', 'failed', 'done']),
      when: z.number(),
      problem: z.string().optional(),
      owner: LockOwner.optional()
    })
    try {
      return schema.parse(JSON.parse(readFileSync(this.file, 'utf8')))
    } catch {
      this.#unreadable = `${this.work.name} can't be shown, because its file ${basename(this.file)} is damaged, or of another version of Proscenium. Begin a new one.`
      return undefined
    }
  }
}

/** Whether another process plays it now. */
const isTheirs = ({ status, owner }: Pick<Stored<unknown, unknown>, 'status' | 'owner'>): boolean =>
  status === 'running' && owner !== undefined && !isSelf(owner) && !isGone(owner)
