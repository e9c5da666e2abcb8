import { z } from 'zod'
import { Beliefs } from './beliefs'

/** Lists of sentences that the offline table picks from. A model reads them as colour. */
const Lines = z.array(z.string()).default([])

/** Prose of a place from its location file, outside GameState and the sandbox. */
export const PlaceLore = z.object({
  description: z.string().default(''),
  /** For the DM only. */
  gm_guide: z.string().default(''),
  /** Short clauses a narrator can weave in: sights, sounds, smells. No capital, no full stop. */
  senses: Lines
})
export type PlaceLore = z.infer<typeof PlaceLore>

/** Prose of an actor: front matter and body of ABOUT.md, and BELIEFS.yaml. */
export const ActorLore = z.object({
  /** Body of ABOUT.md. */
  about: z.string().default(''),
  /** What anybody can see. */
  public: z.string().default(''),
  wants: z.string().default(''),
  fears: z.string().default(''),
  voice: z.string().default(''),
  pronoun: z.enum(['she', 'he', 'they', 'it']).default('they'),
  /** Lines in the actor's own voice, by occasion: greet, travel, explore, fight, hurt, fear, hope, thanks, farewell … */
  says: z.record(z.string(), z.array(z.string())).default({}),
  beliefs: Beliefs.default({})
})
export type ActorLore = z.infer<typeof ActorLore>

/** An authored event: world/story/<name>/ABOUT.md. For the DM only. */
export const StoryEvent = z.object({
  id: z.string(),
  title: z.string(),
  order: z.number().default(0),
  /** Where it takes place. */
  place: z.string(),
  aim: z.string(),
  /** The facts that must hold (`!fact`: must not) for it to open, and for it to be over. Empty `starts_when`: at once. */
  starts_when: z.array(z.string()).default([]),
  done_when: z.array(z.string()).default([]),
  /** Paragraphs to open and close the scene; one of each is chosen. */
  opening: Lines,
  closing: Lines,
  /** Paragraphs to close a scene that missed its aim. */
  closing_failed: Lines,
  body: z.string().default('')
})
export type StoryEvent = z.infer<typeof StoryEvent>

/** A topic file: rulings, events, misc. */
export const Topic = z.object({ path: z.string(), title: z.string(), tags: z.array(z.string()), body: z.string() })
export type Topic = z.infer<typeof Topic>

/** All prose of the world at one commit. It never enters the sandbox; players see it only through `project`. */
export const Lore = z.object({
  title: z.string(),
  premise: z.string(),
  places: z.record(z.string(), PlaceLore),
  journeys: z.record(z.string(), z.string()),
  actors: z.record(z.string(), ActorLore),
  /** The bodies of the regions' ABOUT.md. */
  regions: z.record(z.string(), z.string()).default({}),
  story: z.array(StoryEvent),
  topics: z.array(Topic),
  /** The manual positions of places on the map, in pixels, from the regions' MAP.yaml. */
  map: z.record(z.string(), z.object({ x: z.number(), y: z.number() })).default({})
})
export type Lore = z.infer<typeof Lore>
