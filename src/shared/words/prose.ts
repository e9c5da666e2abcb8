import { own } from '../base/json'
import type { Lore, PlaceLore } from '../story/lore'

/** The prose of a place, journey or region. Journeys and regions have only a description. Empty if there is none. */
export function proseOf(lore: Pick<Lore, 'places' | 'journeys' | 'regions'>, what: 'place' | 'journey' | 'region', id: string): PlaceLore {
  if (what === 'place') return own(lore.places, id) ?? { description: '', gm_guide: '', senses: [] }
  return { description: own(what === 'journey' ? lore.journeys : lore.regions, id) ?? '', gm_guide: '', senses: [] }
}
