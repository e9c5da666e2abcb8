import { own } from '../../../../shared/json'
import type { GameState } from '../../../../shared/state'
import type { Reference } from '../../../../shared/world-edits'
import { storyFile, type Goal } from '../../../prose/link-goal'

/** Where a reference leads, and what stands there, in words; the scene that is played is read in the log. */
export interface ReferenceLink {
  goal: Goal | { what: 'log' }
  name: string
}

/**
 * Where something that stands in the way leads: to what it is said to be about; else, from its sentence, to the file or whom it begins with or the
 * place it ends with. Longer names win.
 */
export function referenceLink(
  sentence: string,
  { actors, places }: Pick<GameState, 'actors' | 'places'>,
  about?: Reference
): ReferenceLink | undefined {
  if (about?.what === 'actor') return { goal: { what: 'actor', id: about.id }, name: own(actors, about.id)?.name ?? about.id }
  if (about?.what === 'event') return { goal: { what: 'file', path: storyFile(about.id) }, name: about.id }
  if (about) return { goal: { what: 'log' }, name: 'the log' }
  const [, path] = /^([\w./ -]+\.(?:yaml|md|ts|json)): /.exec(sentence) ?? []
  if (path !== undefined) return { goal: { what: 'file', path }, name: path }
  const best = (
    what: 'actor' | 'place',
    all: Readonly<Record<string, { name: string }>>,
    fits: (name: string) => boolean
  ): ReferenceLink | undefined =>
    Object.entries(all).reduce<ReferenceLink | undefined>(
      (found, [id, { name }]) => (fits(name) && name.length > (found?.name.length ?? 0) ? { goal: { what, id }, name } : found),
      undefined
    )
  return best('actor', actors, (name) => sentence.startsWith(`${name} `)) ?? best('place', places, (name) => sentence.endsWith(` ${name}`))
}
