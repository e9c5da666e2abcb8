import { fileAt, pathOf } from '../../shared/story/layout'
import { own } from '../../shared/base/json'
import type { Lore } from '../../shared/story/lore'
import { fold } from '../../shared/story/names'
import { beatNamed } from '../../shared/story/ruling'
import type { GameState } from '../../shared/story/state'

/** The target of a link: something with a panel of its own, a file, or a beat of this branch by its number. */
export type Goal = { what: 'actor' | 'place' | 'region'; id: string } | { what: 'file'; path: string } | { what: 'beat'; n: number }

type World = Pick<GameState, 'actors' | 'places' | 'regions'>

/** A link's target: a character, place, region, story event or topic by id, name, title or path, or a beat; undefined if nothing matches. */
export function goalOf(target: string, { actors, places, regions }: World, lore: Pick<Lore, 'story' | 'topics'> | undefined): Goal | undefined {
  const wanted = fold(target)
    .replace(/^(\.{0,2}\/)+/, '')
    .replace(/\.(md|yaml)$/, '')
    .replace(/\/about$/, '')
  const last = wanted.slice(wanted.lastIndexOf('/') + 1)
  const named = (all: Readonly<Record<string, { name: string }>>): string | undefined =>
    Object.keys(all).find((id) => fold(id) === last) ?? Object.keys(all).find((id) => fold(own(all, id)?.name ?? '') === last)
  for (const [what, all] of [
    ['actor', actors],
    ['place', places],
    ['region', regions]
  ] as const) {
    const id = named(all)
    if (id !== undefined) return { what, id }
  }
  const event = lore?.story.find(({ id, title }) => fold(id) === last || fold(title) === last)
  if (event) return { what: 'file', path: storyFile(event.id) }
  const topic = lore?.topics.find(({ path, title }) => fold(title) === last || `/${fold(path).replace(/\.md$/, '')}`.endsWith(`/${wanted}`))
  const n = beatNamed(target)
  return topic ? { what: 'file', path: topic.path } : n === undefined ? undefined : { what: 'beat', n }
}

/** The file of a story event. */
export const storyFile = (id: string): string => pathOf('storyEvent', { id })

/** The place or region that a file of the world describes; else the file itself. */
export function goalOfFile(path: string, { places, regions }: Pick<GameState, 'places' | 'regions'>): Goal {
  const at = fileAt(path)
  if (at?.kind === 'location' && Object.hasOwn(places, at.parts.id)) return { what: 'place', id: at.parts.id }
  if (at?.kind === 'region' && Object.hasOwn(regions, at.parts.region)) return { what: 'region', id: at.parts.region }
  return { what: 'file', path }
}
