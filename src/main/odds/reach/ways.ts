import type { Game } from '../../../shared/game'
import type { JourneyOdds } from '../../../shared/odds'
import type { ParamValue, Params } from '../../../shared/play'
import type { GameState, Journey } from '../../../shared/state'
import type { Counted } from '../count'
import { type End, journeyWords, trying } from '../journeys'
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

type Tried = { journey: string; params: Params; counted: Counted<End> }

/**
 * Every journey of the world between places that there are. Journeys that are alike are counted once: everything on them is the
 * same but their ends, and so are the tags of the places they join. `runs` is how often a rule was run. Yields as `travelling` does.
 */
export function* waysFor(state: GameState, game: Game, actor: string): Generator<undefined, { ways: Way[]; runs: number }> {
  const known = new Map<string, Tried>()
  const ways: Way[] = []
  let runs = 0
  for (const [id, journey] of Object.entries(state.journeys)) {
    if (!state.places[journey.from] || !state.places[journey.to]) continue
    const key = alike(state, journey)
    let tried = known.get(key)
    if (!tried) {
      tried = { journey: id, ...(yield* trying(state, game, actor, id)) }
      runs += tried.counted.runs
      known.set(key, tried)
      yield undefined
    }
    ways.push(wayLike(state, game, id, journey, tried))
  }
  return { ways, runs }
}

/** What two journeys have to have in common to be counted as one. */
function alike(state: GameState, { from, to, region: _where, ...rest }: Journey): string {
  const scene = state.scene?.place
  return JSON.stringify([rest, state.places[from]?.tags, state.places[to]?.tags, from === to, scene === from, scene === to])
}

function wayLike(state: GameState, game: Game, id: string, journey: Journey, tried: Tried): Way {
  const other = state.journeys[tried.journey]
  const here = (place: string): string => (place === other?.to ? journey.to : place === other?.from ? journey.from : place)
  const params = Object.fromEntries(Object.entries(tried.params).map(([name, value]) => [name, renamed(value, tried.journey, id)]))
  const odds = journeyWords(state, game, id, params, tried.counted)
  const leaves = 'leaves' in tried.counted ? tried.counted.leaves : []
  const falls = new Map<string, Fall>()
  for (const { value, chance } of leaves) {
    const place = here(value.place)
    const key = JSON.stringify([place, value.taken, value.stands])
    falls.set(key, { place, taken: value.taken, stands: value.stands, chance: plus(falls.get(key)?.chance ?? ZERO, chance) })
  }
  const { from, to, requires } = journey
  return { id, from, to, shut: !holds(state, requires), falls: [...falls.values()], minutes: odds.counted?.minutes.value ?? 0, odds }
}

const renamed = (value: ParamValue, was: string, is: string): ParamValue =>
  value === was ? is : Array.isArray(value) ? value.map((one) => (one === was ? is : one)) : value

/** Whether the fact that a way requires is as it has to be. */
function holds({ facts }: GameState, requires: string | undefined): boolean {
  if (requires === undefined) return true
  return requires.startsWith('!') ? !facts[requires.slice(1)] : Boolean(facts[requires])
}
