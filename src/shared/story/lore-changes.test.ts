import { expect, it } from 'vitest'
import { ActorLore, Lore, StoryEvent } from './lore'
import { loreChanges, withLoreChanges } from './lore-changes'

const person = (about: string): ActorLore => ActorLore.parse({ about, says: { talk: [about], greet: ['Evening.'] } })
const event = (id: string, order: number): StoryEvent => StoryEvent.parse({ id, title: id, order, place: 'yard', aim: '' })
const topic = (path: string, body: string): Lore['topics'][number] => ({ path, title: path, tags: [], body })

const BEFORE: Lore = Lore.parse({
  title: 'The Well',
  premise: '',
  places: {},
  journeys: {},
  actors: { Wren: person('Dives.'), "O'Hara": person('Waits.'), نور: person('Asks.') },
  portraits: { Wren: { path: 'world/players/Wren/PORTRAIT.png', oid: 'a' } },
  story: [event('nought', 1), event('soup', 2), event('count', 3)],
  topics: [topic('world/misc/one/ABOUT.md', 'One.'), topic('world/events/two/ABOUT.md', 'Two.')]
})

/** The prose that a window has that knew `BEFORE`. */
const arrived = (after: Lore): Lore =>
  withLoreChanges(BEFORE, JSON.parse(JSON.stringify(loreChanges(BEFORE, after))) as ReturnType<typeof loreChanges>)

it.each<[string, Lore]>([
  ['a changed text', { ...BEFORE, premise: 'A well goes dry.' }],
  ['a new person before the others', { ...BEFORE, actors: { Ada: person(''), ...BEFORE.actors } }],
  ['a changed and a removed person', { ...BEFORE, actors: { Wren: person('Dives no more.'), نور: person('Asks.') } }],
  ['events in another order', { ...BEFORE, story: [event('count', 0), event('nought', 1), event('soup', 2)] }],
  ['a removed event and a new topic', { ...BEFORE, story: BEFORE.story.slice(1), topics: [topic('world/rulings/😀.md', 'Yes.'), ...BEFORE.topics] }],
  ['the last portrait is gone, the first picture is there', { ...BEFORE, portraits: undefined, pictures: { 'a.png': 'b' } }],
  ['nothing', JSON.parse(JSON.stringify(BEFORE)) as Lore]
])('%s arrives as it is, with every order', (_, after) => {
  const { portraits, ...rest } = after
  const whole = portraits === undefined ? rest : after
  expect(JSON.stringify(sorted(arrived(whole as Lore)))).toBe(JSON.stringify(sorted(whole as Lore)))
})

/** The prose with its parts in a fixed order; the order within them counts. */
const sorted = (lore: Lore): unknown => Object.entries(lore).toSorted(([a], [b]) => (a < b ? -1 : 1))

it('says only what changed, and everything else keeps its identity', () => {
  const after = { ...BEFORE, actors: { ...BEFORE.actors, Wren: person('Sings.') }, story: BEFORE.story.map((one) => ({ ...one })) }
  expect(loreChanges(BEFORE, after)).toEqual({ actors: { put: { Wren: person('Sings.') } } })
  const now = arrived(after)
  expect(now.actors["O'Hara"]).toBe(BEFORE.actors["O'Hara"])
  expect([now.story, now.topics, now.places]).toEqual([BEFORE.story, BEFORE.topics, BEFORE.places])
  expect(now.story).toBe(BEFORE.story)
  expect(arrived({ ...BEFORE })).toBe(BEFORE)
})
