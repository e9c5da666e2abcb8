import type { AttackOdds, JourneyOdds, Odds } from '../../shared/analysis/odds'
import type { Reach } from '../../shared/analysis/reach'
import type { Game } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'
import { attacking } from './attacks'
import { travelling } from './journeys'
import { counting } from './odds'
import { finished, walking, type Outcomes } from './outcomes'
import { reaching } from './reach/reach'

// The odds, computed at once instead of in steps.

export const outcomes = <T>(run: Parameters<typeof walking<T>>[0], limit?: number): Outcomes<T> => finished(walking(run, limit))
export const oddsOf = (state: GameState, game: Game, actor?: string): Odds => finished(counting(state, game, actor))
export const reachOf = (state: GameState, game: Game, actor?: string): Reach => finished(reaching(state, game, actor))
export const journeyOf = (state: GameState, game: Game, actor: string, journey: string): JourneyOdds =>
  finished(travelling(state, game, actor, journey))
export const attacksOn = (state: GameState, game: Game, actor: string, target: string): AttackOdds[] =>
  finished(attacking(state, game, actor, target))
