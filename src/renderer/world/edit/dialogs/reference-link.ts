import { own } from '../../../../shared/base/json'
import type { Lore } from '../../../../shared/story/lore'
import type { GameState } from '../../../../shared/story/state'
import { storyName } from '../../../../shared/story/story-state'
import type { Reference } from '../../../../shared/contract/world-edits'
import { storyFile } from '../../../prose/link-goal'

/** What a reference leads to, and its name. */
interface ReferenceLink {
  to: Reference
  name: string
}

/** A reference's link: to `about`, else to the file or character at the sentence's beginning, or the place at its end. Longest names first. */
export function referenceLink(sentence: string, { state, lore }: { state: GameState; lore: Lore }, about?: Reference): ReferenceLink | undefined {
  if (about?.what === 'event' && !lore.story.some(({ id }) => id === about.id))
    return { to: { what: 'file', id: storyFile(about.id) }, name: own(lore.narratives, about.id)?.name ?? about.id }
  if (about) return { to: about, name: nameOf(about, sentence, { state, lore }) }
  const [, path] = /^([\w./ -]+\.(?:yaml|md|ts|json)): /.exec(sentence) ?? []
  if (path !== undefined) return { to: { what: 'file', id: path }, name: path }
  const best = (
    what: 'actor' | 'place',
    all: Readonly<Record<string, { name: string }>>,
    fits: (name: string) => boolean
  ): ReferenceLink | undefined =>
    Object.entries(all).reduce<ReferenceLink | undefined>(
      (found, [id, { name }]) => (fits(name) && name.length > (found?.name.length ?? 0) ? { to: { what, id }, name } : found),
      undefined
    )
  return (
    best('actor', state.actors, (name) => sentence.startsWith(`${name} `)) ?? best('place', state.places, (name) => sentence.endsWith(` ${name}`))
  )
}

/** The name of something that the window can show. */
function nameOf({ what, id }: Reference, sentence: string, { state, lore }: { state: GameState; lore: Lore }): string {
  switch (what) {
    case 'actor':
      return own(state.actors, id)?.name ?? id
    case 'place':
      return own(state.places, id)?.name ?? id
    case 'event':
      return lore.story.find((one) => one.id === id)?.title ?? id
    case 'scene':
      return 'the log'
    case 'quest':
    case 'faction':
    case 'relationship':
    case 'thread':
      return storyName(what, state, id)
    default:
      // The sentence names an item or a table.
      return what === 'item' || what === 'table' ? (/“(.+?)”/.exec(sentence)?.[1] ?? id) : id
  }
}
