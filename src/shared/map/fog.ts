import { own } from '../json'
import type { GameState } from '../state'
import type { World } from './drawing'

/** The part of a world that the party knows: where its members have been, and where the exits visible from there lead. */
export function knownWorld({ places, journeys, regions, actors, facts }: Pick<GameState, keyof World | 'actors' | 'facts'>): World {
  const visited = new Set(Object.keys(places).filter((id) => own(places, id)?.tags['visited'] === true))
  for (const actor of Object.values(actors)) if (actor.kind === 'player') visited.add(actor.location)
  const seen = Object.entries(journeys).filter(
    ([, one]) => visited.has(one.from) && (one.requires === undefined || own(facts, one.requires) === true)
  )
  const known = new Set([...visited, ...seen.map(([, one]) => one.to)])
  return { places: Object.fromEntries(Object.entries(places).filter(([id]) => known.has(id))), journeys: Object.fromEntries(seen), regions }
}
