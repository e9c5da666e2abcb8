import type { Condition, Equipment, Game, Manifest, ParamDef } from '../../../shared/story/game'
import { mergePatch, own } from '../../../shared/base/json'
import type { ActionResult, Dice, Params } from '../../../shared/story/play'
import { toProblem } from '../../../shared/base/problem'
import type { Actor, GameState, Item } from '../../../shared/story/state'
import { diceFrom } from '../../engine/dice'
import { DM } from '../../engine/people'
import { smallWorld } from '../check/small-world'
import { kindFrom, roleOf, type Sign, signsOfDelta } from './signs'

/** The queries to a game's rules that trials need. */
export interface GameQueries {
  offers(state: GameState, actor: string, names: readonly string[]): { name: string; params: ParamDef[] }[]
  execute(state: GameState, actor: string, action: string, params: Params, dice: Dice): ActionResult
}
type Lists = Pick<Game, 'manifest' | 'equipment' | 'conditions'>

/** The results of trials: for actions, and for items that an action lets the actor choose. */
export interface TrialSigns {
  actions: ReadonlyMap<string, ReadonlySet<Sign>>
  items: ReadonlyMap<string, ReadonlySet<Sign>>
}

/** The most calls of rules for one game, and the most choices of one parameter that are tried. */
const MAX_CALLS = 1000
const MAX_CHOICES = 4
/** The number of failures after which trials stop: a rule that runs out of fuel takes long. */
const MAX_FAILURES = 3
/** The most items that a character gets in addition without being overburdened. */
const MAX_ITEMS = 4

/** A stat that is enough for any action's cost. */
const AMPLE_STAT = 10
const LEAST = (): Dice => diceFrom(() => 1)
const MOST = (): Dice => diceFrom((_, sides) => sides)
/** Dice for opposed rolls: one succeeds where the other fails. */
const FIRST_LEAST = (): Dice => diceFrom((k, sides) => (k === 0 ? 1 : sides))
const FIRST_MOST = (): Dice => diceFrom((k, sides) => (k === 0 ? sides : 1))
/** The players, the friend and the foe of the small world. */
const [ADA, BEN, FOE] = ['Ada', 'Ben', 'Foe']

/** Tries actions in a generated world with the lowest and highest dice, and collects signs; none for what nobody can use there. */
export function tryActions(game: Lists, names: readonly string[], items: readonly string[], asked: GameQueries): TrialSigns {
  const { manifest, equipment, conditions } = game
  const trial = new Trial(game, asked)
  const granting = Object.keys(equipment).filter((id) => equipment[id]?.grants?.some((name) => names.includes(name)))
  const peace = holding(trial.prepared(hurtWorld(game)), granting.slice(0, MAX_ITEMS))
  const [fallen] = Object.keys(conditions).filter((id) => isFallen(conditions[id]))
  const fight = fighting(peace)
  // Only unclear actions are tried again. In the first state everybody needs everything.
  for (const state of [...(fallen === undefined ? [] : [withCondition(peace, BEN, fallen)]), fight, moved(peace, FOE, 'start'), peace])
    for (const name of names) if (!trial.isClear(name)) trial.try(name, state, roleOf(manifest, name) === 'dm' ? DM : ADA)
  for (const name of names) if (!trial.isClear(name) && manifest.npc_actions.includes(name)) trial.try(name, fight, FOE)
  for (const id of Object.keys(conditions))
    for (const state of [withCondition(fight, ADA, id), withCondition(peace, ADA, id)])
      for (const name of names) if (conditions[id]?.grants?.includes(name) && !trial.isClear(name)) trial.try(name, state, ADA)
  const users = names.filter((name) => trial.actions.get(name)?.has('chooses a carried item'))
  for (let at = 0; at < items.length; at += MAX_ITEMS) {
    const some = items.slice(at, at + MAX_ITEMS)
    for (const state of [fight, peace]) for (const name of users) trial.try(name, holding(emptied(state), some), ADA)
  }
  return trial
}

class Trial implements TrialSigns {
  readonly actions = new Map<string, Set<Sign>>()
  readonly items = new Map<string, Set<Sign>>()
  #calls = 0
  #failures = 0

  constructor(
    private readonly game: Lists,
    private readonly asked: GameQueries
  ) {}

  /** Whether an action's signs are unambiguous. */
  isClear(name: string): boolean {
    const kind = kindFrom(this.actions.get(name) ?? new Set(), roleOf(this.game.manifest, name))
    return kind !== undefined && kind !== 'talk' && kind !== 'set_fact' && kind !== 'pass_time'
  }

  /** The world after the DM has assigned the players' classes, in games that begin with that. */
  prepared(start: GameState): GameState {
    let state = start
    for (const name of this.game.manifest.dm_actions.filter((action) => roleOf(this.game.manifest, action) === 'dm')) {
      const patches = this.try(name, state, DM).filter(({ signs }) => signs.includes('friend tagged') && signs.includes('friend raised'))
      for (const { delta } of patches) state = mergePatch(state, delta)
    }
    return state === start ? start : hurt(state, this.game.manifest)
  }

  /** Tries an action with several choices and several dice. Returns the result of each try. */
  try(name: string, state: GameState, actor: string): { delta: unknown; signs: Sign[] }[] {
    const offer = this.#answered(() => this.asked.offers(state, actor, [name]))?.[0]
    if (!offer) return []
    const inventory = own(state.actors, actor)?.inventory
    const isWeapon = (key: string): boolean => own(this.game.equipment, own(inventory, key)?.item ?? '')?.kind === 'weapon'
    const choosing = (is: (value: string) => boolean): boolean =>
      offer.params.some((def) => def.required && def.enum !== undefined && def.enum.length > 0 && def.enum.every(is))
    const carries = choosing((value) => own(inventory, value) !== undefined) && !choosing(isWeapon)
    const choices: Sign[] = [
      ...(carries ? (['chooses a carried item'] as const) : []),
      ...(choosing((id) => own(state.actors, id) !== undefined) ? (['chooses a person'] as const) : [])
    ]
    const results = this.#results(name, state, actor, offer.params, [LEAST, MOST])
    const isEnough = results.some(({ signs }) => signs.length > 0) && !carries
    const all = isEnough ? results : [...results, ...this.#results(name, state, actor, offer.params, [FIRST_LEAST, FIRST_MOST])]
    if (all.length > 0) note(this.actions, name, [...choices, ...all.flatMap(({ signs }) => signs)])
    for (const { value, signs } of all) {
      const item = carries ? own(inventory, value ?? '')?.item : undefined
      if (item !== undefined) note(this.items, item, signs)
    }
    return all
  }

  #results(
    name: string,
    state: GameState,
    actor: string,
    defs: readonly ParamDef[],
    dice: readonly (() => Dice)[]
  ): { value: string | undefined; delta: unknown; signs: Sign[] }[] {
    const choice = defs.find((def) => def.enum !== undefined)
    const friends = friendsOf(state, actor)
    return (choice?.enum?.slice(0, MAX_CHOICES) ?? [undefined]).flatMap((value) =>
      dice.flatMap((rolled) => {
        const params = paramsFor(defs, choice, value)
        const delta = params && this.#answered(() => this.asked.execute(state, actor, name, params, rolled()))?.stateDelta
        return delta === undefined ? [] : [{ value, delta, signs: signsOfDelta(delta, state, actor, friends, this.game) }]
      })
    )
  }

  /** The rules' answer; undefined if they refuse or fail. */
  #answered<T>(call: () => T): T | undefined {
    if (this.#calls >= MAX_CALLS || this.#failures >= MAX_FAILURES) return undefined
    this.#calls++
    try {
      return call()
    } catch (thrown) {
      if (toProblem(thrown).code !== 'refused') this.#failures++
      return undefined
    }
  }
}

function note(all: Map<string, Set<Sign>>, id: string, signs: readonly Sign[]): void {
  const noted = all.get(id) ?? new Set()
  for (const sign of signs) noted.add(sign)
  all.set(id, noted)
}

/** For the DM the players are friends; for others, their own side. */
const friendsOf = (state: GameState, actor: string): string[] => {
  const isFoe = (id: string): boolean => own(state.actors, id)?.attitude === 'hostile'
  if (actor === DM) return Object.keys(state.actors).filter((id) => own(state.actors, id)?.kind === 'player')
  return Object.keys(state.actors).filter((id) => id !== actor && isFoe(id) === isFoe(actor))
}

/** The choice under trial, and the first valid value of each other required parameter; undefined if one has none. */
function paramsFor(defs: readonly ParamDef[], choice: ParamDef | undefined, value: string | undefined): Params | undefined {
  const params: Record<string, Params[string]> = {}
  for (const def of defs) {
    const input = def === choice ? value : def.required ? (def.enum ? def.enum[0] : def.type === 'number' ? 1 : 'trial') : undefined
    if (input === undefined && def.required) return undefined
    if (input !== undefined) params[def.name] = def.many && typeof input === 'string' ? [input] : input
  }
  return params
}

/** Whether a condition means that its bearer is down, but alive. */
export const isFallen = (condition: Condition | undefined): boolean => condition?.cannot_act === true && condition.dead !== true

/** The small world in a scene, with wounded characters and lightly packed players. */
export function hurtWorld(game: Pick<Game, 'manifest' | 'equipment'>): GameState {
  const world = smallWorld(game)
  const scene = {
    path: 'sessions/trial',
    title: 'Trial',
    place: 'start',
    present: { Ada: true, Ben: true, Friend: true },
    aim: 'Try',
    opened: 1
  } as const
  const visited = { start: { tags: { visited: true } }, middle: { tags: { visited: true } } }
  const inventory = packOf(game)
  const actors = Object.fromEntries(
    Object.entries(world.actors).map(([id, actor]) => [id, actor.kind === 'player' ? { ...actor, inventory } : actor])
  )
  const next = { ...world.next, beat: 1, phase: 'player', actor: ADA, session: 1, scene: 1, turns: 1 } as const
  return hurt(mergePatch({ ...world, actors, scene, next }, { places: visited }), game.manifest)
}
/** The kinds of items that a character gets for trials. */
const PACK: readonly Equipment['kind'][] = ['weapon', 'consumable', 'spell', 'tool']
function packOf({ equipment }: Pick<Game, 'equipment'>): Record<string, Item> {
  const ids = PACK.flatMap((kind) => Object.keys(equipment).find((id) => equipment[id]?.kind === kind) ?? [])
  return Object.fromEntries(ids.map((item) => [item, { item }]))
}
/** Halves everything that can be restored, and sets all other stats high enough for any cost. */
function hurt(state: GameState, { stats }: Manifest): GameState {
  const sheet = ({ stats: now, max }: Actor): Record<string, number> =>
    Object.fromEntries(
      Object.entries(now).map(([stat, value]) => [
        stat,
        own(stats, stat)?.has_max ? Math.ceil((own(max, stat) ?? value) / 2) : Math.max(value, AMPLE_STAT)
      ])
    )
  return mergePatch(state, { actors: Object.fromEntries(Object.entries(state.actors).map(([id, actor]) => [id, { stats: sheet(actor) }])) })
}
/** The state with an actor in another place. */
export const moved = (state: GameState, id: string, to: string): GameState => mergePatch(state, { actors: { [id]: { location: to } } })
/** The state with a condition of an actor. */
export const withCondition = (state: GameState, id: string, condition: string): GameState =>
  mergePatch(state, { actors: { [id]: { conditions: { [condition]: {} } } } })
/** The state with nothing in the hands of the first player. */
export const emptied = (state: GameState): GameState => {
  const ada = state.actors[ADA]
  return ada ? { ...state, actors: { ...state.actors, [ADA]: { ...ada, inventory: {} } } } : state
}
/** The state with items in the hands of the first player. */
export const holding = (state: GameState, items: readonly string[]): GameState =>
  mergePatch(state, { actors: { [ADA]: { inventory: Object.fromEntries(items.map((item) => [item, { item }])) } } })
/** The state in a fight of both players with the foe. */
export function fighting(state: GameState): GameState {
  const here = moved(state, FOE, 'start')
  const combat = { initiative: { [ADA]: 3, [BEN]: 2, [FOE]: 1 } }
  return { ...here, combat, next: { ...here.next, mode: 'combat', round: 1, initiative: [ADA, BEN, FOE] } }
}
