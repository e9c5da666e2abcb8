import { attempt } from '../../shared/base/attempt'
import { own } from '../../shared/base/json'
import type { ParamDef } from '../../shared/story/game'
import type { Declared } from '../../shared/story/guide'
import type { ActionResult, Dice, Params } from '../../shared/story/play'
import { Problem } from '../../shared/base/problem'
import type { GameState } from '../../shared/story/state'
import { placeOf, ruleProblem, stoppedProblem, type RuleFailure } from './failure'
import { type VmInstance, spareInstance } from './instance'
import { type ConsoleListener, type LoadedVm, SandboxVm, type Program, VmStopped } from './sandbox-vm'
import { checkedDeclaration, checkedParams, fillable } from './params'
import { patchBetween, ruleStateOf, type RuleState } from './rule-state'
import { deepFreeze, InvalidRuleValue } from './vm/plain'
import type { ConsoleLine } from '../../shared/contract/try-calls'

/** Receives the rules' `console.log` output and a machine's coverage counts. A game at a table has none. */
export interface RuleObserver {
  hear?: ((line: ConsoleLine) => void) | undefined
  /** For a program with counters: gets the answer of `vm/counting.ts` after each call. */
  count?: (counted: string) => void
}

type Answer<T> = RuleFailure & { ok?: T }
/** The results of the kernel's calls. */
interface Answers {
  whyNot: ({ reason: string } | { params: unknown })[]
  forms: unknown[]
  execute: ActionResult
}
/** An actor, and the names of the actions that are asked about. */
type Asked = readonly [actor: string, names: readonly string[]]
export type RuleOffer = { name: string; params: ParamDef[] }

/** The same problem as a problem with one of the game's files. */
const badFile = ({ message, data }: Problem): Problem => new Problem('bad-file', message, data)

/** A state as rules see it, as long as nothing visible to them changes. Most beats of a table change nothing that they can see. */
interface Present {
  state: GameState
  view: RuleState
  /** The JSON merge patch from the machine's marked state to this one; '' for the marked state itself. */
  patch: string
  calls: number
  /** The offers so far, by actor and action; undefined for an action that isn't available. */
  offered: Map<string, Map<string, RuleOffer | undefined>>
}
/** The number of calls after which a state is marked, and the length of a patch, in characters, at which it is. */
const MARK_AFTER_QUESTIONS = 2
const MARK_AFTER_PATCH_CHARACTERS = 160
/** The most rules whose parameters are cached, and the maximum length of a cached answer in characters. */
const MAX_KEPT_RULES = 500
const MAX_KEPT_CHARACTERS = 1 << 16

/** The length of a state, in characters of JSON, at which it alone fills the rules' memory. */
const LARGE_STATE_CHARACTERS = 4_000_000

const tooLarge = (): Problem =>
  new Problem(
    'memory',
    'The world is too large for its rules, which have 64 MB of memory. Remove characters, items, places or facts that the story does not need.'
  )

/** Whether two views share every branch; `table` is new in each. Fast, and true for most beats. */
function isAlike(before: RuleState, after: RuleState): boolean {
  const keys = Object.keys(after) as (keyof RuleState)[]
  const same = (key: keyof RuleState): boolean =>
    before[key] === after[key] || (key === 'table' && patchBetween(before.table, after.table) === undefined)
  return keys.length === Object.keys(before).length && keys.every(same)
}

/** Runs a game's rules in a machine. It brings the machine to a state with patches, and undoes whatever a rule changed before the next call. */
export class Sandbox {
  private vm: SandboxVm | undefined
  private marked: RuleState | undefined
  private present: Present | undefined
  /** The parameters that each rule last returned, as JSON and parsed. From beat to beat, most rules return the same. */
  private readonly written = new Map<string, { text: string; params: ParamDef[] | string }>()
  private readonly yamlFiles: Readonly<Record<string, string>>
  /** The declarations of the TypeScript actions, by name. */
  readonly declared: Readonly<Record<string, Declared & { description: string }>>
  /** `from`: a game, or the state of a machine that loaded it. `sources`: the files as written, for line numbers. Throws Problem `bad-file`. */
  constructor(
    bare: VmInstance,
    private readonly from: Program | LoadedVm,
    private readonly sources: ReadonlyMap<string, string>,
    private readonly ear: RuleObserver = {}
  ) {
    try {
      this.vm = new SandboxVm(bare, from)
    } catch (thrown) {
      if (!(thrown instanceof VmStopped)) throw thrown
      throw badFile(stoppedProblem(thrown, 'Loading the rules', sources))
    }
    const [yaml = '', typescript = ''] = this.vm.registered
    this.yamlFiles = this.registered<Record<string, string>>(yaml, {})
    const declared: Record<string, Declared & { description: string }> = {}
    for (const [index, [about, params]] of this.registered<[about: { description: string; kind?: unknown; power?: unknown }, params?: unknown][]>(
      typescript,
      []
    ).entries()) {
      const name = from.rules[index]?.name ?? ''
      if (params !== undefined) this.judged(name, () => checkedParams(params), badFile)
      declared[name] = { description: about.description, ...this.judged(name, () => checkedDeclaration(about), badFile) }
    }
    this.declared = declared
  }

  /**
   * The actions among `names` that `actor` may take now, from at most one call into the machine. Throws Problem `rule-failed`. `next`: what is asked
   * right after this; the same call answers it, unless a rule fails.
   */
  offers(state: GameState, actor: string, names: readonly string[], next: readonly Asked[] = []): RuleOffer[] {
    const asked = this.unknown(state, [actor, names])
    if (asked[1].length > 0) {
      const more = next.map((one) => this.unknown(state, one)).filter(([, rest]) => rest.length > 0)
      if (more.length === 0 || this.isWatched || !this.askAll(state, [asked, ...more])) this.askOne(state, asked)
    }
    const known = this.at(state).offered.get(actor)
    return names.flatMap((name) => known?.get(name) ?? [])
  }

  private get isWatched(): boolean {
    return this.ear.hear !== undefined || this.ear.count !== undefined
  }

  /** The part of a question that this state hasn't answered yet. A machine that is watched answers again. */
  private unknown(state: GameState, [actor, names]: Asked): Asked {
    const known = this.at(state).offered.get(actor)
    return [actor, this.isWatched ? names : names.filter((name) => known?.has(name) !== true)]
  }

  /** Asks about the offers of several actors at once. False if a rule failed; whose question it was, another call has to tell. */
  private askAll(state: GameState, asked: readonly Asked[]): boolean {
    try {
      const text = this.call('offers', state, [JSON.stringify(asked)], 'A rule')
      if (text.startsWith('{')) return false
      for (const [i, answer] of text.split('\n;').entries()) this.keepOffers(state, asked[i] as Asked, answer)
      return true
    } catch (thrown) {
      if (thrown instanceof Problem) return false
      throw thrown
    }
  }

  private askOne(state: GameState, asked: Asked): void {
    const text = this.call('offers', state, [JSON.stringify([asked])], `A rule asked about by ${asked[0]}`)
    if (text.startsWith('{')) this.answered(text, state)
    this.keepOffers(state, asked, text)
  }

  private keepOffers(state: GameState, [actor, names]: Asked, text: string): void {
    const { offered } = this.at(state)
    const known = offered.get(actor) ?? new Map<string, RuleOffer | undefined>()
    offered.set(actor, known)
    const now = new Map<string, RuleOffer>()
    for (const line of text.split('\n').slice(1)) {
      const space = line.indexOf(' ')
      const name = names[Number(line.slice(0, space))] ?? ''
      const params = this.filled(name, actor, line.slice(space + 1), text.length < MAX_KEPT_CHARACTERS)
      if (typeof params !== 'string') now.set(name, { name, params })
    }
    for (const name of names) known.set(name, now.get(name))
  }

  /** The parameters that a rule returned, or the name of a required one without choices. */
  private filled(name: string, actor: string, text: string, keep: boolean): ParamDef[] | string {
    const whose = `${actor} ${name}`
    const before = this.written.get(whose)
    if (before?.text === text) return before.params
    const params = this.judged(name, () => deepFreeze(fillable(JSON.parse(text))))
    if (this.written.size >= MAX_KEPT_RULES) this.written.clear()
    if (keep) this.written.set(whose, { text, params })
    return params
  }

  /** For each of `actions` that `actor` may not take, the reason; from one call into the machine. Throws Problem `rule-failed`. */
  whyNot(state: GameState, actor: string, actions: readonly string[]): Map<string, string> {
    const [one] = actions
    if (one === undefined) return new Map()
    const what: [string, string?] = actions.length === 1 ? [`The rule "${one}"`, this.fileOf(one)] : [`A rule asked about by ${actor}`]
    const reasons = new Map<string, string>()
    for (const [index, answer] of this.ask('whyNot', state, [actor, JSON.stringify(actions)], ...what).entries()) {
      const action = actions[index] ?? ''
      const params = 'reason' in answer ? undefined : this.judged(action, () => fillable(answer.params))
      if ('reason' in answer) reasons.set(action, answer.reason)
      else if (typeof params === 'string') reasons.set(action, `there is nothing to choose for "${params}"`)
    }
    return reasons
  }

  /** The parameters that actions would have for `actor`, available or not; without those whose rule fails, as it may while unavailable. */
  forms(state: GameState, actor: string, names: readonly string[]): Map<string, ParamDef[]> {
    const [one] = names
    if (one === undefined) return new Map()
    let written: readonly unknown[]
    try {
      written = this.ask('forms', state, [actor, JSON.stringify(names)], `A rule asked about by ${actor}`)
    } catch {
      // One rule ran out of fuel, so each is asked alone.
      return new Map(names.length === 1 ? [] : names.flatMap((name) => [...this.forms(state, actor, [name])]))
    }
    return new Map(
      names.flatMap((name, at): [string, ParamDef[]][] => attempt(() => (written[at] === null ? [] : [[name, checkedParams(written[at])]]), []))
    )
  }

  /** Runs one action. Throws Problem `refused` or `rule-failed`. Either way the machine is unchanged. */
  execute(state: GameState, actor: string, action: string, params: Params, dice: Dice): ActionResult {
    return this.ask('execute', state, [actor, action, JSON.stringify(params)], `The rule "${action}"`, this.fileOf(action), dice)
  }

  /** The state from which another machine can start, before any query; undefined if loading used more memory than a fresh machine has. */
  get loaded(): LoadedVm | undefined {
    return this.vm?.grown === false ? this.vm.loaded : undefined
  }

  /** The machine's memory in bytes; never more than its cap. */
  get bytes(): number {
    return this.vm?.bytes ?? 0
  }

  /** Releases the memory. */
  dispose(): void {
    this.vm = undefined
    this.marked = undefined
    this.present = undefined
    this.written.clear()
  }

  private ask<K extends keyof Answers>(call: K, state: GameState, args: string[], what: string, file?: string, dice?: Dice): Answers[K] {
    return this.answered(this.call(call, state, args, what, file, dice), state) as Answers[K]
  }

  private call(name: 'offers' | keyof Answers, state: GameState, args: string[], what: string, file?: string, dice?: Dice): string {
    try {
      const vm = this.current(state)
      const answer = vm.call(name, args, dice, this.listener())
      this.ear.count?.(vm.counted())
      return answer
    } catch (thrown) {
      if (!(thrown instanceof VmStopped)) throw thrown
      throw thrown.reason !== 'fuel' && this.isLarge(state) ? tooLarge() : stoppedProblem(thrown, what, this.sources, file)
    }
  }

  private listener(): ConsoleListener | undefined {
    const { hear } = this.ear
    return hear && ((text, stack) => hear({ text, ...placeOf(stack, this.sources) }))
  }

  private answered(text: string, state: GameState): unknown {
    const answer = JSON.parse(text) as Answer<unknown>
    if (answer.ok !== undefined) return answer.ok
    throw /out of memory/.test(answer.threw ?? '') && this.isLarge(state) ? tooLarge() : ruleProblem(answer, this.sources)
  }

  /** Whether the state itself, and not a rule, uses most of the rules' memory. */
  private isLarge(state: GameState): boolean {
    return JSON.stringify(ruleStateOf(state)).length > LARGE_STATE_CHARACTERS
  }

  /** The present for a state: the previous one as long as rules see no difference. */
  private at(state: GameState): Present {
    const before = this.present
    if (before?.state === state) return before
    const view = ruleStateOf(state)
    const patch = before && isAlike(before.view, view) ? before.patch : this.patchTo(view)
    // Equal patches on the same state give the same state.
    this.present = before?.patch === patch ? { ...before, state, view } : { state, view, patch, calls: 0, offered: new Map() }
    return this.present
  }
  private patchTo(view: RuleState): string {
    const patch = patchBetween(this.marked ?? {}, view)
    return patch === undefined ? '' : JSON.stringify(patch)
  }

  /** The machine with a state loaded. If rules have made its memory grow, it is replaced as soon as a fresh instance is ready. */
  private current(state: GameState): SandboxVm {
    const present = this.at(state)
    const bare = this.vm?.grown === true ? spareInstance() : undefined
    if (bare) {
      this.vm = new SandboxVm(bare, this.from)
      this.marked = undefined
      present.patch = this.patchTo(present.view)
    }
    if (!this.vm) throw new Error('The game of these rules was closed.')
    const keep = present.patch !== '' && (present.calls >= MARK_AFTER_QUESTIONS || present.patch.length > MARK_AFTER_PATCH_CHARACTERS)
    this.vm.sync(present.patch, keep)
    if (keep) {
      this.marked = present.view
      present.patch = ''
    }
    present.calls++
    return this.vm
  }

  /** The answer of registering actions; `none` if there were no actions. Throws Problem `bad-file`. */
  private registered<T>(text: string, none: T): T {
    if (text === '') return none
    const answer = JSON.parse(text) as Answer<T>
    if (answer.ok === undefined) throw badFile(ruleProblem({ ...answer, file: answer.file ?? this.fileOf(answer.rule) }, this.sources))
    return answer.ok
  }

  /** Runs a check of the host on a rule's answer, and turns an error into the rule's Problem, converted by `as`. */
  private judged<T>(rule: string, judge: () => T, as = (problem: Problem): Problem => problem): T {
    try {
      return judge()
    } catch (thrown) {
      if (!(thrown instanceof InvalidRuleValue)) throw thrown
      throw as(ruleProblem({ invalid: thrown.message, rule, file: this.fileOf(rule) ?? own(this.yamlFiles, rule) }, this.sources))
    }
  }

  private fileOf(rule: string | undefined): string | undefined {
    return this.from.rules.find(({ name }) => name === rule)?.file
  }
}
