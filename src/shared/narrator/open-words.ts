import { own } from '../base/json'
import { FOLLOW_UP } from './follow-up'
import type { SceneTree, SceneTreeClickable, SceneTreeNarration } from './output'

/** The maximum number of a player's clicks in one turn. */
export const MAX_CLICKS = 3

/** Words of a scene tree that can be clicked, or were. */
export interface OpenWords {
  /** Their path in the tree, as an id: `narration[0]/eyes/then/lie`. */
  id: string
  words: string
  clickable: SceneTreeClickable
  /** The id of the text that contains them: `narration[0]`, or that of an answer. */
  at: string
}

/** The beats in which words of a tree were clicked, by the words' ids. */
export type Clicked = Readonly<Record<string, number>>

/** A step of an id. A slash within words would look like another step. */
const step = (words: string): string => words.replaceAll('~', '~0').replaceAll('/', '~1')

/** The ids of the texts that a click on these words reveals: the answer, and its follow-up. */
export const answerTo = (id: string): string => `${id}/response`
export const afterAnswerTo = (id: string): string => `${id}/${FOLLOW_UP}`

/** The id of a clickable in the text of an id. */
export const wordsIn = (at: string, words: string): string => `${at.endsWith('/response') ? at.slice(0, -'/response'.length) : at}/${step(words)}`

/** Every clickable of a tree in a visible text, clicked or not, in reading order: those within answers once the answer is visible. */
export function openWords(tree: SceneTree, clicked: Clicked): OpenWords[] {
  const found: OpenWords[] = []
  const visit = (at: string, { clickable }: Pick<SceneTreeNarration, 'clickable'>): void => {
    for (const [words, one] of Object.entries(clickable ?? {})) {
      const id = wordsIn(at, words)
      found.push({ id, words, clickable: one, at })
      if (own(clicked, id) === undefined || !one.response) continue
      visit(answerTo(id), one.response)
      if (one.response.then) visit(afterAnswerTo(id), one.response.then)
    }
  }
  tree.narration.forEach((part, i) => visit(`narration[${i}]`, part))
  tree.voices.forEach((voice, i) => visit(`voices[${i}]`, voice))
  return found
}

/** The ids of the exits, which take the place of words. */
export const EXITS = { travel: 'exits/travel', wait: 'exits/wait' } as const
