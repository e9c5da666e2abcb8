import type { Game, Offer, ParamDef } from '../../../shared/story/game'
import { granted } from '../../../shared/story/sheet'
import { mergePatch, own } from '../../../shared/base/json'
import { toProblem } from '../../../shared/base/problem'
import type { ActionCall, Dice, Params, ParamValue } from '../../../shared/story/play'
import type { GameState, Place } from '../../../shared/story/state'
import { chanceStream, diceFrom, seededDice } from '../../engine/dice'
import { canAct, deciderOf, DM, inPlace, party } from '../../engine/people'
import { offered } from '../../engine/verbs'
import type { ReachedRules } from '../../rules/check/reached'
import { resolveCall } from '../../campaign/beat-files'

/** The maximum number of calls in all, and in one walk. */
export interface Bounds {
  calls: number
  walk: number
}
export const BOUNDS: Bounds = { calls: 400, walk: 40 }

/** The sandbox's reason for not offering an action whose rule is available. */
const NOTHING_TO_CHOOSE = /^there is nothing to choose for "(.+)"$/
/** The search asks for reasons in one of this many states, because asking in every state would double its time. */
const ASK_EVERY = 3

/**
 * Explores a game from a state. It prefers the calls that it has tried least, with dice that fall low, high and even, and returns to states in which
 * it met something new. Each step of the generator is one call. The choices depend on the state alone, so the same game and state give the same
 * result. The search is not a Story, because it goes back and chooses its dice. It stores states only, and resolves calls like a story.
 */
export function explore(game: Game, start: GameState, texts: readonly string[] = [], bounds: Bounds = BOUNDS): Generator<void, ReachedRules> {
  return new Explorer(game, texts).run(start, bounds)
}

class Explorer {
  readonly #uses = new Map<string, number>()
  readonly #reached: ReachedRules = {
    states: 0,
    calls: 0,
    available: new Set(),
    reasons: new Map(),
    empty: new Map(),
    tried: new Map(),
    failures: new Map(),
    conditions: new Set(),
    items: new Set()
  }
  readonly #seen = new Set<string>()
  /** The first state without a fight and the first with one. */
  readonly #examples = new Map<string, GameState>()
  readonly #names: string[]
  readonly #game: Game
  /** Actions whose rules threw when they were queried. They aren't queried again, so that they don't hide others. */
  readonly #broken = new Set<string>()
  /** The places of the last recorded state. Unchanged places need not be recorded again. */
  #places: GameState['places'] | undefined
  readonly #searched = new WeakSet<Place>()
  #answered: { state: GameState | undefined; answers: Map<string, Map<string, Offer | undefined>> } = { state: undefined, answers: new Map() }

  constructor(
    game: Game,
    private readonly texts: readonly string[]
  ) {
    this.#names = Object.keys(game.actions)
    this.#game = { ...game, offers: (state, actor, names) => this.#offers(game, state, actor, names) }
  }

  /** The offers for an actor. The answers for the last queried state are cached. */
  #offers(game: Game, state: GameState, actor: string, names: readonly string[]): Offer[] {
    if (this.#answered.state !== state) this.#answered = { state, answers: new Map() }
    const answers = this.#answered.answers.get(actor) ?? new Map<string, Offer | undefined>()
    this.#answered.answers.set(actor, answers)
    const unasked = names.filter((name) => !answers.has(name))
    if (unasked.length > 0) {
      const offers = new Map(this.#ask(game, state, actor, unasked).map((offer) => [offer.name, offer]))
      for (const name of unasked) answers.set(name, offers.get(name))
    }
    return names.flatMap((name) => answers.get(name) ?? [])
  }

  #ask(game: Game, state: GameState, actor: string, names: readonly string[]): Offer[] {
    const usable = names.filter((name) => !this.#broken.has(name))
    try {
      return game.offers(state, actor, usable)
    } catch (thrown) {
      const rule = this.#failed(thrown)
      if (rule === undefined || !usable.includes(rule)) throw thrown
      this.#broken.add(rule)
      return this.#ask(game, state, actor, usable)
    }
  }

  /** Records a failure and returns the name of the rule that failed. */
  #failed(thrown: unknown, action?: string): string | undefined {
    const problem = toProblem(thrown).toJSON()
    if (problem.code !== 'refused')
      this.#reached.failures.set(problem.message, { ...problem, data: { ...(action ? { action } : {}), ...problem.data } })
    const rule = problem.data?.['rule']
    return typeof rule === 'string' ? rule : undefined
  }

  *run(start: GameState, bounds: Bounds): Generator<void, ReachedRules> {
    const beginnings = [start]
    this.#note(start)
    for (let walk = 0; this.#reached.calls < bounds.calls; walk++) {
      // The newest starting points are the farthest. Every other walk starts at the first state.
      let state = walk % 2 === 0 ? start : (beginnings[Math.max(0, beginnings.length - 1 - ((walk >> 1) % 8))] ?? start)
      for (let step = 0; step < bounds.walk && this.#reached.calls < bounds.calls; step++) {
        yield
        const next = this.#step(state, walk)
        if (next === undefined) break
        if (next === state) continue
        state = next
        if (this.#note(state)) beginnings.push(state)
      }
    }
    this.#suppose()
    return this.#reached
  }

  /**
   * Queries one state without a fight and one with a fight, with each of the game's conditions on everybody. Some conditions depend on rare rolls,
   * and the actions that they grant should not count as unreachable. Exceptions are ignored here.
   */
  #suppose(): void {
    const failures = new Map(this.#reached.failures)
    for (const state of this.#examples.values())
      for (const id of Object.keys(this.#game.conditions)) {
        const under = { conditions: { [id]: { since: state.clock.minutes } } }
        const supposed = mergePatch(state, { actors: Object.fromEntries(Object.keys(state.actors).map((who) => [who, under])) })
        for (const who of this.#people(state)) this.#lookAt(supposed, who, false)
      }
    this.#reached.failures = failures
  }

  /** One call by the character whose turn it is. Returns the same state after a refusal, and undefined if nobody can act. */
  #step(state: GameState, walk: number): GameState | undefined {
    const chance = chanceStream('check', 'policy', `${walk}`, this.#reached.calls)
    const who = deciderOf(state)
    const choices = this.#choices(state, who, chance)
    const [offer, params] = choices.toSorted((a, b) => this.#wear(a) - this.#wear(b))[0] ?? []
    if (!offer || !params) return undefined
    this.#reached.calls++
    for (const key of keysOf(offer, params)) this.#uses.set(key, (this.#uses.get(key) ?? 0) + 1)
    const isRule = Object.hasOwn(this.#game.actions, offer.name)
    const tried = this.#reached.tried.get(offer.name) ?? { times: 0, refused: 0, sentence: '' }
    if (isRule) this.#reached.tried.set(offer.name, tried)
    tried.times++
    try {
      const as = offer.as === undefined ? {} : { as: offer.as }
      const call: ActionCall = { kind: 'play', action: offer.name, actor: who, params, agent: 'hand', ...as }
      return resolveCall({ state, game: this.#game }, call, NO_NOTES, { dice: this.#dice(state, walk) }).outcome.state
    } catch (thrown) {
      this.#failed(thrown, offer.name)
      const { code, message } = toProblem(thrown)
      if (code === 'refused') tried.refused++
      tried.sentence = message
      return state
    }
  }

  #dice(state: GameState, walk: number): Dice {
    const pace = (walk + this.#reached.calls) % 4
    if (pace === 0) return diceFrom(() => 1)
    if (pace === 1) return diceFrom((_, sides) => sides)
    return seededDice(`check ${walk}`, state.next.beat + 1)
  }

  /** Every offer with one choice of parameters, in random order. */
  #choices(state: GameState, who: string, chance: () => number): [Offer, Params][] {
    return offered(state, this.#game, who)
      .filter((offer) => offer.cost !== 'look' && !QUIET.includes(offer.name))
      .map((offer): [number, Offer, Params] => [chance(), offer, this.#params(offer, chance)])
      .toSorted(([a], [b]) => a - b)
      .map(([, offer, params]) => [offer, params])
  }

  /** The wear of a choice, from the number of tries of the action and of its parameters. Table verbs wear differently from actions. */
  #wear([offer, params]: [Offer, Params]): number {
    const [first = '', ...rest] = keysOf(offer, params)
    const uses = (key: string): number => this.#uses.get(key) ?? 0
    const isRule = Object.hasOwn(this.#game.actions, offer.name)
    const fresh = rest.length === 0 ? 0 : rest.reduce((sum, key) => sum + Math.min(3, uses(key)), 0) / rest.length
    return uses(first) * (isRule ? 1 : (own(LAST, offer.name) ?? 0.5)) + fresh
  }

  #params(offer: Offer, chance: () => number): Params {
    const out: Params = {}
    for (const def of offer.params) if (def.enum?.length !== 0 && (def.required || chance() < 0.6)) out[def.name] = this.#value(offer, def, chance)
    return out
  }

  #value(offer: Offer, def: ParamDef, chance: () => number): ParamValue {
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(chance() * list.length)]
    if (def.name === 'who' && offer.name === 'call_on') return ['all']
    if (def.type === 'number') return pick([1, 2, 5, 20, 60, 480]) ?? 1
    if (!def.enum) return pick(this.texts) ?? 'something'
    if (def.many && chance() < 0.5) return [...def.enum]
    const key = (value: string): string => `${offer.name}\0${def.name}\0${value}`
    const least = Math.min(...def.enum.map((value) => this.#uses.get(key(value)) ?? 0))
    const one = pick(def.enum.filter((value) => (this.#uses.get(key(value)) ?? 0) === least)) ?? ''
    return def.many ? [one] : one
  }

  /** Records the contents of a state. Returns whether any of them is new. */
  #note(state: GameState): boolean {
    const reached = this.#reached
    const before = this.#seen.size
    for (const fact of Object.keys(state.facts)) this.#seen.add(`fact ${fact}`)
    for (const [id, actor] of Object.entries(state.actors)) {
      for (const condition of Object.keys(actor.conditions)) reached.conditions.add(condition)
      for (const { item } of Object.values(actor.inventory)) reached.items.add(item)
      if (actor.kind === 'player') this.#seen.add(`at ${actor.location}`)
      if (!canAct(state, this.#game, id)) this.#seen.add(`out ${id}`)
    }
    for (const place of this.#places === state.places ? [] : Object.values(state.places)) {
      if (this.#searched.has(place)) continue
      for (const { item } of Object.values(place.inventory)) reached.items.add(item)
      for (const { item } of Object.values(place.features)) if (item !== undefined) reached.items.add(item)
      this.#searched.add(place)
    }
    this.#places = state.places
    for (const condition of reached.conditions) this.#seen.add(`condition ${condition}`)
    if (state.next.phase !== 'done' && state.next.phase !== 'open' && state.next.phase !== 'close') {
      if (!this.#examples.has(state.next.mode)) this.#examples.set(state.next.mode, state)
      const askWhy = reached.states % ASK_EVERY === 0
      for (const who of this.#people(state)) this.#lookAt(state, who, askWhy)
    }
    for (const action of reached.available) this.#seen.add(`action ${action}`)
    reached.states++
    return this.#seen.size > before
  }

  /** The players, the DM, and the NPCs near the players or in the fight. */
  #people(state: GameState): string[] {
    const places = new Set(party(state).map((id) => own(state.actors, id)?.location ?? ''))
    const near = [...places].flatMap((place) => inPlace(state, place))
    return [...new Set([DM, ...near, ...Object.keys(state.combat?.initiative ?? {})])].filter((id) => id === DM || canAct(state, this.#game, id))
  }

  #lookAt(state: GameState, who: string, askWhy: boolean): void {
    const names = this.#names.filter((name) => this.#concerns(state, who, name))
    const offers = this.#game.offers(state, who, names)
    for (const { name, params } of offers) {
      this.#reached.available.add(name)
      for (const def of params) for (const value of def.enum ?? []) this.#reached.items.add(value)
    }
    if (!askWhy) return
    const unable = names.filter((name) => !this.#broken.has(name) && !offers.some((offer) => offer.name === name))
    const reasons = this.#game.whyNots(state, who, unable)
    for (const name of unable) {
      const reason = reasons.get(name) ?? ''
      const empty = NOTHING_TO_CHOOSE.exec(reason)?.[1]
      if (empty !== undefined) count(this.#reached.empty, name, empty)
      else count(this.#reached.reasons, name, reason)
    }
  }

  /** Whether an actor could have an action: by a list of the manifest, an item or a condition. True for one that only follows others. */
  #concerns(state: GameState, who: string, action: string): boolean {
    const { entry_actions, combat_actions, dm_actions, npc_actions } = this.#game.manifest
    const actor = own(state.actors, who)
    if (actor && Object.hasOwn(granted(actor, this.#game), action)) return true
    const listed = [entry_actions, combat_actions, dm_actions, npc_actions].some((list) => list.includes(action))
    if (!listed) return true
    if (who === DM) return dm_actions.includes(action)
    return (actor?.kind === 'npc' ? npc_actions : state.combat ? combat_actions : entry_actions).includes(action)
  }
}

/** A story without notes has no folder to list. */
const NO_NOTES = (): undefined => undefined
/** Verbs that exercise no rules. */
const QUIET = (
  'narrate speak whisper record remember roll_table open_thread close_thread start_quest advance_quest ' +
  'close_quest change_relationship establish run_scene stop_scene choose_option click end_session end_campaign'
).split(' ')
/** The wear factor of table verbs: small for one that keeps the story going, large for one that ends a scene. */
const LAST: Record<string, number> = { call_on: 0.05, pass: 1, end_scene: 40 }

function keysOf(offer: Offer, params: Params): string[] {
  const values = Object.entries(params).flatMap(([name, value]) => [value].flat().map((one) => `${offer.name}\0${name}\0${String(one)}`))
  return [`${offer.name}\0${offer.as === undefined ? '' : 'npc'}`, ...values]
}

function count(map: Map<string, Map<string, number>>, key: string, inner: string): void {
  const counts = map.get(key) ?? new Map<string, number>()
  map.set(key, counts.set(inner, (counts.get(inner) ?? 0) + 1))
}
