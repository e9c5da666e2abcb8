import { expect, it } from 'vitest'
import type { Belief } from '../story/beliefs'
import { Lore } from '../story/lore'
import type { Actor, GameState } from '../story/state'
import { narrativeWeights } from './weights'

interface Told {
  focus?: number
  beat?: number
  contradicts?: string[]
}

const actor = (kind: Actor['kind'], location: string): Actor => ({
  kind,
  name: kind,
  location,
  stats: {},
  max: {},
  conditions: {},
  inventory: {},
  tags: {}
})
/** Wren plays at the inn; Bren is there too, Nan is at the mill and Bren's kin, Odo is alone on the moor. */
const people = { Wren: actor('player', 'inn'), Bren: actor('npc', 'inn'), Nan: actor('npc', 'mill'), Odo: actor('npc', 'moor') }
const types: Record<string, string> = { Bren: 'major', Nan: 'companion' }

function weights(narratives: Record<string, Told>, beliefs: Record<string, Record<string, Belief>>, beat = 10): Record<string, [number, string]> {
  const lore = Lore.parse({
    title: '',
    premise: '',
    places: {},
    journeys: {},
    actors: Object.fromEntries(Object.keys(people).map((id) => [id, { type: types[id], beliefs: beliefs[id] ?? {} }])),
    story: [],
    topics: [],
    narratives: Object.fromEntries(Object.entries(narratives).map(([id, told]) => [id, { name: id, type: 'rumor', ...told }]))
  })
  const state = { actors: people, relationships: { kin: { type: 'KIN', from: 'Nan', to: 'Bren' } }, next: { beat } as GameState['next'] }
  return Object.fromEntries(Object.entries(narrativeWeights({ state, lore })).map(([id, { weight, band }]) => [id, [weight, band]]))
}

it.each<[string, Record<string, Told>, Record<string, Record<string, Belief>>, Record<string, [number, string]>]>([
  ['nobody believes', { a: {} }, {}, { a: [0, 'dormant'] }],
  ['a player believes', { a: { beat: 5 } }, { Wren: { a: { believes: 1 } } }, { a: [1, 'always'] }],
  ['a player has only heard of', { a: { beat: 5 } }, { Wren: { a: { heard: 1 } } }, { a: [0.5, 'usually'] }],
  ['somebody in the same place believes: one hop', { a: { beat: 5 } }, { Bren: { a: { believes: 1 } } }, { a: [0.3, 'if-room'] }],
  ['kin of theirs believes: two hops', { a: { beat: 5 } }, { Nan: { a: { believes: 0.75 } } }, { a: [0.2, 'if-room'] }],
  ['somebody whom no player knows believes', { a: { beat: 5 } }, { Odo: { a: { believes: 1 } } }, { a: [0, 'dormant'] }],
  [
    'a player and others believe: no hops count',
    { a: { beat: 5 } },
    { Wren: { a: { believes: 0.5 } }, Odo: { a: { believes: 1 } } },
    { a: [0.8, 'always'] }
  ],
  ['focus is pressed', { a: { beat: 5, focus: 0.1 } }, { Wren: { a: { believes: 1 } } }, { a: [0.1, 'dormant'] }],
  ['focus is raised, and the weight stays at most 1', { a: { beat: 5, focus: 3 } }, { Wren: { a: { believes: 0.6 } } }, { a: [1, 'always'] }]
])('N13 the weight of what %s', (_, narratives, beliefs, expected) => expect(weights(narratives, beliefs)).toEqual(expected))

it.each([
  [10, 1],
  [11, 0.8],
  [50, 0.8],
  [51, 0.5],
  [100, 0.5],
  [101, 0.2]
])('N13 a belief that is %i beats old counts %d', (age, weight) => {
  expect(weights({ a: { beat: 0 } }, { Wren: { a: { believes: 1, beat: 100 } } }, 100 + age)['a']?.[0]).toBe(weight)
  expect(weights({ a: { beat: 100 } }, { Wren: { a: { believes: 1 } } }, 100 + age)['a']?.[0]).toBe(weight)
})

it('N13 a contradiction with a belief of a player adds half of the weaker weight to both', () => {
  const beliefs = { Wren: { a: { believes: 0.5 } }, Bren: { b: { believes: 1 } } }
  // a: 0.5; b: 0.6 / 2 = 0.3. Only a is believed by a player, so only b is contradicted by one.
  expect(weights({ a: { beat: 5, contradicts: ['b'] }, b: { beat: 5 } }, beliefs)).toEqual({ a: [0.5, 'usually'], b: [0.345, 'if-room'] })
  const both = { Wren: { a: { believes: 0.5 }, b: { believes: 0.6 } } }
  expect(weights({ a: { beat: 5, contradicts: ['b', 'none'] }, b: { beat: 5 } }, both)).toEqual({ a: [0.625, 'usually'], b: [0.75, 'usually'] })
})
