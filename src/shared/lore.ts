import { z } from 'zod'
import { Beliefs } from './beliefs'

/** Lists of sentences that the offline table draws from; a model reads them as colour. */
const Lines = z.array(z.string()).default([])

/** Prose of a place: from its location file, outside GameState and the sandbox. */
export const PlaceLore = z.object({
  description: z.string().default(''),
  /** For the DM alone. */
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

/** An authored event: world/story/<name>/ABOUT.md. For the DM alone. */
export const StoryEvent = z.object({
  id: z.string(),
  title: z.string(),
  order: z.number().default(0),
  /** Where it plays. */
  place: z.string(),
  aim: z.string(),
  /** Facts that must hold (`!fact`: must not) before it can open / when it is over. Empty `starts_when`: at once. */
  starts_when: z.array(z.string()).default([]),
  done_when: z.array(z.string()).default([]),
  /** Paragraphs to open and close the scene with; one is chosen. */
  opening: Lines,
  closing: Lines,
  /** Paragraphs for a scene that ends without its aim. */
  closing_failed: Lines,
  body: z.string().default('')
})
export type StoryEvent = z.infer<typeof StoryEvent>

/** A topic by its file: rulings, events, misc. */
export const Topic = z.object({ path: z.string(), title: z.string(), tags: z.array(z.string()), body: z.string() })
export type Topic = z.infer<typeof Topic>

/** All prose of the world at one commit. Never enters the sandbox; players see it only through `project`. */
export const Lore = z.object({
  title: z.string(),
  premise: z.string(),
  places: z.record(z.string(), PlaceLore),
  journeys: z.record(z.string(), z.string()),
  actors: z.record(z.string(), ActorLore),
  /** Bodies of the regions' ABOUT.md. */
  regions: z.record(z.string(), z.string()).default({}),
  story: z.array(StoryEvent),
  topics: z.array(Topic),
  /** Hand-made positions of places on the map, in pixels, from the regions' MAP.yaml. */
  map: z.record(z.string(), z.object({ x: z.number(), y: z.number() })).default({})
})
export type Lore = z.infer<typeof Lore>

/** Prose of something on the map: of a journey or a region there is only a description. Empty where there is none. */
export function proseOf(lore: Pick<Lore, 'places' | 'journeys' | 'regions'>, what: 'place' | 'journey' | 'region', id: string): PlaceLore {
  if (what === 'place') return lore.places[id] ?? { description: '', gm_guide: '', senses: [] }
  return { description: (what === 'journey' ? lore.journeys : lore.regions)[id] ?? '', gm_guide: '', senses: [] }
}
