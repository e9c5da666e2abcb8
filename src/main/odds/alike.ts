import { own } from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import type { JourneyOdds } from '../../shared/analysis/odds'
import type { ParamValue, Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import type { CountedLeaves } from './count'
import { type JourneyEnd, journeyWords, trying } from './journeys'
import { memoized } from '../../shared/base/memoized'

/** The outcomes of one journey, which hold for every journey like it. */
export interface Tried {
  journey: string
  params: Params
  counted: CountedLeaves<JourneyEnd>
}

/** Counted outcomes for a state, kept as long as the state is in use, because odds and reach need the same ones. The inner keys come from `alike`. */
const countedIn = memoized<GameState, (game: Game) => Map<string, Tried>>(() => memoized(() => new Map()))

/** The outcomes of an actor's journey, or of one that shares its key (SPEC O10). Each key is counted once. Yields as `trying` does. */
export function* triedLike(state: GameState, game: Game, actor: string, journey: string): Generator<undefined, Tried> {
  const kinds = countedIn(state)(game)
  const key = alike(state, actor, journey)
  const before = kinds.get(key)
  if (before) return before
  const tried = { journey, ...(yield* trying(state, game, actor, journey)) }
  kinds.set(key, tried)
  return tried
}

/** The key of a journey for an actor. Journeys with equal keys have the same outcomes (SPEC O10). */
export function alike({ places, scene, journeys }: GameState, actor: string, journey: string): string {
  const { from = '', to = '', region: _where, ...rest } = own(journeys, journey) ?? {}
  // A journey with a missing end shares its key with no other.
  const id = own(places, from) && own(places, to) ? '' : journey
  return JSON.stringify([id, actor, rest, own(places, from)?.tags, own(places, to)?.tags, from === to, scene?.place === from, scene?.place === to])
}

/** The odds of a journey from the outcomes of one with the same key, with the journey's own names. */
export function oddsLike(state: GameState, game: Game, journey: string, tried: Tried): JourneyOdds {
  const params = Object.fromEntries(Object.entries(tried.params).map(([name, value]) => [name, renamed(value, tried.journey, journey)]))
  return journeyWords(state, game, journey, params, tried.counted)
}

const renamed = (value: ParamValue, was: string, is: string): ParamValue =>
  value === was ? is : Array.isArray(value) ? value.map((one) => (one === was ? is : one)) : value

/** Returns whether an actor takes journeys: players do, NPCs if the game lets them. */
export function travels(state: GameState, { manifest }: Game, id: string): boolean {
  const { travel } = manifest.odds
  return travel !== undefined && (own(state.actors, id)?.kind === 'player' || manifest.npc_actions.includes(travel))
}

/** The reason, if the rules refuse every journey with the same words and without a roll. */
export function sameForAll(journeys: readonly JourneyOdds[]): string | undefined {
  const why = journeys[0]?.why
  return journeys.every((journey) => journey.why === why && journey.runs === 0) ? why : undefined
}
