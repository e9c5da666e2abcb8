import { own } from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import type { Attempt } from '../../shared/analysis/odds'
import type { Roll } from '../../shared/story/play'
import { Problem } from '../../shared/base/problem'
import type { GameState } from '../../shared/story/state'
import { execute } from '../engine/actions'
import { party } from '../engine/people'
import { castings } from './castings'
import { counts } from './count'
import { travelling } from './journeys'
import { callsOf, atJourneyStart } from './suppose'

/** A journey of this difficulty for each party member alone: the deciding roll, and the chances. Throws Problem `not-found`. */
export function* attempting(state: GameState, game: Game, journey: string, difficulty: number): Generator<undefined, Attempt[]> {
  const original = own(state.journeys, journey)
  if (!original) throw new Problem('not-found', `There is no journey "${journey}". Choose one on the map.`, { journey })
  const supposed = { ...state, journeys: { ...state.journeys, [journey]: { ...original, difficulty } } }
  const attempts: Attempt[] = []
  for (const { key, name, actor, state: within } of castings(supposed, game, undefined, party(supposed))) {
    const { counted, why } = yield* travelling(within, game, actor, journey)
    const roll = yield* deciding(within, game, actor, journey)
    attempts.push({
      key,
      name,
      ...(roll?.need === undefined ? {} : { roll: { label: roll.label ?? '', expr: roll.expr, need: roll.need, under: roll.under === true } }),
      ...(counted ? { counted: { success: counted.success, partial: counted.partial, failure: counted.failure } } : { why })
    })
  }
  return attempts
}

/** The first roll against something when an actor takes a journey; undefined if nothing is at risk. */
function* deciding(state: GameState, game: Game, actor: string, journey: string): Generator<undefined, Roll | undefined> {
  const action = game.manifest.odds.travel ?? ''
  const supposed = atJourneyStart(state, actor, journey)
  const [call] = callsOf(game, supposed, actor, action, journey)
  if (!call) return undefined
  const counted = yield* counts((dice) =>
    execute(supposed, game, dice, call.by, action, call.params).done[0]?.rolls.find(({ need }) => need !== undefined)
  )
  return 'leaves' in counted ? counted.leaves[0]?.value : undefined
}
