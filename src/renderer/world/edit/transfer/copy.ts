import { own } from '../../../../shared/base/json'
import type { Lore } from '../../../../shared/story/lore'
import type { Spots } from '../../../../shared/map/drawing'
import type { GameState, Place } from '../../../../shared/story/state'

type World = Pick<GameState, 'places' | 'journeys' | 'regions'>
type Prose = Pick<Lore, 'places' | 'journeys'>

/** Places with the journeys between them, secrets and positions, as the document's JSON; without what play changed, such as visits. */
export function copiedText(ids: readonly string[], { places, journeys, regions }: World, lore: Prose, spots: Spots): string {
  const copiedIds = new Set(ids)
  const locations = ids.flatMap((id) => {
    const place = own(places, id)
    const spot = spots.get(id)
    return place
      ? [{ id, ...withoutStory(place), ...own(lore.places, id), ...(spot ? { position: { x: Math.round(spot.x), y: Math.round(spot.y) } } : {}) }]
      : []
  })
  const between = Object.entries(journeys).flatMap(([id, journey]) => {
    if (!copiedIds.has(journey.from) || !copiedIds.has(journey.to)) return []
    const { region: _, ...fields } = journey
    return [{ id, ...fields, description: own(lore.journeys, id) ?? '' }]
  })
  const used = [...new Set(locations.map(({ region }) => region))].map((id) => ({ id, name: own(regions, id)?.name ?? id }))
  return JSON.stringify({ regions: used, locations, journeys: between }, null, 2)
}

function withoutStory({ tags, features, ...place }: Place): Place {
  const { visited: _, explored: __, ...still } = tags
  const fresh = Object.entries(features).map(([id, { searched: ___, ...feature }]) => [id, feature])
  return { ...place, tags: still, features: Object.fromEntries(fresh) }
}
