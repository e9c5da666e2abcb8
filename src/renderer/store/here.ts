import { own } from '../../shared/base/json'
import type { Actor, GameState, Journey } from '../../shared/story/state'

/** The visible exits of a place by journey id. An exit that requires a fact is hidden until the fact is true. */
export function exitsOf(state: Pick<GameState, 'journeys' | 'facts'>, here: string): [string, Journey][] {
  return Object.entries(state.journeys).filter(
    ([, one]) => one.from === here && (one.requires === undefined || own(state.facts, one.requires) === true)
  )
}

/** The hit points of an actor whose sheet has them. */
export function vitals(actor: Actor): { now: number; max: number } | undefined {
  const now = actor.stats['hp']
  const max = actor.max['hp']
  return now === undefined || max === undefined ? undefined : { now: Math.max(0, now), max }
}
