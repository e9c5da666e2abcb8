import { actorFolder, fileName } from '../../../shared/story/layout'
import type { SeenActor } from '../../../shared/table/agents'
import { originWords, stanceWords } from '../../../shared/words/belief-words'
import type { Belief } from '../../../shared/story/beliefs'
import { draft, type Draft } from './budget'
import { defusedLine, MAX_LISTED } from './fence'

/** A character's beliefs, if the seat may read the sheet; no piece if there are none. */
export function beliefDraft({ id, name, kind, sheet }: SeenActor, why: string, urgency = 0): Draft[] {
  const beliefs = Object.entries(sheet?.beliefs ?? {})
  if (beliefs.length === 0) return []
  const parts = [
    `${defusedLine(name)} doesn't know what is true, only this:`,
    ...beliefs.slice(0, MAX_LISTED).map(([thing, belief]) => `  ${defusedLine(thing)}: ${beliefWords(belief)}`)
  ]
  return [draft('hot', `beliefs:${id}`, `What ${name} believes`, `${actorFolder(kind, id)}/${fileName('beliefs')}`, parts, why, { urgency })]
}

/** The attitude of a character to a claim, in words: "believes it, and doubts it (witnessed)". */
export function beliefWords(belief: Belief): string {
  const origin = originWords(belief)
  return `${belief.text === undefined ? '' : `${defusedLine(belief.text)} — `}${stanceWords(belief)}${origin === '' ? '' : ` (${defusedLine(origin)})`}`
}
