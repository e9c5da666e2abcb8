import type { GameState } from '../../shared/state'
import { texts } from './texts'

/** What somebody is called: an actor's name, or the voice of the table. */
export function nameOf(actors: GameState['actors'] | undefined, who: string): string {
  if (who === 'DM') return texts.log.dm
  return actors?.[who]?.name ?? who
}

/** Puts names in the order in which they are read: numbers in them count, so that 2 comes before 10. */
export const inReadingOrder = new Intl.Collator('en', { numeric: true }).compare
