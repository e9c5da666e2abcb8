import { own } from '../../shared/json'
import type { Game } from '../../shared/game'
import type { JourneyOdds } from '../../shared/odds'
import type { ParamValue, Params } from '../../shared/play'
import type { GameState } from '../../shared/state'
import type { Counted } from './count'
import { type End, journeyWords, trying } from './journeys'

/** The outcomes of one journey, which hold for every journey like it. */
export interface Tried {
  /** The journey that was counted. */
  journey: string
  params: Params
  counted: Counted<End>
}

/** Outcomes counted for a state, kept as long as the state is in use: odds and reach need the same ones. By actor and kind of journey. */
const known = new WeakMap<GameState, WeakMap<Game, Map<string, Tried>>>()

function knownOf(state: GameState, game: Game): Map<string, Tried> {
  const games = known.get(state) ?? new WeakMap<Game, Map<string, Tried>>()
  known.set(state, games)
  const kinds = games.get(game) ?? new Map<string, Tried>()
  games.set(game, kinds)
  return kinds
}

/** What happens to an actor on a journey or on one like it (SPEC O10), counted once. Yields as `trying` does. */
export function* triedLike(state: GameState, game: Game, actor: string, journey: string): Generator<undefined, Tried> {
  const kinds = knownOf(state, game)
  const key = alike(state, actor, journey)
  const before = kinds.get(key)
  if (before) return before
  const tried = { journey, ...(yield* trying(state, game, actor, journey)) }
  kinds.set(key, tried)
  return tried
}

/** The key that two journeys share if they can be counted as one. */
export function alike({ places, scene, journeys }: GameState, actor: string, journey: string): string {
  const { from = '', to = '', region: _where, ...rest } = own(journeys, journey) ?? {}
  // A journey with a missing end is like no other.
  const id = own(places, from) && own(places, to) ? '' : journey
  return JSON.stringify([id, actor, rest, own(places, from)?.tags, own(places, to)?.tags, from === to, scene?.place === from, scene?.place === to])
}

/** The odds of a journey like this one, worded for this one. */
export function oddsLike(state: GameState, game: Game, journey: string, tried: Tried): JourneyOdds {
  const params = Object.fromEntries(Object.entries(tried.params).map(([name, value]) => [name, renamed(value, tried.journey, journey)]))
  return journeyWords(state, game, journey, params, tried.counted)
}

const renamed = (value: ParamValue, was: string, is: string): ParamValue =>
  value === was ? is : Array.isArray(value) ? value.map((one) => (one === was ? is : one)) : value
