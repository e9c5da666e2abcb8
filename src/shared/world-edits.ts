import { z } from 'zod'
import { Feature, Item } from './state'

const Id = z.string().min(1).max(120)
const Text = z.string().max(100_000)
const Flag = z.union([z.boolean(), z.string(), z.number()])

/** What can be written of a location: the fields of its file, prose and secrets too. A field that is left out keeps what it was; null takes an optional one away. */
export const PlaceFields = z.strictObject({
  name: z.string().min(1).max(200).optional(),
  description: Text.optional(),
  gm_guide: Text.optional(),
  senses: z.array(z.string().max(2000)).max(200).optional(),
  features: z.record(Id, Feature).optional(),
  inventory: z.record(Id, Item).optional(),
  tags: z.record(z.string(), Flag).optional()
})
export type PlaceFields = z.infer<typeof PlaceFields>

/** What can be written of a journey. */
export const JourneyFields = z.strictObject({
  from: Id.optional(),
  to: Id.optional(),
  direction: z.string().max(200).optional(),
  duration: z.string().max(100).optional(),
  difficulty: z.number().int().min(0).max(1000).optional(),
  risks: z.array(z.string().min(1).max(200)).max(50).optional(),
  requires: Id.nullable().optional(),
  description: Text.optional()
})
export type JourneyFields = z.infer<typeof JourneyFields>

/** A point of the map, in pixels at zoom 1; x to the right, y down; the upper left corner of the place's card. */
export const MapSpot = z.strictObject({ x: z.number().min(-1e6).max(1e6), y: z.number().min(-1e6).max(1e6) })
export type MapSpot = z.infer<typeof MapSpot>

/**
 * One step of an edit of the world; a list of them is one beat by the designer, all or nothing, each on what the ones before it left.
 * `put-…` makes what is not there yet and changes what is. Ids are slugs and may be left out where something is made: then one is made
 * from the name (places, regions) or the two ends (journeys, `from--to[-n]`), and the answer tells it.
 */
export const WorldEdit = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('put-region'), id: Id.optional(), name: z.string().min(1).max(200).optional(), about: Text.optional() }),
  /** `region` is needed for a new place; for one that is there it moves it to another region, with its journeys and its spot. */
  z.strictObject({ op: z.literal('put-place'), id: Id.optional(), region: Id.optional(), fields: PlaceFields, spot: MapSpot.optional() }),
  /** `from` and `to` are needed for a new journey. A changed `from` may move it to another region's file. */
  z.strictObject({ op: z.literal('put-journey'), id: Id.optional(), fields: JourneyFields }),
  /** Hand-made positions; null gives a place back to the automatic layout. */
  z.strictObject({ op: z.literal('spots'), spots: z.record(Id, MapSpot.nullable()) }),
  /** Gives a new id; everything that refers to the old one is written anew: journeys, sheets, the scene, story events, the other locations' journeys. */
  z.strictObject({ op: z.literal('rename'), what: z.enum(['region', 'place', 'journey']), id: Id, to: Id }),
  /**
   * Takes something away, with the journeys that lead to or from it. Refused (Problem `refused`, data.references: a list of sentences) while
   * people stand there, the scene plays there or a story event names it; `people` and what lies there may be sent to another place by `to`.
   */
  z.strictObject({ op: z.literal('remove'), what: z.enum(['region', 'place', 'journey']), id: Id, to: Id.optional() }),
  /** Puts somebody somewhere. */
  z.strictObject({ op: z.literal('put-actor'), id: Id, place: Id })
])
export type WorldEdit = z.infer<typeof WorldEdit>

/** Links to what an edit renamed: files whose links followed in the same beat, and what somebody wrote down, which is theirs and still links to the old name. */
export const LinksLeft = z.object({
  mended: z.array(z.string()),
  /** `line`: the first that has such a link. `beat`: the commit that wrote the file last. */
  left: z.array(z.object({ path: z.string(), links: z.int(), line: z.string(), beat: z.string().optional() }))
})
export type LinksLeft = z.infer<typeof LinksLeft>

/** File forms of a world map that can be read and written. */
export const MapFormat = z.enum(['json', 'graphml'])
export type MapFormat = z.infer<typeof MapFormat>

/** What can be undone or done again, in words; absent where there is nothing. */
export const EditHistory = z.object({ undo: z.string().optional(), redo: z.string().optional() })
export type EditHistory = z.infer<typeof EditHistory>

/** What stands in the way of an edit: somebody, the scene that is played, or a story event. */
export interface Reference {
  what: 'actor' | 'scene' | 'event'
  id: string
}
