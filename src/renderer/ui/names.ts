import { own } from '../../shared/json'
import type { GameState } from '../../shared/state'
import { texts } from './texts'

/** What somebody is called: an actor's name, or the voice of the table. */
export function nameOf(actors: GameState['actors'] | undefined, who: string): string {
  if (who === 'DM') return texts.dm
  return own(actors, who)?.name ?? who
}

/** A name as it stands inside a sentence: "the DM", or an actor's name. */
export const inSentence = (actors: GameState['actors'] | undefined, who: string): string => (who === 'DM' ? `the ${texts.dm}` : nameOf(actors, who))

/** What decides at a seat, in the words of the interface; an id that is none of ours stays as it is. */
export const agentName = (agent: string): string => own(texts.agents, agent) ?? agent

/** Puts names in the order in which they are read: numbers in them count, so that 2 comes before 10. */
export const inReadingOrder = new Intl.Collator('en', { numeric: true }).compare
