import { own } from '../../../shared/base/json'
import type { Game } from '../../../shared/story/game'
import type { JourneyOdds } from '../../../shared/analysis/odds'
import type { GameState, Journey } from '../../../shared/story/state'
import { holds } from '../../../shared/story/premises'
import { alike, oddsLike, type Tried, triedLike } from '../alike'
import type { Step } from '../outcomes'
import { plus, type Ratio, ZERO } from '../ratio'

/** One end of a journey: the traveller's place, and the hit points that it costs. */
export interface RatedEnd {
  place: string
  taken: number
  /** Whether the traveller can act there. */
  canAct: boolean
  chance: Ratio
}

/** A journey for one actor. */
export interface RatedJourney {
  id: string
  from: string
  to: string
  /** Whether the journey is closed, because the fact it requires doesn't hold. */
  shut: boolean
  /** Its possible ends; empty if it has no odds. */
  falls: readonly RatedEnd[]
  /** The average minutes of one try, as the nearest double. */
  minutes: number
  odds: JourneyOdds
}

/** Returns whether the traveller always arrives at once and unhurt. */
export const isSure = ({ falls, to, from }: RatedJourney): boolean =>
  from !== to && falls.length === 1 && falls[0]?.place === to && falls[0].taken === 0 && falls[0].canAct

/** The number of kinds of journeys in the world for an actor. Each kind has to be counted separately. */
export function kindsFor(state: GameState, actor: string): number {
  const known = Object.entries(state.journeys).filter(([, { from, to }]) => own(state.places, from) && own(state.places, to))
  return new Set(known.map(([id]) => alike(state, actor, id))).size
}

/** The journeys nearest to a place, nearest first: those that leave it, then those that leave the places they lead to, and so on; at most `most`. */
export function nearest({ journeys }: GameState, place: string, most: number): string[] {
  const leaving = new Map<string, string[]>()
  for (const [id, { from }] of Object.entries(journeys)) {
    const some = leaving.get(from)
    if (some) some.push(id)
    else leaving.set(from, [id])
  }
  const near: string[] = []
  // Iterating over a set includes elements added meanwhile, so each new place is visited in turn.
  const places = new Set([place])
  for (const one of places) {
    for (const id of leaving.get(one) ?? []) {
      near.push(id)
      places.add(own(journeys, id)?.to ?? '')
    }
    if (near.length >= most) break
  }
  return near.slice(0, most)
}

/** Every journey between existing places, or those of a list, with odds. `runs`: the rule's runs without the cache. Yields as `travelling`. */
export function* ratedJourneys(
  state: GameState,
  game: Game,
  actor: string,
  list: readonly string[] = Object.keys(state.journeys)
): Generator<Step, { journeys: RatedJourney[]; runs: number }> {
  const kinds = new Set<Tried>()
  const journeys: RatedJourney[] = []
  let runs = 0
  const name = own(state.actors, actor)?.name ?? actor
  for (const [done, id] of list.entries()) {
    const journey = own(state.journeys, id)
    if (!journey || !own(state.places, journey.from) || !own(state.places, journey.to)) continue
    const tried = yield* triedLike(state, game, actor, id)
    if (!kinds.has(tried)) {
      kinds.add(tried)
      runs += tried.counted.runs
      yield { name, what: 'journeys', done: done + 1, of: list.length }
    }
    journeys.push(ratedLike(state, game, id, journey, tried))
  }
  return { journeys, runs }
}

function ratedLike(state: GameState, game: Game, id: string, journey: Journey, tried: Tried): RatedJourney {
  const other = own(state.journeys, tried.journey)
  const here = (place: string): string => (place === other?.to ? journey.to : place === other?.from ? journey.from : place)
  const odds = oddsLike(state, game, id, tried)
  const leaves = 'leaves' in tried.counted ? tried.counted.leaves : []
  const falls = new Map<string, RatedEnd>()
  for (const { value, chance } of leaves) {
    const place = here(value.place)
    const key = JSON.stringify([place, value.taken, value.canAct])
    falls.set(key, { place, taken: value.taken, canAct: value.canAct, chance: plus(falls.get(key)?.chance ?? ZERO, chance) })
  }
  const { from, to, requires } = journey
  return { id, from, to, shut: !open(state, requires), falls: [...falls.values()], minutes: odds.counted?.minutes.value ?? 0, odds }
}

const open = ({ facts }: GameState, requires: string | undefined): boolean => holds(facts, requires === undefined ? [] : [requires])
