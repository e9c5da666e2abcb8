import { z } from 'zod'
import { mutation, query, type Methods } from './calls'
import type { Beat } from '../story/play'
import { ACTION_SHAPES, ACTION_USERS, CONDITION_EFFECTS, ITEM_KINDS, LANGUAGES, SPELL_EFFECTS, TABLE_DICE } from './wizards'

/** The name of a new thing; empty for the wizard's own suggestion. */
const Name = z.string().max(80)
const About = z.string().max(300)

/** The initial place of a new item: carried by an actor, in a place, or nowhere. */
const Where = z.union([z.object({ actor: z.string().max(200) }), z.object({ place: z.string().max(200) }), z.null()])

/** The user's answers to a wizard. */
export const WizardAnswers = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('action'),
    name: Name,
    about: About,
    language: z.enum(LANGUAGES),
    users: z.enum(ACTION_USERS),
    shape: z.enum(ACTION_SHAPES)
  }),
  z.object({ what: z.literal('condition'), name: Name, about: About, effect: z.enum(CONDITION_EFFECTS) }),
  z.object({ what: z.literal('item'), name: Name, kind: z.enum(ITEM_KINDS), where: Where }),
  z.object({ what: z.literal('spell'), name: Name, about: About, effect: z.enum(SPELL_EFFECTS), where: Where }),
  z.object({ what: z.literal('table'), name: Name, dice: z.enum(TABLE_DICE) })
])
export type WizardAnswers = z.infer<typeof WizardAnswers>

/** A file that a wizard writes. `before` is absent if it is new. */
export interface WizardFile {
  path: string
  text: string
  before?: string
}

/** The result of a wizard: one beat. `open` is the first position to fill in; lines and columns count from 1. */
export interface WizardPlan {
  id: string
  subject: string
  files: WizardFile[]
  open: { path: string; line: number; column: number }
}

/** The calls of the wizards that add to a game. */
export const wizardCalls = {
  /** A preview of a wizard's files. Writes nothing. Throws Problem `refused` if a file that it has to change can't be read. */
  wizardPlan: query(z.object({ answers: WizardAnswers })).returns<WizardPlan>(),
  /**
   * Writes the files of a wizard as one beat by the designer. Throws Problem `refused`, and `dirty` if a file has an external change; then nothing
   * has changed.
   */
  runWizard: mutation(z.object({ answers: WizardAnswers })).returns<{ beat: Beat; plan: WizardPlan }>()
}
export type WizardCalls = Methods<typeof wizardCalls>
