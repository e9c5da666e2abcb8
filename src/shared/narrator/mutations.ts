import { z } from 'zod'
import { NARRATIVE_TYPES } from './narrative-types'

/** Texts must not be empty. */
export const Said = z.string().max(100_000).regex(/\S/, 'must not be empty')
const Short = z.string().max(200).regex(/\S/, 'must not be empty')
const Id = z.string().min(1).max(120)
const Ids = z.array(Id).max(200)
const Texts = z.array(Short).max(200)
const Share = z.number().min(0).max(1)

export const CharacterType = z.enum(['player', 'companion', 'major', 'minor', 'background'])
export type CharacterType = z.infer<typeof CharacterType>

const Skill = z.enum(['untrained', 'capable', 'skilled', 'master'])

/** A narrator's description of a character, apart from identity and place. */
export const CharacterTraits = z.strictObject({
  type: CharacterType.optional(),
  alive: z.boolean().optional(),
  traits: Texts.optional(),
  skills: z
    .strictObject({
      fighting: Skill,
      tracking: Skill,
      healing: Skill,
      persuading: Skill,
      sneaking: Skill,
      riding: Skill,
      reading: Skill,
      leading: Skill
    })
    .partial()
    .optional(),
  voice: z.strictObject({ tone: Short, style: Short }).partial().optional(),
  personality: z
    .strictObject({ approach: Short, values: z.union([Short, Texts]), flaw: Short })
    .partial()
    .optional(),
  backstory: z.strictObject({ family: Said, childhood: Said, wound: Said, why_here: Said }).partial().optional()
})
export type CharacterTraits = z.infer<typeof CharacterTraits>

export const NarrativeType = z.enum(NARRATIVE_TYPES)
export type NarrativeType = z.infer<typeof NarrativeType>

/** The factor by which the story's pacing multiplies a narrative's weight; 1 changes nothing. */
export const Focus = z.number().min(0.1).max(3)

/** Everything about a narrative but its id and its text. `truth` and `narrator_notes` are for the DM only. */
export const NarrativeFields = z.strictObject({
  name: Short,
  type: NarrativeType,
  interpretation: Said.optional(),
  about: z.strictObject({ characters: Ids, relationship: Ids, places: Ids, things: Texts }).partial().optional(),
  tone: Short.optional(),
  voice: z.strictObject({ style: Short, phrases: Texts }).partial().optional(),
  occurred_at: Short.optional(),
  source: Short.optional(),
  detail: Said.optional(),
  focus: Focus.optional(),
  truth: Share.optional(),
  narrator_notes: Said.optional(),
  /** The narratives that can't be true if this one is, by id. */
  contradicts: Ids.optional()
})
export type NarrativeFields = z.infer<typeof NarrativeFields>

/** The relation between two characters, or of a character to a place or a faction. */
export const RELATIONS = ['KIN', 'KNOWS', 'LOVES', 'HATES', 'OWES', 'SERVES', 'OWNS', 'ALLY', 'RIVAL'] as const
export const EdgeType = z.enum([...RELATIONS, 'JOURNEY'])
export type EdgeType = z.infer<typeof EdgeType>

const BeliefFields = z.strictObject({
  heard: Share,
  believes: Share,
  doubts: Share,
  denies: Share,
  source: z.enum(['witnessed', 'told', 'inferred', 'assumed', 'taught']),
  from_whom: Short
})

/** The payload of each type of mutation. */
export const PAYLOADS = {
  new_character: z.strictObject({ id: Id, name: Short, ...CharacterTraits.shape, location: Id.optional() }),
  new_edge: z.strictObject({
    from: Id,
    to: Id,
    type: z.union([EdgeType, Short]).describe('One of the ten types, or another word for a relation.'),
    properties: z.record(z.string(), z.json()).optional()
  }),
  new_narrative: z.strictObject({ id: Id, content: Said, ...NarrativeFields.shape }),
  update_belief: z.strictObject({ character: Id, narrative: Id, ...BeliefFields.partial().shape }),
  adjust_focus: z.strictObject({ narrative: Id, focus: Focus, reason: Said })
} as const

export const MutationType = z.enum(['new_character', 'new_edge', 'new_narrative', 'update_belief', 'adjust_focus'])
export type MutationType = z.infer<typeof MutationType>

const mutation = <T extends MutationType>(type: T) => z.strictObject({ type: z.literal(type), payload: PAYLOADS[type] })

/** A change to the world by a narrator. */
export const GraphMutation = z.discriminatedUnion('type', [
  mutation('new_character'),
  mutation('new_edge'),
  mutation('new_narrative'),
  mutation('update_belief'),
  mutation('adjust_focus')
])
export type GraphMutation = z.infer<typeof GraphMutation>
export type MutationOf<T extends MutationType> = Extract<GraphMutation, { type: T }>

/** The maximum number of mutations in one batch. */
export const MAX_MUTATIONS = 500
