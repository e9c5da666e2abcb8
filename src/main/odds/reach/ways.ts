import type { Game } from '../../../shared/game'
import type { JourneyOdds } from '../../../shared/odds'
import type { GameState, Journey } from '../../../shared/state'
import { holds } from '../../engine/project'
import { alike, oddsLike, type Tried, triedLike } from '../alike'
import type { Step } from '../outcomes'
import { plus, type Ratio, ZERO } from '../ratio'

/** Where a journey can leave somebody, and what it has taken off their hit points by then. */
export interface Fall {
  place: string
  taken: number
  /** On their feet, as they are now. */
  stands: boolean
  chance: Ratio
}

/** A journey as one actor finds it. */
export interface Way {
  id: string
  from: string
  to: string
  /** The fact it requires does not hold. */
  shut: boolean
  /** How it can end; nothing where it has no odds. */
  falls: readonly Fall[]
  /** Minutes that one try takes on average, to the nearest number. */
  minutes: number
  odds: JourneyOdds
}

/** Whether everybody arrives at once and whole, however the dice fall. */
export const isSure = ({ falls, to, from }: Way): boolean =>
  from !== to && falls.length === 1 && falls[0]?.place === to && falls[0].taken === 0 && falls[0].stands

/** How many kinds of journeys somebody finds in the world, each of which has to be counted by itself. */
export function kindsFor(state: GameState, actor: string): number {
  const known = Object.entries(state.journeys).filter(([, { from, to }]) => state.places[from] && state.places[to])
  return new Set(known.map(([id]) => alike(state, actor, id))).size
}

/** The journeys that lie nearest to a place, nearest first: those that leave it, then those that leave where they lead, and so on; `most` at most. */
export function nearest({ journeys }: GameState, place: string, most: number): string[] {
  const leaving = new Map<string, string[]>()
  for (const [id, { from }] of Object.entries(journeys)) {
    const some = leaving.get(from)
    if (some) some.push(id)
    else leaving.set(from, [id])
  }
  const near: string[] = []
  // A set grows while it is walked through: each new place is visited in its turn.
  const places = new Set([place])
  for (const one of places) {
    for (const id of leaving.get(one) ?? []) {
      near.push(id)
      places.add(journeys[id]?.to ?? '')
    }
    if (near.length >= most) break
  }
  return near.slice(0, most)
}

/**
 * Every journey of the world between places that there are, or those of a list that are so. `runs` is how often a rule is run for that, when nothing of it is known
 * yet. Yields as `travelling` does.
 */
export function* waysFor(
  state: GameState,
  game: Game,
  actor: string,
  list: readonly string[] = Object.keys(state.journeys)
): Generator<Step, { ways: Way[]; runs: number }> {
  const kinds = new Set<Tried>()
  const ways: Way[] = []
  let runs = 0
  const name = state.actors[actor]?.name ?? actor
  for (const [done, id] of list.entries()) {
    const journey = state.journeys[id]
    if (!journey || !state.places[journey.from] || !state.places[journey.to]) continue
    const tried = yield* triedLike(state, game, actor, id)
    if (!kinds.has(tried)) {
      kinds.add(tried)
      runs += tried.counted.runs
      yield { name, what: 'journeys', done: done + 1, of: list.length }
    }
    ways.push(wayLike(state, game, id, journey, tried))
  }
  return { ways, runs }
}

function wayLike(state: GameState, game: Game, id: string, journey: Journey, tried: Tried): Way {
  const other = state.journeys[tried.journey]
  const here = (place: string): string => (place === other?.to ? journey.to : place === other?.from ? journey.from : place)
  const odds = oddsLike(state, game, id, tried)
  const leaves = 'leaves' in tried.counted ? tried.counted.leaves : []
  const falls = new Map<string, Fall>()
  for (const { value, chance } of leaves) {
    const place = here(value.place)
    const key = JSON.stringify([place, value.taken, value.stands])
    falls.set(key, { place, taken: value.taken, stands: value.stands, chance: plus(falls.get(key)?.chance ?? ZERO, chance) })
  }
  const { from, to, requires } = journey
  return { id, from, to, shut: !open(state, requires), falls: [...falls.values()], minutes: odds.counted?.minutes.value ?? 0, odds }
}

/** Whether the fact that a way requires is as it has to be. */
const open = ({ facts }: GameState, requires: string | undefined): boolean => holds(facts, requires === undefined ? [] : [requires])
