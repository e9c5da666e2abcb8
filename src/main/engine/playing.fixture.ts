import type { Game } from '../../shared/story/game'
import type { ActionCall, Dice, Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { deepFreeze } from '../rules/vm/plain'
import type { Outcome } from './outcome'
import { play } from './play'

/** A call made by the test. */
export const call = (actor: string, action: string, params: Params = {}, more: Partial<ActionCall> = {}): ActionCall => ({
  kind: 'play',
  action,
  actor,
  params,
  agent: 'hand',
  ...more
})
/** Plays on a deep-frozen state. */
export const playOn = (state: GameState, one: ActionCall, game: Game, dice?: Dice): Outcome => play(deepFreeze(state), one, game, dice)
/** The state after playing the calls in order. */
export const playAll = (state: GameState, calls: readonly ActionCall[], game: Game): GameState =>
  calls.reduce((now, one) => playOn(now, one, game).state, state)
/** Whose turn it is, in what phase. */
export const where = (state: GameState): string => `${state.next.phase} ${state.next.actor}`
/** Who acts and who still acts in this round. */
export const slots = (state: GameState): string[] => [state.next.actor, ...state.next.initiative]
/** System entries of a beat: who, action, text. */
export const narratives = (outcome: Outcome): string[] =>
  outcome.writes.flatMap((write) => (write.kind === 'log' && write.entry.kind === 'system' ? [`${write.entry.by} ${write.entry.action}`] : []))
/** The state with changes to one actor. */
export const changed = (state: GameState, id: string, actor: Partial<GameState['actors'][string]>): GameState => ({
  ...state,
  actors: { ...state.actors, [id]: { ...(state.actors[id] as GameState['actors'][string]), ...actor } }
})
