import { own } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import { texts } from './texts'

/** The name of a character, or of the table's own voice. */
export function nameOf(actors: GameState['actors'] | undefined, who: string): string {
  return who === 'DM' ? texts.dm : (own(actors, who)?.name ?? who)
}

/** A name inside a sentence: "the DM", or a character's name. */
export const inSentence = (actors: GameState['actors'] | undefined, who: string): string => (who === 'DM' ? `the ${texts.dm}` : nameOf(actors, who))

/** The name of an agent in the interface. An unknown id stays as it is. */
export const agentName = (agent: string): string => own(texts.agents, agent) ?? agent

/** The name of a beat by its number; an external commit has no number. */
export const beatName = (n: number): string => (n < 0 ? texts.foreign : `Beat ${n}`)

/** Compares names in natural order: numbers in them are compared as numbers, so that 2 comes before 10. */
export const inReadingOrder = new Intl.Collator('en', { numeric: true }).compare
