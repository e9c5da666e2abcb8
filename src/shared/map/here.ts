import type { GameState } from '../story/state'

/** The place that the stage shows: where most of the party is; the scene's place wins ties. */
export function hereOf(state: Pick<GameState, 'actors' | 'places' | 'scene'>): string | undefined {
  const counts = new Map<string, number>()
  for (const actor of Object.values(state.actors)) if (actor.kind === 'player') counts.set(actor.location, (counts.get(actor.location) ?? 0) + 1)
  const weight = (place: string): number => (counts.get(place) ?? 0) + (place === state.scene?.place ? 0.5 : 0)
  const places = [...counts.keys()].toSorted()
  return places.toSorted((a, b) => weight(b) - weight(a))[0] ?? state.scene?.place ?? Object.keys(state.places)[0]
}
