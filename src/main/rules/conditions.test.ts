import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'
import { conditions } from './vm/conditions'
import { sketchGame, world } from './vocabulary.fixture'

const wren = (patch: Record<string, unknown>): GameState => world({ actors: { Wren: patch } })
const bare = { inventory: { draught: null, rations: null, dagger: null } }
const poisoned = { conditions: { poisoned: {} } }

/** A condition, a state, and why it doesn't hold for Wren; undefined if it holds. */
const cases: [string, GameState, string | undefined][] = [
  ['has_item: true', world(), undefined],
  ['has_item: true', wren(bare), 'Wren carries nothing'],
  ['has_item: bell', world(), "Wren doesn't carry the bell"],
  ['has_item: ration', world(), undefined],
  ['has_item: { item: ration, count: 3 }', world(), undefined],
  ['has_item: { item: ration, count: 4 }', world(), 'Wren needs 4 of the ration and has 3'],
  ['has_item: { item: axe, target: Oswin }', world(), undefined],
  ['has_item: { item: bell, target: Oswin }', world(), "Oswin doesn't carry the bell"],
  ['has_consumable: true', world(), undefined],
  ['has_consumable: true', wren(bare), 'Wren has nothing to use up'],
  ['has_consumable: false', world(), 'Wren has something to use up'],
  ['has_consumable: ration', world(), undefined],
  ['has_consumable: antidote', world(), "Wren doesn't carry the antidote"],
  ['has_weapon: true', world(), undefined],
  ['has_weapon: true', wren(bare), 'Wren has no weapon'],
  ['has_weapon: false', world(), 'Wren has a weapon'],
  ['has_weapon: axe', world(), "Wren doesn't carry the hand axe"],
  ['has_weapon: dagger', world(), undefined],
  ['has_armor: true', world(), 'Wren wears no armour'],
  ['has_armor: true', wren({ inventory: { mail: { item: 'mail-shirt' } } }), undefined],
  ['has_armor: { item: true, target: Oswin }', world(), undefined],
  ['has_tag_item: holy', world(), 'Wren carries nothing with the tag "holy"'],
  ['has_tag_item: holy', wren({ inventory: { bell: { item: 'bell' } } }), undefined],
  ['has_tag_item: { tag: edge, value: keen }', wren({ inventory: { dagger: { tags: { edge: 'keen' } } } }), undefined],
  [
    'has_tag_item: { tag: edge, value: keen }',
    wren({ inventory: { dagger: { tags: { edge: 'dull' } } } }),
    'Wren carries nothing with the tag "edge: keen"'
  ],
  ['has_condition: poisoned', world(), "Wren isn't poisoned"],
  ['has_condition: poisoned', wren(poisoned), undefined],
  ['has_condition: { condition: poisoned, target: Mira }', wren(poisoned), "Mira isn't poisoned"],
  ['stat_at_least: { WIL: 11 }', world(), undefined],
  ['stat_at_least: { WIL: 12 }', world(), 'Wren needs WIL 12 or more and has 11'],
  ['stat_at_least: { STR: 9 }', wren(poisoned), 'Wren needs STR 9 or more and has 8'],
  ['stat_at_least: { WIL: 11, DEX: 15 }', world(), 'Wren needs DEX 15 or more and has 14'],
  ['stat_at_least: { WIL: 13, target: Mira }', world(), 'Mira needs WIL 13 or more and has 12'],
  ['stat_at_most: { STR: 10 }', world(), undefined],
  ['stat_at_most: { STR: 9 }', world(), 'Wren needs STR 9 or less and has 10'],
  ['stat_at_most: { STR: 8 }', wren(poisoned), undefined],
  ['in_combat: true', world(), 'there is no fight'],
  ['in_combat: true', world({ combat: { initiative: {} } }), undefined],
  ['in_combat: false', world(), undefined],
  ['in_combat: false', world({ combat: { initiative: {} } }), 'a fight is under way'],
  ['at_location: inn', world(), undefined],
  ['at_location: cellar', world(), "Wren isn't at the Cellar"],
  ['at_location: [cellar, cave]', world(), "Wren isn't at the Cellar or the Salt Cave"],
  ['at_location: moon', world(), 'Wren isn\'t at "moon", which this campaign doesn\'t have'],
  ['at_location: { place: cellar, target: Ghoul }', world(), undefined],
  ['at_tag: safe', world(), undefined],
  ['at_tag: dark', world(), 'the Drowned Lamb doesn\'t have the tag "dark"'],
  ['at_tag: { tag: dark, target: Ghoul }', world(), undefined],
  ['at_tag: { tag: height, value: 3 }', world({ places: { inn: { tags: { height: 3 } } } }), undefined],
  ['target_present: true', world(), undefined],
  ['target_present: true', wren({ location: 'cave' }), 'nobody else is here'],
  ['target_present: false', world(), 'Mira is here'],
  ['target_present: false', wren({ location: 'cave' }), undefined],
  ['target_present: Mira', world(), undefined],
  ['target_present: Ghoul', world(), "the pale ghoul isn't here"],
  ['target_present: { kind: player }', world(), undefined],
  ['target_present: { kind: npc, attitude: hostile }', world(), 'nobody else (hostile NPC) is here'],
  ['target_present: { attitude: friendly }', world(), undefined],
  ['target_present: { id: Mira, attitude: wary }', world(), "Mira (wary) isn't here"],
  ['target_present: { tag: met }', world(), 'nobody else (met) is here'],
  ['target_present: { tag: met }', world({ actors: { Oswin: { tags: { met: true } } } }), undefined],
  ['target_present: { kind: npc, can_act: false }', world(), 'nobody else (fallen NPC) is here'],
  ['tag: swift', wren({ tags: { swift: true } }), undefined],
  ['tag: swift', wren({ tags: { swift: false } }), 'Wren doesn\'t have the tag "swift"'],
  ['tag: { tag: rank, value: 2 }', wren({ tags: { rank: 2 } }), undefined],
  ['tag: { tag: rank, value: 2 }', wren({ tags: { rank: 3 } }), 'Wren doesn\'t have the tag "rank: 2"'],
  ['fact: bridge', world(), 'the fact "bridge" isn\'t true yet'],
  ['fact: bridge', world({ facts: { bridge: true } }), undefined],
  ['fact: "!bridge"', world({ facts: { bridge: true } }), 'the fact "bridge" is already true'],
  ['fact: { candles: 3 }', world({ facts: { candles: 3 } }), undefined],
  ['fact: { candles: 3 }', world(), 'the fact "candles" isn\'t 3'],
  ['quest: bell', world({ quests: { bell: { name: 'The bell' } } }), undefined],
  ['quest: bell', world({ quests: { bell: { name: 'The bell', status: 'failed' } } }), 'the quest "bell" is failed'],
  ['quest: { bell: completed }', world({ quests: { bell: { name: 'The bell', status: 'completed' } } }), undefined],
  ['quest: { bell: completed }', world({ quests: { bell: 'Find the bell.' } }), 'the quest "bell" is active'],
  ['quest: bell', world(), 'there is no quest "bell"'],
  ['time: { from: "09:00", to: "18:00" }', world(), undefined],
  ['time: { from: "21:00", to: "05:00" }', world(), 'it is 14:00, not between 21:00 and 05:00'],
  ['time: { from: "21:00", to: "05:00" }', world({ clock: { minutes: 12 * 60 } }), undefined],
  ['time: { from: "09:00", to: "18:00" }', world({ clock: { minutes: 4 * 60 } }), 'it is 18:00, not between 09:00 and 18:00'],
  ['clock_at_least: 90', world({ clock: { minutes: 30 } }), 'it is too early by an hour'],
  ['clock_at_least: "2 hours"', world({ clock: { minutes: 120 } }), undefined],
  ['any: [{ fact: a }, { fact: b }]', world({ facts: { b: true } }), undefined],
  ['any: [{ fact: a }, { fact: b }]', world(), 'the fact "a" isn\'t true yet, and the fact "b" isn\'t true yet'],
  ['all: [{ fact: a }, { in_combat: false }]', world({ facts: { a: true } }), undefined],
  ['all: [{ fact: a }, { fact: b }]', world({ facts: { a: true } }), 'the fact "b" isn\'t true yet'],
  ['not: { fact: a }', world(), undefined],
  ['not: { has_weapon: true }', world(), 'Wren has a weapon'],
  ['not: { any: [{ fact: a }, { tag: swift }] }', world({ facts: { a: true } }), 'the fact "a" is already true'],
  ['not: { stat_at_least: { WIL: 10 } }', world(), 'Wren has WIL 11'],
  ['not: { not: { fact: a } }', world(), 'the fact "a" isn\'t true yet'],
  ['fact: a, tag: swift', world({ facts: { a: true } }), 'Wren doesn\'t have the tag "swift"']
]

let game: Game
beforeAll(async () => {
  game = await sketchGame({
    never: { available: 'false' },
    ...Object.fromEntries(cases.map(([condition], i) => [`case-${i}`, { available: `{ ${condition} }` }]))
  })
})
afterAll(() => game.dispose())

it.each(cases.map((one, i) => [...one, `case-${i}`] as const))('%s', (_, state, reason, name) => {
  expect([game.whyNot(state, 'Wren', name), game.offers(state, 'Wren', [name]).length]).toEqual([reason, reason === undefined ? 1 : 0])
})

it('every condition is asked here, where it holds and where it does not', () => {
  const words = (holds: boolean): string[] =>
    Object.keys(conditions).filter(
      (word) => word !== 'chosen' && !cases.some(([condition, , reason]) => condition.startsWith(`${word}:`) && (reason === undefined) === holds)
    )
  expect([words(true), words(false)]).toEqual([[], []])
})

it('an action that is available to nobody says so', () => {
  expect(game.whyNot(world(), 'Wren', 'never')).toBe('it only follows other actions')
})

it('who has no sheet is told what is missing, and breaks nothing', () => {
  const answers = cases.map((_, i) => game.whyNot(world(), 'DM', `case-${i}`))
  expect(answers.filter((answer) => answer !== undefined && typeof answer !== 'string')).toEqual([])
  expect(answers[0]).toBe('the DM carries nothing')
})
