import { z } from 'zod'
import { Beliefs } from './beliefs'
import { CharacterType, NarrativeFields, NarrativeType } from '../narrator/mutations'
import { parse } from '../predicate/parse'
import { toProblem } from '../base/problem'

/** Lists of sentences that the offline table chooses from. Models get them as examples of tone. */
const Lines = z.array(z.string()).default([])

/** A premise: an expression over the state, such as `fact.jory-found`. */
const Premise = z.string().superRefine((text, ctx) => {
  try {
    parse(text)
  } catch (thrown) {
    ctx.addIssue({ code: 'custom', message: toProblem(thrown).message.replace(/\.$/, '') })
  }
})

/** A sentence, said or read only while its premise `when` holds. `by`: the character who must have settled the event. */
export const Line = z.union([z.string(), z.strictObject({ text: z.string(), when: Premise.optional(), by: z.string().optional() })])
export type Line = z.infer<typeof Line>
const Premised = z.array(Line).default([])

/** What a character wants: one text, or a sequence. Each want lasts until `met` holds; then the next one follows. */
export const Wants = z.union([z.string(), z.array(z.strictObject({ want: z.string(), met: Premise.optional() }))])
export type Wants = z.infer<typeof Wants>

/** The effects on the world once a story event is over and `when` (if there is one) holds. */
export const StoryOutcome = z.strictObject({
  when: Premise.optional(),
  /** Facts that are true from then on. The DM sets them; the outcome is pending until all are set. */
  facts: Lines,
  /** The new places of characters: place id by character id. */
  moves: z.record(z.string(), z.string()).default({}),
  /** Threads that end, by id, each with a sentence about how. */
  closes: z.record(z.string(), z.string()).default({}),
  /** Threads that begin, by id, each with the open question. */
  opens: z.record(z.string(), z.string()).default({}),
  /** Quests that begin, by id. */
  starts: Lines,
  /** Quests that are completed, and quests that fail, by id, each with a sentence about how. */
  completes: z.record(z.string(), z.string()).default({}),
  fails: z.record(z.string(), z.string()).default({}),
  /** The new values of relationships, by id, from −100 to 100. */
  feels: z.record(z.string(), z.number().min(-100).max(100)).default({}),
  /** The new wants of characters; an empty text if they have what they wanted. */
  wants: z.record(z.string(), z.string()).default({}),
  /** The reactions of the characters concerned when they hear of it. */
  reactions: z.record(z.string(), Premised).default({})
})
export type StoryOutcome = z.infer<typeof StoryOutcome>

/** A picture that a place or a story event shows: the name of its file in world/pictures, without a folder, and its alternative text. */
export const Picture = z.object({ file: z.string().regex(/^[^/\\]{1,200}\.(?:png|jpe?g|webp)$/i), alt: z.string().optional() })
export type Picture = z.infer<typeof Picture>

/** Prose of a place from its location file, outside GameState and the sandbox. */
export const PlaceLore = z.object({
  description: z.string().default(''),
  gm_guide: z.string().default(''),
  /** Short clauses for a narrator to weave in: sights, sounds, smells. No capital, no full stop. */
  senses: Lines,
  /** What readers see here. A value of another form is ignored. */
  picture: Picture.optional().catch(undefined)
})
export type PlaceLore = z.infer<typeof PlaceLore>

/** Prose of an actor: front matter and body of ABOUT.md, and BELIEFS.yaml. */
export const ActorLore = z.object({
  /** Body of ABOUT.md. */
  about: z.string().default(''),
  public: z.string().default(''),
  wants: Wants.default(''),
  fears: z.string().default(''),
  voice: z.string().default(''),
  pronoun: z.enum(['she', 'he', 'they', 'it']).default('they'),
  /** Lines in the actor's own voice, by occasion: greet, travel, explore, fight, hurt, fear, hope, thanks, farewell … */
  says: z.record(z.string(), z.array(Line)).default({}),
  /** How much the character matters; absent for players, who matter most. Other values are ignored: authors may use this key. */
  type: CharacterType.optional().catch(undefined),
  beliefs: Beliefs.default({})
})
export type ActorLore = z.infer<typeof ActorLore>

/** What the front matter of a story event says about its Arrow document. */
export const Attachment = z.object({
  /** The document's path, below world/; by default `scene.arrow` beside the ABOUT.md. */
  document: z.string().optional(),
  /** The actors' ids by the names of the document's characters, where neither id nor name matches. */
  characters: z.record(z.string(), z.string()).optional()
})

/** An authored event: world/story/<name>/ABOUT.md. For the DM only. */
export const StoryEvent = z.object({
  id: z.string(),
  title: z.string(),
  order: z.number().default(0),
  place: z.string(),
  aim: z.string(),
  /** The facts that must hold (`!fact`: must not) for it to start, and for it to be over. Empty `starts_when`: at once. */
  starts_when: z.array(z.string()).default([]),
  done_when: z.array(z.string()).default([]),
  /** Paragraphs to open and close the scene; one of each is chosen. */
  opening: Premised,
  closing: Premised,
  /** Paragraphs to close a scene that failed. */
  closing_failed: Premised,
  /** The climax of the story: it gets a scene of its own at its place, with the stakes said first. */
  climax: z.boolean().default(false),
  /** What can be won and lost here, in a sentence or two. */
  stakes: z.string().default(''),
  /** Sentences that announce the event in the scenes before it. */
  foreshadow: Premised,
  outcomes: z.array(StoryOutcome).default([]),
  /** Sentences of the epilogue, if the story ends with this event. All true ones are told, in this order. */
  epilogue: Premised,
  /** What readers see when its scene opens, instead of the picture of its place. A value of another form is ignored. */
  picture: Picture.optional().catch(undefined),
  /** As in `Attachment`. Authors may use these keys for something else, so values of another form are ignored. */
  document: Attachment.shape.document.catch(undefined),
  characters: Attachment.shape.characters.catch(undefined),
  /** The document in the world's files: its path, and a version that changes with it and with this event. Not in the front matter. */
  arrow: z.object({ path: z.string(), version: z.string() }).optional(),
  body: z.string().default('')
})
export type StoryEvent = z.infer<typeof StoryEvent>

/** A narrative: a story event that is told and believed, not played. Its front matter has a `type` of narrative and no aim. For the DM only. */
export const Narrative = z.object({
  ...NarrativeFields.shape,
  focus_reason: z.string().optional(),
  /** The number of the first beat that told it. */
  beat: z.number().int().min(0).optional(),
  content: z.string().default('')
})
export type Narrative = z.infer<typeof Narrative>

/** Whether the front matter of a story event's file is that of a narrative. */
export const isNarrative = (matter: unknown): boolean =>
  z.looseObject({ type: NarrativeType, aim: z.undefined().optional() }).safeParse(matter).success

/** A topic file: rulings, events, misc. `beats`: the numbers of the beats that a ruling links to. */
export const Topic = z.object({
  path: z.string(),
  title: z.string(),
  tags: z.array(z.string()),
  body: z.string(),
  beats: z.array(z.number().int()).optional()
})
export type Topic = z.infer<typeof Topic>

/** The file of a character's portrait: its path, and its object id, which changes with its content. */
export const Portrait = z.object({ path: z.string(), oid: z.string() })
export type Portrait = z.infer<typeof Portrait>

/** world/FACTS.yaml: titles of facts, by id. */
export const FactTitles = z.record(z.string(), z.string())

/** All prose of the world at one commit. It never enters the sandbox; players see it only through `project`. */
export const Lore = z.object({
  title: z.string(),
  premise: z.string(),
  places: z.record(z.string(), PlaceLore),
  journeys: z.record(z.string(), z.string()),
  actors: z.record(z.string(), ActorLore),
  /** The portraits by character; absent if nobody has one. */
  portraits: z.record(z.string(), Portrait).optional(),
  /** The object ids of the pictures in world/pictures by the names of their files; absent if there are none. */
  pictures: z.record(z.string(), z.string()).optional(),
  /** The bodies of the regions' ABOUT.md. */
  regions: z.record(z.string(), z.string()).default({}),
  story: z.array(StoryEvent),
  /** The titles of facts by id; absent if none has one. */
  facts: FactTitles.optional(),
  /** By id, the name of the folder below world/story. */
  narratives: z.record(z.string(), Narrative).default({}),
  topics: z.array(Topic),
  /** The manual positions of places on the map, in pixels, from the regions' MAP.yaml. */
  map: z.record(z.string(), z.object({ x: z.number(), y: z.number() })).default({})
})
export type Lore = z.infer<typeof Lore>
