import { own } from '../../../../shared/base/json'
import type { GameState } from '../../../../shared/story/state'
import type { Reference } from '../../../../shared/contract/world-edits'
import { storyFile, type Goal } from '../../../prose/link-goal'

/** The target of a reference and its name. The current scene is shown in the log. */
interface ReferenceLink {
  goal: Goal | { what: 'log' }
  name: string
}

/**
 * The link of a reference: to `about` if it is known. Else the sentence names the target: the file or character at its beginning, or the
 * place at its end. Longer names win.
 */
export function referenceLink(
  sentence: string,
  { actors, places }: Pick<GameState, 'actors' | 'places'>,
  about?: Reference
): ReferenceLink | undefined {
  if (about?.what === 'actor') return { goal: { what: 'actor', id: about.id }, name: own(actors, about.id)?.name ?? about.id }
  if (about?.what === 'place') return { goal: { what: 'place', id: about.id }, name: own(places, about.id)?.name ?? about.id }
  if (about?.what === 'event') return { goal: { what: 'file', path: storyFile(about.id) }, name: /“(.+?)”/.exec(sentence)?.[1] ?? about.id }
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
