import { Aborter, type AbortSignalLike } from '../../../shared/base/abort'
import type { JsonObject } from '../../../shared/base/json'
import { orderOf, waitsFor } from '../../../shared/plans/check'
import type { ActionStatus, PlanEvent, SkillExecuted } from '../../../shared/plans/events'
import { PLAN_SECONDS, type Plan, type PlanAction } from '../../../shared/plans/plan'
import { Problem } from '../../../shared/base/problem'
import { failedSkill, type SavedSkill, type Skill, type SkillChange, type SkillResult } from '../../../shared/table/skills'

/** The services that a plan needs while it runs. */
export interface PlanHost {
  skills: ReadonlyMap<string, Skill>
  /** The id of the turn or run. */
  sessionId: string
  /** The present values of the parts of the state that a skill names and may know. */
  stateFor(skill: Skill): JsonObject
  /** Saves the changes that an external skill requests as one beat. Throws Problem `refused`; then nothing has changed. */
  save(action: PlanAction, result: SkillResult): Promise<SavedSkill>
  /** The time since the plan began, in ms. */
  clock(): number
  /** Calls `then` after so many milliseconds. Returns a function that cancels the call. */
  after(ms: number, then: () => void): () => void
  /** Lets other work of this process go on, such as hearing that the plan is cancelled. */
  breathe(): Promise<void>
  report(event: PlanEvent): void
}

/** The maximum number of external skills that run at the same time. */
const MAX_SIDE_BY_SIDE = 4
/** How often a skill is retried after a failure that may be temporary. */
const MAX_RETRIES = 3
/** How long the plan waits for a cancelled skill to end, in ms. */
const GRACE_MS = 400

/** The result of a skill that was tried, with the number of tries, the time that it took (ms), and why it was ended. */
interface Tried {
  result: SkillResult
  tries: number
  took: number
  ended?: 'timeout' | 'cancelled'
}

/**
 * Executes the actions of a checked plan, each after the actions for which it waits, otherwise in their order. Only external skills overlap, and
 * their changes are saved in that order, too. An action that waits for a failed one is skipped; the others are executed. If the plan is cancelled or
 * takes too long, the remaining actions are not executed, and the results so far stay. Throws a Problem only for failures that no plan can prevent,
 * such as a full disk.
 */
export async function runPlan(plan: Plan, host: PlanHost, signal: AbortSignalLike): Promise<SkillExecuted[]> {
  return new PlanRun(plan, host).run(signal)
}

class PlanRun {
  readonly #stop = new Aborter()
  #isLate = false
  readonly #results = new Map<string, SkillExecuted>()
  readonly #started = new Map<string, Promise<Tried>>()
  readonly #actions: ReadonlyMap<string, PlanAction>
  readonly #order: readonly string[]

  constructor(
    private readonly plan: Plan,
    private readonly host: PlanHost
  ) {
    this.#actions = new Map(plan.actions.map((action) => [action.actionId, action]))
    this.#order = orderOf(plan)
  }

  async run(signal: AbortSignalLike): Promise<SkillExecuted[]> {
    const { host, plan } = this
    this.#stop.follow(signal)
    const stopTimer = host.after((plan.timeoutSeconds ?? PLAN_SECONDS) * 1000, () => {
      this.#isLate = !this.#stop.aborted
      this.#stop.abort()
    })
    try {
      for (const id of this.#order) {
        if (!this.#stop.aborted) this.#startExternal()
        await host.breathe()
        await this.#do(this.#actions.get(id) as PlanAction)
      }
    } finally {
      stopTimer()
      this.#stop.abort()
    }
    return [...this.#results.values()]
  }

  /** Starts the next external skills that don't wait for anything any more. The choice depends only on the results so far. */
  #startExternal(): void {
    let open = [...this.#started.keys()].filter((id) => !this.#results.has(id)).length
    for (const id of this.#order) {
      if (open >= MAX_SIDE_BY_SIDE) return
      const action = this.#actions.get(id) as PlanAction
      const isReady = waitsFor(this.plan, id).every((other) => this.#results.get(other)?.status === 'done')
      if (this.#started.has(id) || this.#results.has(id) || !isReady || this.#skill(action).runs !== 'external') continue
      const tried = this.#try(action)
      // A failure is thrown when the action's turn comes.
      tried.catch(() => undefined)
      this.#started.set(id, tried)
      open++
    }
  }

  #skill({ skillName }: PlanAction): Skill {
    const skill = this.host.skills.get(skillName)
    if (!skill) throw new Problem('bad-input', `There is no skill "${skillName}". Check the plan before it runs.`, { skill: skillName })
    return skill
  }

  async #do(action: PlanAction): Promise<void> {
    const failed = waitsFor(this.plan, action.actionId).filter((id) => this.#results.get(id)?.status !== 'done')
    if (this.#stop.aborted) return this.#note(action, notTried(this.#whyStopped()), this.#isLate ? 'timeout' : 'cancelled')
    if (failed.length > 0)
      return this.#note(action, notTried(`It waits for ${failed.map((id) => `"${id}"`).join(', ')}, which did not succeed.`), 'skipped')
    const tried = await (this.#started.get(action.actionId) ?? this.#try(action))
    if (!tried.result.success || tried.ended) return this.#note(action, tried, tried.ended ?? 'failed')
    if (this.#skill(action).runs === 'in-process') return this.#note(action, tried, 'done', tried.result.saved)
    try {
      this.#note(action, tried, 'done', await this.host.save(action, tried.result))
    } catch (thrown) {
      if (!(thrown instanceof Problem) || !['refused', 'rule-failed', 'bad-input'].includes(thrown.code)) throw thrown
      const { stderr } = tried.result
      this.#note(action, { ...tried, result: { ...failedSkill(thrown.message), ...(stderr === undefined ? {} : { stderr }) } }, 'failed')
    }
  }

  #whyStopped(): string {
    return this.#isLate ? `The plan took longer than ${this.plan.timeoutSeconds ?? PLAN_SECONDS} s.` : 'The plan was cancelled.'
  }

  #note({ actionId, skillName }: PlanAction, { result, tries, took }: Tried, status: ActionStatus, saved?: SavedSkill): void {
    const { output, errors, stderr, understood, stateChanges } = result
    const { host } = this
    const runs = host.skills.get(skillName)?.runs ?? 'in-process'
    const executed: SkillExecuted = {
      event: 'SkillExecuted',
      ms: host.clock(),
      actionId,
      skill: skillName,
      runs,
      status,
      output,
      errors,
      ...(runs === 'external' && status === 'done' ? { stateChanges: withProvenance(stateChanges, saved) } : {}),
      ...(stderr === undefined || stderr === '' ? {} : { stderr }),
      ...(understood === undefined ? {} : { understood }),
      tries,
      took
    }
    this.#results.set(actionId, executed)
    host.report(executed)
    if (saved)
      host.report({ event: 'StateUpdated', ms: host.clock(), actionId, beat: saved.beat, n: saved.n, words: saved.subject, changes: saved.changes })
  }

  /** Runs a skill, and retries it after a failure that may be temporary. */
  async #try(action: PlanAction): Promise<Tried> {
    const { host } = this
    const skill = this.#skill(action)
    const began = host.clock()
    for (let tries = 1; ; tries++) {
      const { result, ended } = await this.#once(action, skill)
      const again = result.isTransient === true && !ended && tries <= MAX_RETRIES && !this.#stop.aborted
      if (!again) return { result, tries, took: host.clock() - began, ...(ended ? { ended } : {}) }
      await host.breathe()
    }
  }

  async #once(action: PlanAction, skill: Skill): Promise<Pick<Tried, 'result' | 'ended'>> {
    const { host } = this
    const { actionId, skillName, parameters, timeoutSeconds = skill.timeoutSeconds } = action
    const stop = new Aborter()
    const timer = { isOver: false, stop: () => undefined as void }
    const unfollow = this.#stop.onAbort(() => stop.abort())
    timer.stop = host.after(timeoutSeconds * 1000, () => {
      timer.isOver = true
      stop.abort()
    })
    const request = { actionId, skill: skillName, parameters: parameters as JsonObject, state: host.stateFor(skill), sessionId: host.sessionId }
    let stopGrace = (): void => undefined
    const gaveUp = new Promise<undefined>((resolve) => {
      stop.onAbort(() => {
        stopGrace = host.after(GRACE_MS, () => resolve(undefined))
      })
    })
    try {
      const run = skill.run(request, stop)
      run.catch(() => undefined)
      const result = await Promise.race([run, gaveUp])
      if (!stop.aborted && result) return { result }
      // The changes of an in-process skill are saved already.
      if (result?.saved) return { result }
      const stderr = result?.stderr === undefined ? {} : { stderr: result.stderr }
      if (timer.isOver)
        return { result: { ...failedSkill(`${skillName} took longer than ${timeoutSeconds} s and was ended.`), ...stderr }, ended: 'timeout' }
      return { result: { ...failedSkill(this.#whyStopped()), ...stderr }, ended: this.#isLate ? 'timeout' : 'cancelled' }
    } finally {
      timer.stop()
      stopGrace()
      unfollow()
    }
  }
}

/** A tool's changes with the tool and the campaign time. */
const withProvenance = (changes: readonly SkillChange[], { provenance }: Partial<SavedSkill> = {}): SkillChange[] =>
  changes.map((change) => (provenance ? { ...change, provenance } : change))

const notTried = (why: string): Tried => ({ result: failedSkill(why), tries: 0, took: 0 })
