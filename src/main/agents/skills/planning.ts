import { never, type AbortSignalLike } from '../../../shared/base/abort'
import type { ToolAnswer, ToolUse, TurnPlan } from '../../../shared/table/agents'
import type { Offer, PossibleOffer } from '../../../shared/story/game'
import type { ActionCall, Beat, Params } from '../../../shared/story/play'
import { checkPlan, orderOf, violationLines, waitsFor } from '../../../shared/plans/check'
import type { PlanEvent, SkillExecuted } from '../../../shared/plans/events'
import type { Plan, PlanAction } from '../../../shared/plans/plan'
import { Problem } from '../../../shared/base/problem'
import { failedSkill, skillRegistry, type Skill, type SkillResult } from '../../../shared/table/skills'
import { PLAINLY } from '../../engine/narrator-offers'
import { ACTION_ID, TOOL_PARAMETERS, TOOL_RESULT, toolResult } from '../../engine/skill'
import { GIVEN_UP } from '../../engine/verbs'
import { inProcessSkills, recordedSkills } from './in-process'
import { narratesItself, RUN_PLAN, resultsText } from './plan-offers'
import { runPlan, type PlanHost } from './run-plan'

/** The operations on the story and this machine that a turn with a plan needs. */
export interface PlanningHost extends Pick<PlanHost, 'stateFor' | 'sessionId' | 'clock' | 'after' | 'breathe' | 'report'> {
  offers(only?: string): readonly Offer[]
  /** The names that the seat knows, by id. */
  names(): Readonly<Record<string, string>>
  everyOffer(): readonly PossibleOffer[]
  /** Answers a tool that only looks. */
  look(use: ToolUse): string
  /** Records a beat. `at`: the campaign time after it. Throws Problem. */
  play(call: Pick<ActionCall, 'kind' | 'action' | 'params'> & { as?: string }): Promise<{ beat: Beat; answer: string; changes?: number; at?: string }>
  /** The skills beside the campaign. */
  tools(): readonly Skill[]
  /** Returns whether the DM has made all the calls of its turn. */
  isSpent(): boolean
  /** Returns whether the last beat ended a turn whose agent gave no usable answer. */
  wasGivenUp(): boolean
}

/** The number of unusable plans of a turn after which a plain narration is used instead. */
const MAX_WRONG_PLANS = 2

/** The narration if no usable plan was sent. */
export const PLAIN_NARRATION = 'For a while nothing more happens.'

/** A turn in which a seat sends a plan instead of using its tools. The plan is checked and executed, and all its results are narrated once. */
export class Planning implements TurnPlan {
  readonly events: PlanEvent[] = []
  /** The last beat of the plan. */
  beat: Beat | undefined
  stage: TurnPlan['stage'] = 'plan'
  results: readonly SkillExecuted[] = []
  violations: TurnPlan['violations'] = []
  #wrong = 0
  /** The action that ends the turn. It is executed after the narration. */
  #last: PlanAction | undefined
  #plan: Plan | undefined
  #marks: Params = {}
  #recorded: readonly Skill[] = []
  readonly #began: number

  constructor(private readonly host: PlanningHost) {
    this.#began = host.clock()
  }

  /** The offers that the seat would have without a plan. */
  get offers(): readonly Offer[] {
    return this.host.offers()
  }

  /** The skills beside the campaign. */
  get tools(): readonly Skill[] {
    return this.host.tools()
  }

  /**
   * Checks a plan and executes it. `marks` are parameters that the table sets on every call. The answer is `over` if the turn is over: there is
   * nothing left to narrate, the plan was cancelled, or this was the second unusable plan.
   */
  async run(text: string, marks: Params, signal: AbortSignalLike): Promise<ToolAnswer> {
    this.#marks = marks
    if (this.stage === 'narrate') return { ok: false, text: 'Your plan is done already. Use narrate to tell what came of it.', over: false }
    const { skills } = skillRegistry([...this.#inProcess(), ...this.#recorded, ...this.host.tools()])
    const { violations, plan, repaired } = checkPlan(text, skills)
    this.violations = violations
    if (!plan) {
      const lines = ['This plan was not done:', ...violationLines(violations).map((line) => `- ${line}`)]
      this.#report({ event: 'AgentError', ms: this.#ms(), message: lines.join('\n') })
      if (++this.#wrong < MAX_WRONG_PLANS) return { ok: false, text: [...lines, 'Send the whole plan again, corrected.'].join('\n'), over: false }
      return { ok: false, text: lines.join('\n'), over: await this.#narratePlainly() }
    }
    this.#plan = plan
    this.#report({ event: 'PlanGenerated', ms: this.#ms(), plan, order: orderOf(plan), ...(repaired === undefined ? {} : { repaired }) })
    const last = plan.actions.find(({ skillName }) => skills.get(skillName)?.endsTurn)
    const before = plan.actions.filter((action) => action !== last)
    this.#last = last
    this.results = before.length === 0 ? [] : await this.#do({ ...plan, actions: before }, skills, signal)
    if (signal.aborted) return { ok: true, text: 'The plan was cancelled.', over: true }
    const isTold = this.results.length === 0 || narratesItself(this.results)
    if (!isTold && this.host.offers().some(({ name, as }) => name === 'narrate' && as === undefined)) {
      this.stage = 'narrate'
      return { ok: true, text: resultsText(this.results), over: false, decides: true }
    }
    await this.end()
    await this.#interrupt()
    return { ok: true, text: resultsText(this.results), over: true }
  }

  /** Calls on everybody if the DM has made all the calls of its turn and can't continue it. */
  async #interrupt(): Promise<void> {
    if (!this.host.isSpent() || !this.host.offers().some(({ name }) => name === 'call_on')) return
    this.#report({ event: 'AgentError', ms: this.#ms(), message: 'The DM has made all the calls of its turn, so everybody is asked.' })
    const { beat } = await this.host.play({ kind: 'play', action: 'call_on', params: { who: ['all'] } })
    this.beat = beat
  }

  /** Executes the action that ends the turn, after all other results were narrated. */
  async end(): Promise<void> {
    this.stage = 'over'
    const [action, plan] = [this.#last, this.#plan]
    if (!action || !plan) return
    this.#last = undefined
    const failed = waitsFor(plan, action.actionId).filter((id) => this.results.find(({ actionId }) => actionId === id)?.status !== 'done')
    const skills = new Map(this.#inProcess().map((skill) => [skill.name, skill]))
    const isGone = !skills.has(action.skillName)
    const began = this.host.clock()
    const untried = failed.length > 0 || isGone
    const result =
      failed.length > 0
        ? failedSkill(`It waits for ${failed.map((id) => `"${id}"`).join(', ')}, which did not succeed.`)
        : isGone
          ? failedSkill('The turn was over before.')
          : await this.#use(skills.get(action.skillName) as Skill, action)
    const status = result.success ? 'done' : failed.length > 0 ? 'skipped' : 'failed'
    const executed: SkillExecuted = {
      event: 'SkillExecuted',
      ms: this.#ms(),
      actionId: action.actionId,
      skill: action.skillName,
      runs: 'in-process',
      status,
      output: result.output,
      errors: result.errors,
      tries: untried ? 0 : 1,
      took: this.host.clock() - began
    }
    this.#report(executed)
    this.results = [...this.results, executed]
    const { saved } = result
    if (saved)
      this.#report({
        event: 'StateUpdated',
        ms: this.#ms(),
        actionId: action.actionId,
        beat: saved.beat,
        n: saved.n,
        words: saved.subject,
        changes: saved.changes
      })
  }

  repeats(recorded: readonly PlanEvent[]): void {
    this.#recorded = recordedSkills(recorded)
  }

  /** Reports that the agent did not narrate the results. The table then narrates them plainly. */
  notNarrated(): void {
    this.#report({ event: 'AgentError', ms: this.#ms(), message: 'The agent did not narrate what came of its plan, so the table tells it plainly.' })
  }

  #use(skill: Skill, { actionId, skillName, parameters }: PlanAction): Promise<SkillResult> {
    return skill.run({ actionId, skill: skillName, parameters, state: {}, sessionId: this.host.sessionId }, never)
  }

  #do(plan: Plan, skills: ReadonlyMap<string, Skill>, signal: AbortSignalLike): Promise<SkillExecuted[]> {
    const { host } = this
    const ids = new Set(plan.actions.map(({ actionId }) => actionId))
    const dependencies = Object.fromEntries(Object.entries(plan.dependencies ?? {}).filter(([id]) => ids.has(id)))
    return runPlan(
      { ...plan, dependencies },
      {
        skills,
        sessionId: host.sessionId,
        stateFor: (skill) => host.stateFor(skill),
        save: async ({ actionId, skillName, parameters }, { output, stateChanges }) => {
          const params = {
            [ACTION_ID]: actionId,
            [TOOL_PARAMETERS]: JSON.stringify(parameters),
            [TOOL_RESULT]: toolResult(skillName, output, stateChanges)
          }
          const { beat, changes = 0, at } = await host.play({ kind: 'skill', action: skillName, params })
          this.beat = beat
          const provenance = at === undefined ? {} : { provenance: { tool: skillName, timestamp: at } }
          return { beat: beat.id, n: beat.n, subject: beat.subject, changes, ...provenance }
        },
        clock: () => this.#ms(),
        after: (ms, then) => host.after(ms, then),
        breathe: () => host.breathe(),
        report: (event) => this.#report(event)
      },
      signal
    )
  }

  #inProcess(): Skill[] {
    const { host } = this
    return inProcessSkills({
      offers: (only) => host.offers(only),
      names: () => host.names(),
      everyOffer: () => host.everyOffer().filter(({ name }) => name !== RUN_PLAN),
      use: async (use, actionId) => {
        try {
          const [offer] = host.offers(use.tool)
          if (offer?.cost === 'look') return { ok: true, text: host.look(use) }
          const as = use.as ?? offer?.as
          const {
            beat,
            answer,
            changes = 0
          } = await host.play({
            kind: 'skill',
            action: use.tool,
            ...(as === undefined ? {} : { as }),
            params: { ...use.input, ...this.#marks, [ACTION_ID]: actionId }
          })
          this.beat = beat
          return { ok: true, text: answer, saved: { beat: beat.id, n: beat.n, subject: beat.subject, changes } }
        } catch (thrown) {
          if (!(thrown instanceof Problem) || !['refused', 'rule-failed', 'bad-input', 'not-found'].includes(thrown.code)) throw thrown
          return { ok: false, text: thrown.message }
        }
      }
    })
  }

  /** Narrates that nothing happens, after unusable plans. Returns whether the turn is over. */
  async #narratePlainly(): Promise<boolean> {
    const offers = this.host.offers()
    const narrate = offers.find(({ name, as }) => name === 'narrate' && as === undefined)
    if (!narrate || this.host.wasGivenUp()) return false
    this.stage = 'over'
    this.#report({ event: 'AgentError', ms: this.#ms(), message: 'The second plan could not be used either, so a plain narration stands in.' })
    const narrated = await this.host.play({ kind: 'play', action: 'narrate', params: plainParams(narrate, PLAIN_NARRATION) })
    this.beat = narrated.beat
    if (!offers.some(({ name }) => name === 'call_on')) return true
    const { beat } = await this.host.play({ kind: 'play', action: 'call_on', params: { who: ['all'], [GIVEN_UP]: true } })
    this.beat = beat
    return true
  }

  #report(event: PlanEvent): void {
    this.events.push(event)
    this.host.report(event)
  }

  #ms = (): number => Math.max(0, Math.round((this.host.clock() - this.#began) * 100) / 100)
}

/** The params of a narration in plain words, also if the table's DM narrates with scene trees. */
export function plainParams({ params }: Offer, text: string): Params {
  return params.some(({ name }) => name === 'output') ? { text, [PLAINLY]: true } : { text }
}

/** The tool use with which an agent sends a plan. */
export const planUse = (plan: Plan): ToolUse => ({ tool: RUN_PLAN, input: { plan: JSON.stringify(plan) } })
