import { own } from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import type { ActorOdds, AttackOdds, JourneyOdds, Odds, SaveOdds } from '../../shared/analysis/odds'
import type { GameState } from '../../shared/story/state'
import { oddsLike, triedLike, sameForAll, travels } from './alike'
import { castings, named, preparing } from './castings'
import { attacking, noAttack, targetsOf } from './attacks'
import { interacting } from './interactions'
import { finished, type Step } from './outcomes'
import { statOf } from '../../shared/story/sheet'
import { chanceOf, counts } from './count'

/**
 * Exact odds in a state, of one actor or of everybody with the players first. With everybody, leaves out the attacks of actors who threaten no
 * player. A function of state and game. Yields after every few runs of a rule. Throws Problem `not-found`, `rule-failed`.
 */
export function* counting(state: GameState, game: Game, actor?: string): Generator<Step, Odds> {
  const actors: ActorOdds[] = []
  const targets = new Map<GameState, Map<string, string[]>>()
  for (const { key, name, actor: id, state: within } of castings(state, game, actor, everybody(state))) {
    const known = targets.get(within) ?? targetsOf(within, game)
    targets.set(within, known)
    const whom = known.get(id) ?? []
    const unasked = actor === undefined && whom.length > 0 && !threatens(within, id)
    // A target that has no role yet is attacked in each role that it could get.
    const struck = unasked
      ? []
      : key === id
        ? castings(state, game, undefined, whom)
        : whom.map((one) => ({ actor: one, name: undefined, state: within }))
    const label = name === (own(state.actors, id)?.name ?? id) ? {} : { name }
    actors.push({ ...(yield* countingOne(within, game, id, whom.length, struck, unasked, actor !== undefined)), actor: key, ...label })
  }
  const runs = actors
    .flatMap(({ attacks, interactions, journeys }) => [...attacks, ...interactions, ...journeys])
    .reduce((total, each) => total + each.runs, 0)
  const before = preparing(state, game)
  return { actors, runs, ...(before ? { preparing: named(state, before) } : {}) }
}

/** Whether an actor is a player, is hostile, or is in a place with a player. */
const threatens = ({ actors }: GameState, id: string): boolean => {
  const { kind, attitude, location } = own(actors, id) ?? {}
  return kind === 'player' || attitude === 'hostile' || Object.values(actors).some((one) => one.kind === 'player' && one.location === location)
}

const everybody = (state: GameState): string[] => {
  const kind = (id: string): number => (own(state.actors, id)?.kind === 'player' ? 0 : 1)
  return Object.keys(state.actors).toSorted((a, b) => kind(a) - kind(b) || (a < b ? -1 : 1))
}

function* countingOne(
  state: GameState,
  game: Game,
  id: string,
  could: number,
  targets: readonly { actor: string; name: string | undefined; state: GameState }[],
  unasked: boolean,
  alone: boolean
): Generator<Step, ActorOdds> {
  const { name = id, kind = 'npc' } = own(state.actors, id) ?? {}
  const saves = savesOf(state, game, id)
  const attacks: AttackOdds[] = []
  for (const [done, target] of targets.entries()) {
    const attacksOn = yield* attacking(target.state, game, id, target.actor)
    attacks.push(...attacksOn.map((one) => (target.name === undefined ? one : { ...one, name: target.name })))
    yield { name, what: 'attacks', done: done + 1, of: targets.length }
  }
  const place = own(state.actors, id)?.location
  const interactions = yield* interacting(state, game, id, (at) => alone || at === place)
  const journeys: JourneyOdds[] = []
  const journeyIds = travels(state, game, id) ? Object.keys(state.journeys) : []
  for (const journey of journeyIds) {
    journeys.push(oddsLike(state, game, journey, yield* triedLike(state, game, id, journey)))
    yield { name, what: 'journeys', done: journeys.length, of: journeyIds.length }
  }
  const unarmed = could > 0 ? undefined : noAttack(state, game, id)
  const stuck = sameForAll(journeys)
  return {
    actor: id,
    name,
    kind,
    saves,
    attacks,
    ...(unarmed === undefined ? {} : { noAttack: unarmed }),
    ...(unasked ? { unasked } : {}),
    interactions,
    ...(stuck === undefined ? { journeys } : { journeys: [], noJourney: stuck })
  }
}

/** The chance of each of the game's saves, with the current stat, including everything that changes it. */
export function savesOf(state: GameState, game: Game, id: string): SaveOdds[] {
  const actor = own(state.actors, id)
  const { saves, dice: expr } = game.manifest.odds
  return saves.flatMap((stat) => {
    if (!actor || own(actor.stats, stat) === undefined) return []
    const value = statOf(actor, stat, game)
    const counted = finished(counts((dice) => dice.roll(expr, { under: value }).outcome))
    if (!('leaves' in counted)) return []
    const chance = chanceOf(counted.leaves, (outcome) => outcome === 'success')
    return [{ stat, label: own(game.manifest.stats, stat)?.label ?? stat, value, dice: expr, chance }]
  })
}
