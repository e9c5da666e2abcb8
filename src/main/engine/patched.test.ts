import { describe, expect, it } from 'vitest'
import type { Equipment } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { deepFreeze } from '../rules/vm/plain'
import { patched } from './patched'
import { call, playOn } from './playing.fixture'
import { tinyGame } from './tiny-game.fixture'

const number = (label: string, has_max = true, min = 0) => ({ label, has_max, min })
const rope: Equipment = { name: 'Rope', kind: 'tool', slots: 1 }
const game = {
  ...tinyGame(
    {},
    {
      stats: {
        STR: number('Strength'),
        DEX: number('Dexterity'),
        WIL: number('Willpower'),
        hp: number('Hit protection', true, -2),
        xp: number('Experience', false)
      }
    }
  ),
  equipment: { rope }
}
const write = (delta: Record<string, unknown>, state = tinyWorld()): GameState => patched(deepFreeze(state), delta, game, 'actions/x.ts')
const wren = (change: Record<string, unknown>) => ({ actors: { Wren: change } })

describe('P10 the manifest is the schema of sheets', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ stats: { STR: -1 } }, 'set "STR" to -1, below its minimum 0 (/actors/Wren/stats/STR)'],
    [{ stats: { hp: -3 } }, 'set "hp" to -3, below its minimum -2 (/actors/Wren/stats/hp)'],
    [{ stats: { hp: 4 } }, 'set "hp" to 4, above its maximum 3 (/actors/Wren/stats/hp)'],
    [{ max: { STR: 9 } }, 'set "STR" to 10, above its maximum 9 (/actors/Wren/stats/STR)'],
    [{ stats: { STR: 2.5 } }, 'set "STR" to 2.5, which isn\'t a whole number (/actors/Wren/stats/STR)'],
    [{ max: { STR: 10.5 } }, 'set the maximum of "STR" to 10.5, which isn\'t a whole number (/actors/Wren/stats/STR)'],
    [{ stats: { luck: 1 } }, 'set "luck", which isn\'t a stat in the manifest (/actors/Wren/stats/luck)'],
    [{ stats: { STR: null } }, 'removed "STR" from a sheet, but the manifest lists it as a stat (/actors/Wren/stats/STR)']
  ])('the change %j is refused, with rule and path', (change, sentence) => {
    expect(() => write(wren(change))).toThrow(`actions/x.ts ${sentence}. Nothing was changed. Correct the rule.`)
  })

  it.each<[Record<string, unknown>, Record<string, number>]>([
    [{ stats: { hp: -2 } }, { hp: -2 }],
    [{ stats: { hp: 5 }, max: { hp: 5 } }, { hp: 5 }],
    [{ stats: { xp: 1000 } }, { xp: 1000 }],
    [{ stats: { STR: 0 } }, { STR: 0 }]
  ])('the change %j is valid', (change, stats) => expect(write(wren(change)).actors['Wren']?.stats).toMatchObject(stats))

  it("a rule may bring a stat closer to its bounds, and stats that it doesn't write aren't checked", () => {
    const odd = mergePatch(tinyWorld(), wren({ stats: { hp: 9, STR: -4, luck: 7 } }))
    expect(write(wren({ stats: { hp: 8, STR: -3 } }), odd).actors['Wren']?.stats).toMatchObject({ hp: 8, STR: -3 })
    expect(write(wren({ stats: { WIL: 1 } }), odd).actors['Wren']?.stats).toMatchObject({ WIL: 1, luck: 7 })
    expect(() => write(wren({ stats: { hp: 10 } }), odd)).toThrow('above its maximum 3')
    expect(() => write(wren({ stats: { STR: -5 } }), odd)).toThrow('below its minimum 0')
  })

  it("a new actor's sheet is checked too", () => {
    const { Mira } = tinyWorld().actors
    expect(() => write({ actors: { Rat: { ...Mira, stats: { hp: -5 } } } })).toThrow('set "hp" to -5')
    expect(write({ actors: { Rat: { ...Mira, stats: { hp: 1 } } } }).actors['Rat']?.stats).toEqual({ hp: 1 })
  })

  it('a game that declares no stats checks none', () => {
    expect(patched(tinyWorld(), wren({ stats: { hp: -9 } }), tinyGame(), 'x').actors['Wren']?.stats['hp']).toBe(-9)
  })
})

describe('P7 the state after a rule is well-formed', () => {
  const { Mira } = tinyWorld().actors
  it.each<[string, Record<string, unknown>, string]>([
    ['a text for somebody', { actors: { Wren: 'gone' } }, '/actors/Wren/kind'],
    ['a list for somebody', { actors: { Wren: [] } }, '/actors/Wren/kind'],
    ['nobody’s name', wren({ name: null }), '/actors/Wren/name'],
    ['a name that is a number', wren({ name: 7 }), '/actors/Wren/name'],
    ['a condition that is a text', wren({ conditions: { down: { since: 'now' } } }), '/actors/Wren/conditions/down/since'],
    ['a thing without its kind', wren({ inventory: { rope: { count: 2 } } }), '/actors/Wren/inventory/rope/item'],
    ['an attitude there is not', wren({ attitude: 'sullen' }), '/actors/Wren/attitude'],
    ['a newcomer without tags', { actors: { Rat: { ...Mira, tags: null } } }, '/actors/Rat/tags'],
    ['a newcomer who is nothing', { actors: { Rat: {} } }, '/actors/Rat/kind'],
    ['a text for a place', { places: { inn: 'burnt' } }, '/places/inn'],
    ['a place without a name', { places: { inn: { name: null } } }, '/places/inn'],
    ['a new place without anything', { places: { attic: { name: 'Attic' } } }, '/places/attic'],
    ['no place any more', { places: { inn: null } }, '/places/inn']
  ])('a rule that leaves %s is refused', (_, delta, path) =>
    expect(() => write(delta)).toThrow(expect.objectContaining({ data: { file: 'actions/x.ts', path } }))
  )
})

describe("P11 given items and conditions are in the game's lists", () => {
  it.each<[Record<string, unknown>, string]>([
    [wren({ conditions: { blessed: {} } }), 'gave the condition "blessed", which is not in conditions/ (/actors/Wren/conditions/blessed)'],
    [wren({ inventory: { orb: { item: 'orb' } } }), 'gave the item "orb", which is not in equipment/ (/actors/Wren/inventory/orb)'],
    [wren({ inventory: { dagger: { item: 'orb' } } }), 'gave the item "orb", which is not in equipment/ (/actors/Wren/inventory/dagger)'],
    [{ places: { inn: { inventory: { orb: { item: 'orb' } } } } }, 'gave the item "orb", which is not in equipment/ (/places/inn/inventory/orb)']
  ])('%j is refused', (delta, sentence) => expect(() => write(delta)).toThrow(sentence))

  it.each<[Record<string, unknown>]>([
    [wren({ conditions: { down: {} } })],
    [wren({ inventory: { rope: { item: 'rope' }, dagger: { name: 'Old dagger' }, rations: { count: 2 }, draught: null } })],
    [{ places: { inn: { inventory: { coil: { item: 'rope' } } } } }]
  ])('%j is written', (delta) => expect(write(delta)).toEqual(mergePatch(tinyWorld(), delta)))

  it.each<[string, Record<string, unknown>]>([
    ['lying about', { places: { cellar: { inventory: { orb: { item: 'orb' } } } } }],
    ['hidden', { places: { cellar: { features: { niche: { name: 'a niche', text: '', item: 'orb' } } } } }],
    ['carried', { actors: { Mira: { inventory: { orb: { item: 'orb' } } } } }]
  ])('an item of the author, %s, can be taken like any other', (_, world) => {
    const state = mergePatch(tinyWorld(), world)
    const delta = wren({ inventory: { orb: { item: 'orb' } } })
    expect(write(delta, state)).toEqual(mergePatch(state, delta))
  })
})

describe('P13 results', () => {
  it('the results of an action and its follow-ups are in the outcome and in the answer', () => {
    const rules = tinyGame({
      strike: {
        execute: () => ({ stateDelta: {}, narrative: 'A blow.', result: { damage: 2 }, followUp: ['walk', { action: 'ring', actor: 'Mira' }] })
      },
      ring: { execute: () => ({ stateDelta: {}, narrative: 'A bell.', result: { loud: true } }) }
    })
    const outcome = playOn(tinyWorld(), call('Wren', 'strike'), rules)
    expect([outcome.results, outcome.answer]).toEqual([
      [
        { actor: 'Wren', action: 'strike', result: { damage: 2 } },
        { actor: 'Mira', action: 'ring', result: { loud: true } }
      ],
      'A blow.\nWren goes down.\nA bell.\n{"damage":2}\n{"loud":true}'
    ])
  })
})

describe('S3 counts of exercised rules', () => {
  it('actions and newly applied conditions are counted', () => {
    const wet = { name: 'Wet', description: '', cannot_act: false, visible: true, stacks: 'count' as const }
    const poison = (change: Record<string, unknown>) => ({
      ...tinyGame({ sip: { execute: () => ({ stateDelta: wren({ conditions: { wet: change } }), narrative: 'A wave.' }) } }),
      conditions: { wet }
    })
    const counts = (state: GameState, change: Record<string, unknown>) =>
      playOn(state, call('Wren', 'sip'), poison(change)).state.next.exercised.scene
    const had = (active: Record<string, number>): GameState => mergePatch(tinyWorld(), wren({ conditions: { wet: active } }))
    expect(counts(tinyWorld(), {})).toEqual({ 'condition:wet': 1, sip: 1 })
    expect(counts(had({ until: 5 }), { until: 9 })).toEqual({ sip: 1 })
    expect(counts(had({ since: 0 }), { count: 2 })).toEqual({ 'condition:wet': 1, sip: 1 })
  })
})

describe('a repeated change to places', () => {
  const state = tinyWorld()
  const [id = ''] = Object.keys(state.places)
  const tagged = (value: boolean) => ({ places: { [id]: { tags: { seen: value } } } })

  it('the same change returns the same places object, whatever else changes', () => {
    const one = write(tagged(true), state)
    const other = write({ ...tagged(true), ...wren({ stats: { hp: 1 } }) }, state)
    expect(other.places).toBe(one.places)
    expect(one.places[id]?.tags).toMatchObject({ seen: true })
    expect([one, other].map(({ actors }) => actors['Wren']?.stats['hp'])).toEqual([state.actors['Wren']?.stats['hp'], 1])
  })
  it('another change, or the same change to other places, returns a new object', () => {
    write(tagged(true), state)
    expect(write(tagged(false), state).places[id]?.tags).toMatchObject({ seen: false })
    const moved = write({ places: { [id]: { tags: { burnt: true } } } }, state)
    expect(write(tagged(true), moved).places[id]?.tags).toMatchObject({ seen: true, burnt: true })
  })
})

describe('S8 rules keep the invariants of quests, factions, relationships and threads', () => {
  const state = {
    ...tinyWorld(),
    quests: { bell: { name: 'Find the bell', status: 'inactive' } },
    relationships: { k: { from: 'Wren', to: 'Mira' } }
  }
  it('valid changes are written', () => {
    const after = write({ quests: { bell: { status: 'active' } }, relationships: { k: { value: -5 } }, threads: { key: { text: 'A key.' } } }, state)
    expect([after.quests['bell'], after.relationships['k'], after.threads['key']]).toEqual([
      { name: 'Find the bell', status: 'active' },
      { from: 'Wren', to: 'Mira', value: -5 },
      { text: 'A key.' }
    ])
  })
  it.each<[Record<string, unknown>, string]>([
    [
      { quests: { bell: { status: 'completed' } } },
      "broke an invariant of the story: The quest “Find the bell” can't go from inactive to completed. An inactive quest can only become active (/quests/bell/status)"
    ],
    [
      { relationships: { k: { value: 101 } } },
      'broke an invariant of the story: The relationship "k": value must be at most 100, but it is 101 (/relationships/k/value)'
    ],
    [
      { factions: { row: { members: { Nobody: true } } } },
      'broke an invariant of the story: The faction “row” names "Nobody" as a member, but there is no such character (/factions/row/members/Nobody)'
    ],
    [
      { quests: { 'a b': { name: 'A' } } },
      'added "a b" to the quests, but an id can contain only letters, digits, dashes and underscores (/quests/a b)'
    ]
  ])('%j is refused', (delta, sentence) => {
    expect(() => write(delta, state)).toThrow(`actions/x.ts ${sentence}. Nothing was changed. Correct the rule.`)
  })
})
