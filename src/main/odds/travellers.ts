import { own } from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import type { JourneyOdds } from '../../shared/analysis/odds'
import type { GameState } from '../../shared/story/state'

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
