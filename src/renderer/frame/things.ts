import { pathOf } from '../../shared/story/layout'
import type { Lore } from '../../shared/story/lore'
import { fold } from '../../shared/story/names'
import type { GameState } from '../../shared/story/state'

const FILE = pathOf('state')

/** A thing of the world that the palette finds by its noun, its name or its id; `path`: the file that describes it, if it has no panel. */
export type Thing = { label: string; noun: string; id: string } & ({ what: 'character' } | { what: 'place' } | { what: 'file'; path: string })

type Titled = Pick<Lore['story'][number], 'id' | 'title'>

/** The characters, places, story events and facts that contain every word of a query, in this order. Without a query there are none. */
export function thingsIn(
  { actors, places, facts }: Pick<GameState, 'actors' | 'places' | 'facts'>,
  story: readonly Titled[],
  query: string
): Thing[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const all: Thing[] = [
    ...Object.entries(actors).map(([id, { name }]): Thing => ({ id, label: name, noun: 'Character', what: 'character' })),
    ...Object.entries(places).map(([id, { name }]): Thing => ({ id, label: name, noun: 'Place', what: 'place' })),
    ...story.map(({ id, title }): Thing => ({ id, label: title, noun: 'Event', what: 'file', path: pathOf('storyEvent', { id }) })),
    ...Object.keys(facts).map((id): Thing => ({ id, label: id, noun: 'Fact', what: 'file', path: FILE }))
  ]
  return all.filter(({ noun, label, id }) => {
    const text = fold(`${noun} ${label} ${id}`)
    return words.every((word) => text.includes(word))
  })
}
