import type { Actor, GameState, Journey } from '../../shared/state'

/** The place the stage shows: where most of the party is, the scene's place winning ties. */
export function hereOf(state: GameState): string | undefined {
  const counts = new Map<string, number>()
  for (const actor of Object.values(state.actors)) if (actor.kind === 'player') counts.set(actor.location, (counts.get(actor.location) ?? 0) + 1)
  const weight = (place: string): number => (counts.get(place) ?? 0) + (place === state.scene?.place ? 0.5 : 0)
  const places = [...counts.keys()].toSorted()
  return places.toSorted((a, b) => weight(b) - weight(a))[0] ?? state.scene?.place ?? Object.keys(state.places)[0]
}

/** The ways out of a place that can be seen now, by journey id: a way that needs a fact is hidden until the fact holds. */
export function exitsOf(state: GameState, here: string): [string, Journey][] {
  return Object.entries(state.journeys).filter(([, one]) => one.from === here && (one.requires === undefined || state.facts[one.requires] === true))
}

/** Hit points of somebody whose sheet has them. */
export function vitals(actor: Actor): { now: number; max: number } | undefined {
  const now = actor.stats['hp']
  const max = actor.max['hp']
  return now === undefined || max === undefined ? undefined : { now: Math.max(0, now), max }
}
