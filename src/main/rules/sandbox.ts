import type { ParamDef } from '../../shared/game'
import type { ActionResult, Dice, Params } from '../../shared/play'
import { Problem } from '../../shared/problem'
import type { GameState } from '../../shared/state'
import { ruleProblem, stoppedProblem, type Failed } from './failure'
import { type Bare, spareInstance } from './instance'
import { type Loaded, Machine, type Program, Stopped } from './machine'
import { patchBetween, viewOf, type RuleState } from './view'

type Answer<T> = Failed & { ok?: T }
/** What the kernel's calls come back with. */
interface Answers {
  offers: Offered[]
  whyNot: { reason?: string }
  execute: ActionResult
}
export type Offered = { name: string; params: ParamDef[] }

/** The machine that runs a game's rules: keeps it at the newest state by patches; whatever a rule does to it is undone before the next. */
export class Sandbox {
  private machine: Machine | undefined
  private sent: RuleState | undefined
  /** Answers already given, for as long as the rules would see nothing new: most beats of a table change nothing that they can see. */
  private asked: { state: GameState; view: RuleState; answers: Map<string, Offered[]> } | undefined
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
      const { message, data } = stoppedProblem(thrown, 'Loading the rules', sources)
      throw new Problem('bad-file', message, data)
    }
    let described = {}
    for (const text of this.machine.registered) {
      const answer = JSON.parse(text) as Answer<Record<string, string>>
      if (answer.ok === undefined) {
        const { message, data } = ruleProblem({ ...answer, file: answer.file ?? this.fileOf(answer.rule) }, sources)
        throw new Problem('bad-file', message, data)
      }
      if (!Array.isArray(answer.ok)) described = answer.ok
    }
    this.descriptions = described
  }

  /** Of `names`, what `actor` may do now, in one call into the machine. Throws Problem `rule-failed`. */
  offers(state: GameState, actor: string, names: readonly string[]): Offered[] {
    if (this.asked?.state !== state) {
      const view = viewOf(state)
      const same = this.asked && patchBetween(this.asked.view, view) === undefined
      this.asked = { state, view, answers: same && this.asked ? this.asked.answers : new Map() }
    }
    const question = JSON.stringify([actor, names])
    const before = this.asked.answers.get(question)
    if (before) return before
    const offered = this.ask('offers', state, [actor, JSON.stringify(names)], `A rule asked about by ${actor}`)
    this.asked.answers.set(question, offered)
    return offered
  }

  /** Why not, in words; undefined when `actor` may. Throws Problem `rule-failed`. */
  whyNot(state: GameState, actor: string, action: string): string | undefined {
    return this.ask('whyNot', state, [actor, action], `The rule "${action}"`, this.fileOf(action)).reason
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
  }

  private ask<K extends keyof Answers>(call: K, state: GameState, args: string[], what: string, file?: string, dice?: Dice): Answers[K] {
    let text: string
    try {
      text = this.current(viewOf(state)).call(call, args, dice)
    } catch (thrown) {
      if (!(thrown instanceof Stopped)) throw thrown
      throw stoppedProblem(thrown, what, this.sources, file)
    }
    const answer = JSON.parse(text) as Answer<Answers[K]>
    if (answer.ok === undefined) throw ruleProblem(answer, this.sources)
    return answer.ok
  }

  /** The machine, brought to `view`. One that rules have made grow is replaced as soon as a fresh instance is at hand. */
  private current(view: RuleState): Machine {
    const bare = this.machine?.grown === true ? spareInstance() : undefined
    if (bare) {
      this.machine = new Machine(bare, this.from)
      this.sent = undefined
    }
    if (!this.machine) throw new Error('The game of these rules was closed.')
    const patch = patchBetween(this.sent ?? {}, view)
    if (patch !== undefined) this.machine.sync(JSON.stringify(patch))
    this.sent = view
    return this.machine
  }

  private fileOf(rule: string | undefined): string | undefined {
    return this.from.rules.find(({ name }) => name === rule)?.file
  }
}
