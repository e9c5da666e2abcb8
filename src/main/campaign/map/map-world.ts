import { z } from 'zod'
import { Actor, Feature, Item } from '../../../shared/state'
import { JourneyFields, MapSpot, PlaceFields } from '../../../shared/world-edits'

const Id = z.union([z.string(), z.number()]).transform(String)
const Name = z.string().min(1).max(200)

/** Lists of words may be a list or a single word. */
const Words = z.preprocess((value) => (typeof value === 'string' ? [value] : value), PlaceFields.shape.senses)

/** Things may be a map by id, or a list of ids or of things with an id: `["rusted_chest"]`. Duplicates are counted. */
const things = (value: unknown): unknown => {
  if (!Array.isArray(value)) return value
  const out = new Map<string, { count?: number }>()
  for (const one of value as unknown[]) {
    const thing = typeof one === 'string' ? { item: one } : one
    if (typeof thing !== 'object' || thing === null) return value
    const { id, ...rest } = thing as { id?: unknown; item?: unknown; count?: number }
    const key = String(id ?? rest.item)
    const known = out.get(key)
    out.set(key, known ? { ...known, count: (known.count ?? 1) + (rest.count ?? 1) } : { item: key, ...rest })
  }
  return Object.fromEntries(out)
}
const Things = z.preprocess(things, z.record(z.string(), Item).optional())

/** A character written inside a place. */
export const MapPerson = z.object({
  id: Id.optional(),
  name: Name.optional(),
  description: z.string().max(100_000).optional(),
  stats: Actor.shape.stats.optional(),
  max: Actor.shape.max.optional(),
  attitude: Actor.shape.attitude,
  inventory: Things,
  tags: Actor.shape.tags.optional(),
  reveals: Actor.shape.reveals
})
export type MapPerson = z.infer<typeof MapPerson>

export const MapPlace = z.object({
  id: Id.optional(),
  region: Id.optional(),
  ...PlaceFields.shape,
  senses: Words,
  inventory: Things,
  features: z.record(z.string(), Feature).optional(),
  npcs: z.array(MapPerson).optional(),
  position: MapSpot.optional()
})
export type MapPlace = z.infer<typeof MapPlace>

export const MapJourney = z.object({ id: Id.optional(), ...JourneyFields.shape, from: Id, to: Id, risks: Words })
export type MapJourney = z.infer<typeof MapJourney>

export const MapRegion = z.object({ id: Id.optional(), name: Name.optional(), about: z.string().max(100_000).optional() })
export type MapRegion = z.infer<typeof MapRegion>

/** A map independent of any campaign, which its file formats are read into and written from. `notes` say what a file holds that we don't support. */
export interface MapWorld {
  regions: MapRegion[]
  places: MapPlace[]
  journeys: MapJourney[]
}
export interface ReadMap extends MapWorld {
  notes: string[]
}

/** The maximum length of a map file, in characters. */
export const MAX_MAP = 32 << 20
