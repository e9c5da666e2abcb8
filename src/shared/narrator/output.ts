import { z } from 'zod'
import { FOLLOW_UP } from './follow-up'
import { GraphMutation, Said } from './mutations'

const Id = z.string().min(1).max(120)
const Ids = z.array(Id).max(1000)

/** Clickable words by the words themselves, exactly as in the text. The schemas of a tree contain each other, so some are read when first used. */
const Clickables = z
  .record(
    z.string(),
    z.lazy(() => SceneTreeClickable)
  )
  .optional()

/** The line and the result of a click on words: an answer, or a message to show until the DM answers. */
export const SceneTreeClickable: z.ZodType<SceneTreeClickable> = z.strictObject({
  /** What the character says when the words are clicked. */
  speaks: Said,
  /** The purpose of the click: ask_about_past, challenge, explore … an open vocabulary. */
  intent: Said,
  response: z.lazy(() => SceneTreeResponse).optional(),
  waitingMessage: Said.optional()
})
export interface SceneTreeClickable {
  speaks: string
  intent: string
  response?: SceneTreeResponse | undefined
  waitingMessage?: string | undefined
}

/** A paragraph of narration, or a speech if `speaker` is set. */
export const SceneTreeNarration: z.ZodType<SceneTreeNarration> = z.strictObject({ text: Said, speaker: Id.optional(), clickable: Clickables })
export interface SceneTreeNarration {
  text: string
  speaker?: string | undefined
  clickable?: Record<string, SceneTreeClickable> | undefined
}

/** The answer to a click, with an optional follow-up. */
export const SceneTreeResponse: z.ZodType<SceneTreeResponse> = z.strictObject({
  speaker: Id.optional(),
  text: Said,
  clickable: Clickables,
  [FOLLOW_UP]: SceneTreeNarration.optional()
})
export interface SceneTreeResponse extends SceneTreeNarration {
  then?: SceneTreeNarration | undefined
}

/** An inner voice: a narrative that speaks in a character's head. */
export const SceneTreeVoice = z.strictObject({
  /** The id of the narrative. */
  source: Id,
  text: Said,
  /** Loudness, from 0 to 1. */
  weight: z.number().min(0).max(1),
  clickable: Clickables
})
export type SceneTreeVoice = z.infer<typeof SceneTreeVoice>

export const SceneTreeFreeInput = z.strictObject({
  enabled: z.boolean(),
  handler: Said,
  /** References such as `char_aldric.backstory`. */
  context: z.array(Said).max(1000)
})
export type SceneTreeFreeInput = z.infer<typeof SceneTreeFreeInput>

export const SceneTreeExit = z.strictObject({
  speaks: Said,
  destinations: Ids.optional(),
  advances_time: z.boolean().optional(),
  next_scene: Id.optional()
})
export type SceneTreeExit = z.infer<typeof SceneTreeExit>

/** A scene tree: a scene that is played by clicking words. */
export const SceneTree = z.strictObject({
  id: Id,
  location: z.strictObject({ place: Id, name: Said, region: Said, time: Said }),
  present: Ids,
  atmosphere: z.array(Said).max(1000),
  narration: z.array(SceneTreeNarration).min(1),
  voices: z.array(SceneTreeVoice),
  freeInput: SceneTreeFreeInput.optional(),
  exits: z.strictObject({ travel: SceneTreeExit, wait: SceneTreeExit }).partial().optional()
})
export type SceneTree = z.infer<typeof SceneTree>

/** The text of SCENE.json for a scene tree. */
export const sceneTreeText = (tree: SceneTree): string => `${JSON.stringify(tree, undefined, 2)}\n`

/** A speech, or narration without a speaker. */
export const DialogueChunk = z.strictObject({ speaker: Id.optional(), text: Said })
export type DialogueChunk = z.infer<typeof DialogueChunk>

/** A seed for later, and its intended payoff. */
export const Seed = z.strictObject({ setup: Said, intended_payoff: Said })
export type Seed = z.infer<typeof Seed>

/** The scene of a conversational output: none. */
export const NoScene = z.strictObject({})

/** The fields that both kinds of output have. */
const common = { dialogue: z.array(DialogueChunk).optional(), mutations: z.array(GraphMutation).optional(), seeds: z.array(Seed).optional() }

/** A narrator's output: a conversation, or a scene tree with its elapsed time. */
export const NarratorOutput = z.strictObject({ ...common, scene: z.union([SceneTree, NoScene]), time_elapsed: z.string().optional() })
export type NarratorOutput = z.infer<typeof NarratorOutput>
