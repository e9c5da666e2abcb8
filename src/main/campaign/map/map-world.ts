import { z } from 'zod'
import { Actor, Feature, Item } from '../../../shared/story/state'
import { itemsById } from '../item-list'
import { JourneyFields, MapSpot, PlaceFields } from '../../../shared/contract/world-edits'

const Id = z.union([z.string(), z.number()]).transform(String)
const Name = z.string().min(1).max(200)

/** A list of words, also written as a single word. */
const Words = z.preprocess((value) => (typeof value === 'string' ? [value] : value), PlaceFields.shape.senses)

/** Items, also written as a list. */
const Things = z.preprocess(itemsById, z.record(z.string(), Item).optional())

/** A character written inside a place. */
export const MapPerson = z.object({
  id: Id.optional(),
  name: Name.optional(),
  description: z.string().max(100_000).optional(),
  stats: Actor.shape.stats.optional(),
  max: Actor.shape.max.optional(),
  attitude: Actor.shape.attitude,
  /** Hit points, as a shorter form of `stats.hp`. */
  hp: z.number().optional(),
  /** A shorter form of the attitude `hostile`. */
  hostile: z.boolean().optional(),
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

/** A map that is independent of any campaign, which all formats are read into and written from. `notes` name unsupported parts of a file. */
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
