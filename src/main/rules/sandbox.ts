import type { ParamDef } from '../../shared/game'
import type { ActionResult, Dice, Params } from '../../shared/play'
import { Problem } from '../../shared/problem'
import type { GameState } from '../../shared/state'
import { ruleProblem, stoppedProblem, type Failed } from './failure'
import { type Bare, spareInstance } from './instance'
import { type Loaded, Machine, type Program, Stopped } from './machine'
import { checkedParams, fillable } from './params'
import { patchBetween, viewOf, type RuleState } from './view'
import { Nonsense } from './vm/plain'

type Answer<T> = Failed & { ok?: T }
/** What the kernel's calls come back with. */
interface Answers {
  offers: [index: number, params: unknown][]
  whyNot: { reason: string } | { params: unknown }
  execute: ActionResult
}
export type Offered = { name: string; params: ParamDef[] }

/** The same problem as one of the game's files. */
const badFile = ({ message, data }: Problem): Problem => new Problem('bad-file', message, data)

/** The machine that runs a game's rules: keeps it at the newest state by patches; whatever a rule does to it is undone before the next. */
export class Sandbox {
  private machine: Machine | undefined
  private sent: RuleState | undefined
  /** Answers already given, for as long as the rules would see nothing new: most beats of a table change nothing that they can see. */
  private asked: { view: RuleState; answers: Map<string, Offered[]> } | undefined
  /** The last state that was looked at, and the last two views that were compared: who asks, mostly asks again. */
  private seen: { state: GameState; view: RuleState } | undefined
  private compared: { before: unknown; after: RuleState; patch: unknown } | undefined
  /** Files of the YAML actions by name. */
  private readonly yamlFiles: Readonly<Record<string, string>>
  /** Descriptions of the TypeScript actions by name. */
  readonly descriptions: Readonly<Record<string, string>>
  /**
   * `from`: a game to load, or where another machine was when it had loaded it. `sources` are the game's files as their authors
   * wrote them, for naming lines. Throws Problem `bad-file`.
   */
  constructor(
    bare: Bare,
    private readonly from: Program | Loaded,
    private readonly sources: ReadonlyMap<string, string>
  ) {
    try {
      this.machine = new Machine(bare, from)
    } catch (thrown) {
      if (!(thrown instanceof Stopped)) throw thrown
      throw badFile(stoppedProblem(thrown, 'Loading the rules', sources))
    }
    const [yaml = '', typescript = ''] = this.machine.registered
    this.yamlFiles = this.registered<Record<string, string>>(yaml, {})
    const described: Record<string, string> = {}
    for (const [index, [description, params]] of this.registered<[description: string, params?: unknown][]>(typescript, []).entries()) {
      const name = from.rules[index]?.name ?? ''
      if (params !== undefined) this.judged(name, () => checkedParams(params), badFile)
      described[name] = description
    }
    this.descriptions = described
  }

  /** Of `names`, what `actor` may do now, in one call into the machine. Throws Problem `rule-failed`. */
  offers(state: GameState, actor: string, names: readonly string[]): Offered[] {
    const view = this.viewed(state)
    if (this.asked?.view !== view) {
      const same = this.asked && this.change(this.asked.view, view) === undefined
      this.asked = { view, answers: same && this.asked ? this.asked.answers : new Map() }
    }
    const list = JSON.stringify(names)
    const question = `${actor} ${list}`
    const before = this.asked.answers.get(question)
    if (before) return before
    const offered: Offered[] = []
    for (const [index, written] of this.ask('offers', state, [actor, list], `A rule asked about by ${actor}`)) {
      const name = names[index] ?? ''
      const params = this.judged(name, () => fillable(written))
      if (typeof params !== 'string') offered.push({ name, params })
    }
    this.asked.answers.set(question, offered)
    return offered
  }

  /** Why not, in words; undefined when `actor` may. Throws Problem `rule-failed`. */
  whyNot(state: GameState, actor: string, action: string): string | undefined {
    const answer = this.ask('whyNot', state, [actor, action], `The rule "${action}"`, this.fileOf(action))
    if ('reason' in answer) return answer.reason
    const params = this.judged(action, () => fillable(answer.params))
    return typeof params === 'string' ? `there is nothing to choose for "${params}"` : undefined
  }

  /** Runs one action. Throws Problem `refused` or `rule-failed`; the machine is as before either way. */
  execute(state: GameState, actor: string, action: string, params: Params, dice: Dice): ActionResult {
    return this.ask('execute', state, [actor, action, JSON.stringify(params)], `The rule "${action}"`, this.fileOf(action), dice)
  }

  /** What another machine can begin from, before the first question; undefined when loading took so much memory that a fresh one has no room for it. */
  get loaded(): Loaded | undefined {
    return this.machine?.grown === false ? this.machine.loaded : undefined
  }

  /** Bytes of memory that the machine has taken; never more than its cap. */
  get bytes(): number {
    return this.machine?.bytes ?? 0
  }

  /** Lets the memory go. */
  dispose(): void {
    this.machine = undefined
    this.sent = undefined
    this.asked = undefined
    this.seen = undefined
    this.compared = undefined
  }

  private ask<K extends keyof Answers>(call: K, state: GameState, args: string[], what: string, file?: string, dice?: Dice): Answers[K] {
    let text: string
    try {
      text = this.current(this.viewed(state)).call(call, args, dice)
    } catch (thrown) {
      if (!(thrown instanceof Stopped)) throw thrown
      throw stoppedProblem(thrown, what, this.sources, file)
    }
    const answer = JSON.parse(text) as Answer<Answers[K]>
    if (answer.ok === undefined) throw ruleProblem(answer, this.sources)
    return answer.ok
  }

  private viewed(state: GameState): RuleState {
    if (this.seen?.state !== state) this.seen = { state, view: viewOf(state) }
    return this.seen.view
  }
  /** The patch from one view to another; undefined when they are the same. */
  private change(before: unknown, after: RuleState): unknown {
    const known = this.compared
    if (known !== undefined && known.before === before && known.after === after) return known.patch
    const patch = patchBetween(before, after)
    this.compared = { before, after, patch }
    return patch
  }

  /** The machine, brought to `view`. One that rules have made grow is replaced as soon as a fresh instance is at hand. */
  private current(view: RuleState): Machine {
    const bare = this.machine?.grown === true ? spareInstance() : undefined
    if (bare) {
      this.machine = new Machine(bare, this.from)
      this.sent = undefined
    }
    if (!this.machine) throw new Error('The game of these rules was closed.')
    const patch = this.change(this.sent ?? {}, view)
    if (patch !== undefined) this.machine.sync(JSON.stringify(patch))
    this.sent = view
    return this.machine
  }

  /** What registering actions answered; `none` when there were no actions. Throws Problem `bad-file`. */
  private registered<T>(text: string, none: T): T {
    if (text === '') return none
    const answer = JSON.parse(text) as Answer<T>
    if (answer.ok === undefined) throw badFile(ruleProblem({ ...answer, file: answer.file ?? this.fileOf(answer.rule) }, this.sources))
    return answer.ok
  }

  /** What the host finds in an answer of a rule; what is wrong with it is the rule's Problem, `as` that is meant here. */
  private judged<T>(rule: string, judge: () => T, as = (problem: Problem): Problem => problem): T {
    try {
      return judge()
    } catch (thrown) {
      if (!(thrown instanceof Nonsense)) throw thrown
      throw as(ruleProblem({ nonsense: thrown.message, rule, file: this.fileOf(rule) ?? this.yamlFiles[rule] }, this.sources))
    }
  }

  private fileOf(rule: string | undefined): string | undefined {
    return this.from.rules.find(({ name }) => name === rule)?.file
  }
}
