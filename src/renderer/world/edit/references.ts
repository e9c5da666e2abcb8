import type { GameState } from '../../../shared/state'

/** Somebody or a place that a sentence is about. */
export interface Way {
  what: 'actor' | 'place'
  id: string
  name: string
}

/** Whom or what a sentence about a reference is about: who it begins with, else the place it ends with. Longer names win. */
export function wayTo(sentence: string, { actors, places }: Pick<GameState, 'actors' | 'places'>): Way | undefined {
  const best = (what: Way['what'], all: Readonly<Record<string, { name: string }>>, fits: (name: string) => boolean): Way | undefined =>
    Object.entries(all).reduce<Way | undefined>(
      (found, [id, { name }]) => (fits(name) && name.length > (found?.name.length ?? 0) ? { what, id, name } : found),
      undefined
    )
  return best('actor', actors, (name) => sentence.startsWith(`${name} `)) ?? best('place', places, (name) => sentence.endsWith(` ${name}`))
}
