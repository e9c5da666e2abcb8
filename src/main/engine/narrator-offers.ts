import type { Offer, ParamDef, PossibleOffer } from '../../shared/story/game'
import { text } from './offer'
import { MAX_CLICKS, type OpenWords } from '../../shared/narrator/open-words'

/** A parameter in no offer. The table sets it on a plain-text narration in a campaign whose DM narrates as outputs of a narrator. SPEC.md K4. */
export const PLAINLY = 'told plainly'
/** A parameter in no offer. A recorded narration holds the text of its scene tree in it. */
export const SCENE_TEXT = 'scene text'
/** The maximum length of a narrator's output at the table, in characters. */
export const MAX_OUTPUT = 200_000

/** The offer to narrate with an output of a narrator. The prompt piece "scene-trees" explains the format. */
export const NARRATE_OUTPUT: Offer = {
  name: 'narrate',
  description: 'Tell the table what happens, as an output of a narrator: dialogue, or a scene tree whose words can be clicked.',
  params: [
    {
      name: 'output',
      type: 'string',
      description:
        'The output as JSON alone: {"dialogue"?: […], "scene": a scene tree or {}, "time_elapsed"?: "20-30 minutes", "mutations"?: […], "seeds"?: […]}.',
      required: true,
      json: 'output',
      maxCharacters: MAX_OUTPUT
    }
  ],
  cost: 'free'
}
/** The offer to narrate in plain text, after two outputs of a narrator with violations. */
export const NARRATE_PLAINLY: Offer = {
  name: 'narrate',
  description: 'Tell the table what happens.',
  params: [text('What everybody hears.')],
  cost: 'free'
}

const WORDS = { name: 'words', description: 'Which words, with what you say.', required: true } as const
/** The tool to click words of the scene tree. */
export const CLICK: PossibleOffer = {
  name: 'click',
  description: `Click words of the scene: you say their line, and the scene answers. At most ${MAX_CLICKS} times a turn.`,
  cost: 'free',
  forms: [[{ ...WORDS, type: 'string' }]]
}

/** The offer to click words. It doesn't reveal whether an answer is already written. SPEC.md K5. */
export function clickOffer(words: readonly OpenWords[]): Offer {
  const line = ({ words: key, clickable: { speaks, intent } }: OpenWords): string => `${key}: “${speaks}”, ${intent}`
  const param: ParamDef = {
    ...WORDS,
    type: 'enum',
    enum: words.map(({ id }) => id),
    labels: Object.fromEntries(words.map((one) => [one.id, line(one)]))
  }
  const { forms: _, ...click } = CLICK
  return { ...click, params: [param] }
}
