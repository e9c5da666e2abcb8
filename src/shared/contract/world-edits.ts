import { z } from 'zod'
import { Belief } from '../story/beliefs'
import { NarrativeFields } from '../narrator/mutations'
import { PICTURE_LIMITS, type PictureUse } from '../story/pictures'
import { Feature, Item } from '../story/state'

const Id = z.string().min(1).max(120)
const Text = z.string().max(100_000)
const Flag = z.union([z.boolean(), z.string(), z.number()])

/** The editable fields of a location file, prose and secrets included. An omitted field keeps its value; null removes an optional one. */
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

/** The editable fields of a journey. */
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

/** A position on the map, in pixels at zoom 1: the upper left corner of the place's card; x to the right, y down. */
export const MapSpot = z.strictObject({ x: z.number().min(-1e6).max(1e6), y: z.number().min(-1e6).max(1e6) })
export type MapSpot = z.infer<typeof MapSpot>

/** The part of world/STATE.yaml that an entry belongs to. */
const StoryKind = z.enum(['quest', 'faction', 'relationship', 'thread'])
/** Fields to change: an omitted one keeps its value, null removes it. */
const Changes = z.record(Id, z.json())
/** The editable fields of a narrative; null removes an optional one. */
const NarrativeChanges = z.strictObject({
  name: NarrativeFields.shape.name.optional(),
  type: NarrativeFields.shape.type.optional(),
  interpretation: NarrativeFields.shape.interpretation.nullable(),
  tone: NarrativeFields.shape.tone.nullable(),
  source: NarrativeFields.shape.source.nullable(),
  focus: NarrativeFields.shape.focus.nullable(),
  truth: NarrativeFields.shape.truth.nullable(),
  narrator_notes: NarrativeFields.shape.narrator_notes.nullable(),
  about: NarrativeFields.shape.about.nullable(),
  content: Text.optional()
})
const BeliefChanges = z.strictObject({
  text: Belief.shape.text.nullable(),
  heard: Belief.shape.heard.nullable(),
  believes: Belief.shape.believes.nullable(),
  doubts: Belief.shape.doubts.nullable(),
  denies: Belief.shape.denies.nullable(),
  source: Belief.shape.source.nullable(),
  from_whom: Belief.shape.from_whom.nullable()
})

/**
 * A change of one value of a YAML file or front matter: its keys from the root, and its new value; null removes it. `was`: the value that the designer
 * saw, null if there was none; if it is another one by now, the edit is refused.
 */
export const FieldChange = z.strictObject({ keys: z.array(Id).min(1).max(10), to: z.json(), was: z.json().optional() })
export type FieldChange = z.infer<typeof FieldChange>
const FieldChanges = z.array(FieldChange).max(200)
const Name = z.string().min(1).max(200)
/** The bytes of a picture in Base64. */
export const bytesOf = (use: PictureUse): z.ZodBase64 => z.base64().max(Math.ceil(PICTURE_LIMITS[use].bytes / 3) * 4)

/**
 * One step of an edit of the world. A list of steps is one atomic beat by the designer; each step sees the result of the previous ones. `put-…`
 * creates a thing or changes an existing one. Ids are slugs. For a new thing the id may be omitted: it is then derived from the name (places,
 * regions) or the two ends (journeys, `from--to[-n]`) and returned.
 */
export const WorldEdit = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('put-region'), id: Id.optional(), name: z.string().min(1).max(200).optional(), about: Text.optional() }),
  /** `region` is required for a new place. An existing place is moved to that region, with its journeys and its position. */
  z.strictObject({ op: z.literal('put-place'), id: Id.optional(), region: Id.optional(), fields: PlaceFields, spot: MapSpot.optional() }),
  /** `from` and `to` are required for a new journey. A changed `from` may move it to another region's file. */
  z.strictObject({ op: z.literal('put-journey'), id: Id.optional(), fields: JourneyFields }),
  /** Manual positions; null returns a place to the automatic layout. */
  z.strictObject({ op: z.literal('spots'), spots: z.record(Id, MapSpot.nullable()) }),
  /** Changes an id and everything that refers to it: journeys, sheets, the scene, story events, the journeys of other locations. */
  z.strictObject({ op: z.literal('rename'), what: z.enum(['region', 'place', 'journey']), id: Id, to: Id }),
  /**
   * Removes something, with the journeys that lead to or from it. Refused (Problem `refused`, data.references: a list of sentences) while characters
   * are there, the scene plays there or a story event names it. `to` moves `people` and items to another place.
   */
  z.strictObject({ op: z.literal('remove'), what: z.enum(['region', 'place', 'journey']), id: Id, to: Id.optional() }),
  z.strictObject({ op: z.literal('put-actor'), id: Id, place: Id }),
  /**
   * Creates a character, or changes one: the sheet, the front matter of ABOUT.md, or the text below its heading. A new one needs a name, from which
   * the id is derived if it is omitted; `kind` is npc by default, `place` where the table is. Problem `conflict` if a value isn't what `was` says.
   */
  z.strictObject({
    op: z.literal('put-character'),
    id: Id.optional(),
    kind: z.enum(['player', 'npc']).optional(),
    name: Name.optional(),
    place: Id.optional(),
    sheet: FieldChanges.optional(),
    about: FieldChanges.optional(),
    text: z.strictObject({ to: Text, was: Text.optional() }).optional()
  }),
  /**
   * Sets a character's portrait: a PNG, JPEG or WebP picture in Base64, at most 512 × 512 pixels; null removes it. `was`: the object id of the portrait
   * that the designer saw, null if there was none; Problem `conflict` if it is another one by now.
   */
  z.strictObject({ op: z.literal('put-portrait'), id: Id, picture: bytesOf('portrait').nullable(), was: z.string().nullable().optional() }),
  /**
   * Adds a picture to the campaign, or uses one of its pictures again, and shows it at a place or story event. `bytes`: a PNG, JPEG or WebP picture in
   * Base64, at most 1600 × 1600 pixels; `file` is then a name for it, and the name of the new file is returned. Without `bytes`, `file` is the name of a
   * picture of the campaign; null shows none. The picture that was shown before is removed if nothing else needs it. `was`: the name of the file that
   * the designer saw there, null if there was none; Problem `conflict` if it is another one by now.
   */
  z.strictObject({
    op: z.literal('put-picture'),
    of: z.strictObject({ what: z.enum(['place', 'event']), id: Id }).optional(),
    file: Name.nullable(),
    bytes: bytesOf('picture').optional(),
    alt: z.string().max(2000).optional(),
    was: z.string().nullable().optional()
  }),
  /** Copies a character with sheet, prose, beliefs and portrait. The copy has a name and an id of its own, and no past. */
  z.strictObject({ op: z.literal('copy-character'), id: Id, name: Name.optional() }),
  /**
   * Removes a character with their files, seat and notes. Refused while they are in the scene or have a turn to come, and for the only player. Refused
   * with data.references while something names them, unless `anyway`: then what names them goes too, except conditions, which only `check` reports.
   */
  z.strictObject({ op: z.literal('remove-character'), id: Id, anyway: z.boolean().optional() }),
  /**
   * Creates a story event, or changes one: its title, the front matter of ABOUT.md, or the text below its heading. A new one needs a title, from which
   * the id is derived if it is omitted; it comes last and takes place at `place`, by default where the table is. Problem `conflict` as above.
   */
  z.strictObject({
    op: z.literal('put-event'),
    id: Id.optional(),
    title: Name.optional(),
    place: Id.optional(),
    about: FieldChanges.optional(),
    text: z.strictObject({ to: Text, was: Text.optional() }).optional()
  }),
  /** Copies a story event, without its Arrow document, to the position behind it. */
  z.strictObject({ op: z.literal('copy-event'), id: Id, title: Name.optional() }),
  /** Moves a story event before another one; without `before`, to the end. Changes the `order` of as few events as possible. */
  z.strictObject({ op: z.literal('move-event'), id: Id, before: Id.optional() }),
  /**
   * Removes a story event with its folder. Refused while its scene is played. Refused with data.references while beliefs are about it or something
   * needs facts that only it sets, unless `anyway`: then the beliefs go too, and `check` reports the rest.
   */
  z.strictObject({ op: z.literal('remove-event'), id: Id, anyway: z.boolean().optional() }),
  /** Changes an item of the game, by the keys of its entry in rules/equipment. Problem `conflict` as above. */
  z.strictObject({ op: z.literal('put-item'), id: Id, about: FieldChanges }),
  /** Copies an item of the game under another name and id. */
  z.strictObject({ op: z.literal('copy-item'), id: Id }),
  /**
   * Creates a table of the game with one row, or changes one: its name, or values by the keys of its file. A new one needs a name, from which the id
   * is derived. Problem `conflict` as above, `bad-input` if no row would be left, or an empty one.
   */
  z.strictObject({ op: z.literal('put-table'), id: Id.optional(), name: Name.optional(), about: FieldChanges.optional() }),
  /** Copies a table of the game under another name and id. */
  z.strictObject({ op: z.literal('copy-table'), id: Id }),
  /** Creates or changes a quest, faction, relationship or thread. Problem `refused` if it would break an invariant of the story. */
  z.strictObject({ op: z.literal('put-story'), kind: StoryKind, id: Id, fields: Changes }),
  z.strictObject({ op: z.literal('remove-story'), kind: StoryKind, id: Id }),
  /** Creates a fact, or changes its value or title; null removes the title. `was`: the value seen, null for a new one; else `conflict`. */
  z.strictObject({ op: z.literal('put-fact'), id: Id, value: Flag.optional(), title: Name.nullable().optional(), was: Flag.nullable().optional() }),
  /** A character's belief about a fact or narrative. */
  z.strictObject({ op: z.literal('put-belief'), who: Id, claim: Id, fields: BeliefChanges }),
  z.strictObject({ op: z.literal('remove-belief'), who: Id, claim: Id }),
  /** A new narrative needs a name and a type. */
  z.strictObject({ op: z.literal('put-narrative'), id: Id, fields: NarrativeChanges }),
  z.strictObject({ op: z.literal('remove-narrative'), id: Id })
])
export type WorldEdit = z.infer<typeof WorldEdit>

/** Links to a renamed thing: the files updated in the same beat, and notes, which belong to their writers and still have the old name. */
export interface LinksLeft {
  updated: string[]
  /** `line`: the first line with such a link. `beat`: the last commit that wrote the file. */
  left: { path: string; links: number; line: string; beat?: string }[]
}

/** The file formats of a world map. */
export const MapFormat = z.enum(['json', 'graphml'])
export type MapFormat = z.infer<typeof MapFormat>

export type UndoDirection = 'undo' | 'redo'

/** The labels of the next undo and redo; absent if there is none. */
export interface UndoLabels {
  undo?: string
  redo?: string
}

/** An obstacle to an edit: something that the window can show. A file's id is its path; `line` is the first line that is meant. */
export interface Reference {
  what: 'actor' | 'scene' | 'event' | 'place' | 'journey' | 'item' | 'table' | 'file' | z.infer<typeof StoryKind>
  id: string
  line?: number
}
