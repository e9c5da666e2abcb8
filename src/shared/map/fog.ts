import { own } from '../base/json'
import type { GameState } from '../story/state'
import type { World } from './drawing'

type Seen = Pick<GameState, 'places' | 'actors'>
const cache = new WeakMap<Seen['places'], { actors: Seen['actors']; seen: ReadonlySet<string> }>()

/** The places that the party has seen: those it visited, and the current places of its members, such as where the story begins. */
export function seenPlaces({ places, actors }: Seen): ReadonlySet<string> {
  const known = cache.get(places)
  if (known?.actors === actors) return known.seen
  const seen = new Set(Object.entries(places).flatMap(([id, { tags }]) => (tags['visited'] === true ? [id] : [])))
  for (const { kind, location } of Object.values(actors)) if (kind === 'player') seen.add(location)
  cache.set(places, { actors, seen })
  return seen
}

/** The part of a world that the party knows: the places that its members have visited, and the targets of the exits visible from there. */
export function knownWorld({ places, journeys, regions, actors, facts }: Pick<GameState, keyof World | 'actors' | 'facts'>): World {
  const visited = seenPlaces({ places, actors })
  const seen = Object.entries(journeys).filter(
    ([, one]) => visited.has(one.from) && (one.requires === undefined || own(facts, one.requires) === true)
  )
  const known = new Set([...visited, ...seen.map(([, one]) => one.to)])
  return { places: Object.fromEntries(Object.entries(places).filter(([id]) => known.has(id))), journeys: Object.fromEntries(seen), regions }
}
