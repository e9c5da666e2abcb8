import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'

import { bundledFiles } from './bundled.fixture'
import { type Call, cellar, choices, type Done, done, fight, world } from './cairn.fixture'
import { loadGame } from './load-game'

let game: Game
beforeAll(async () => {
  game = await loadGame(bundledFiles('cairn-hack'))
})
afterAll(() => game.dispose())
const does = (...call: Call): Done => done(game, ...call)

describe('encounter', () => {
  const roaming = (patch: object = {}): Record<string, unknown> => ({ actors: { Mira: { tags: { roams: true }, ...patch } } })
  it('brings a wandering creature', () => {
    expect(does(cellar(roaming()), 'DM', 'encounter', {}, 10)).toEqual({
      stateDelta: { actors: { Mira: { location: 'cellar' } } },
      rolled: ['d12 10 What comes '],
      result: { status: 'success', who: 'Mira', effect: 'friendly' }
    })
  })
  it('rolls how a stranger takes them, and the worst of it is a fight', () => {
    expect(does(cellar(roaming({ attitude: null })), 'DM', 'encounter', {}, 1, 1, 1)).toEqual({
      stateDelta: { actors: { Mira: { attitude: 'hostile', location: 'cellar' } } },
      rolled: ['d12 1 What comes ', '2d6 2 reaction Mira'],
      followUp: [{ action: 'start-combat', params: { foes: ['Mira'] } }],
      result: { status: 'success', who: 'Mira', effect: 'hostile' }
    })
    // In a settlement the same roll gives at worst wary.
    const met = world(roaming({ attitude: null, location: 'cave' }))
    expect(does(met, 'DM', 'encounter', {}, 1, 1, 1).result).toEqual({ status: 'success', who: 'Mira', effect: 'wary' })
  })
  it('or tells a sign, by a further table, and nobody moves', () => {
    const { stateDelta, rolled, result } = does(cellar(roaming()), 'DM', 'encounter', {}, 11, 1)
    expect([stateDelta, rolled[0], rolled.length, result]).toEqual([{}, 'd12 11 What comes ', 2, { status: 'failure' }])
  })
  it('draws among those who go about in this region', () => {
    const state = cellar({ actors: { Mira: { tags: { roams: 'hill' } }, Ghoul: { tags: { roams: true } } } })
    expect(does(state, 'DM', 'encounter', {}, 1, 2).rolled).toEqual(['d12 1 What comes ', 'd2 2 who comes '])
    expect(game.whyNot(cellar({ actors: { Mira: { tags: { roams: 'moor' } } } }), 'DM', 'encounter')).toBe('nobody roams nearby')
    expect(game.whyNot(fight(roaming()), 'DM', 'encounter')).toBe('a fight is under way')
  })
})

describe('start-combat in a fight that goes on', () => {
  const ghast = { ...fight().actors['Ghoul'], name: 'the ghast', attitude: 'wary' }
  it('lets bystanders and further foes join', () => {
    const state = fight({ actors: { Ghast: ghast }, combat: { initiative: { Oswin: null } } })
    expect(choices(game, state, 'DM', 'start-combat')).toEqual([{ Ghast: 'the ghast' }, { Oswin: 'Oswin' }])
    expect(does(state, 'DM', 'start-combat', { foes: ['Ghast'], friends: ['Oswin'] }, 9)).toEqual({
      stateDelta: { actors: { Ghast: { attitude: 'hostile' } }, combat: { initiative: { Ghast: 2, Ghoul: 2, Oswin: 3, Wren: 3 } } },
      rolled: ['d20 9 DEX save Oswin']
    })
  })
  it('says when everybody is in it, and wants somebody named', () => {
    expect(game.whyNot(fight(), 'DM', 'start-combat')).toBe('everybody here is already in the fight')
    const state = fight({ combat: { initiative: { Oswin: null } } })
    expect(() => does(state, 'DM', 'start-combat', {})).toThrow('Name somebody to join the fight.')
  })
})

describe('award-xp', () => {
  it('counts a deed; the third makes one harder', () => {
    expect(does(world(), 'DM', 'award-xp', { target: 'Wren', deed: 'mercy' })).toEqual({
      stateDelta: { actors: { Wren: { tags: { deeds: 1 } } } },
      rolled: [],
      result: { deeds: 1 }
    })
    expect(does(world({ actors: { Wren: { tags: { deeds: 2 } } } }), 'DM', 'award-xp', { target: 'Wren', deed: 'danger' }).stateDelta).toEqual({
      actors: { Wren: { max: { hp: 4 }, tags: { deeds: 3 } } }
    })
  })
  it('is for living players who are here', () => {
    const dead = { conditions: { dead: { since: 0 } } }
    expect(choices(game, world({ actors: { Oswin: dead } }), 'DM', 'award-xp')?.[0]).toEqual({ Wren: 'Wren' })
    expect(game.whyNot(world({ actors: { Oswin: dead, Wren: dead } }), 'DM', 'award-xp')).toBe('no player is here')
  })
})

describe('take-item', () => {
  it('takes one of what the players here carry, and nothing that belongs to a body', () => {
    const state = world({ actors: { Wren: { inventory: { fatigue: { item: 'fatigue' } } } } })
    expect(Object.keys(choices(game, state, 'DM', 'take-item')?.[0] ?? {})).toEqual([
      'Oswin:axe',
      'Oswin:mail',
      'Wren:dagger',
      'Wren:draught',
      'Wren:lantern',
      'Wren:rations'
    ])
    expect(does(state, 'DM', 'take-item', { item: 'Wren:rations' }).stateDelta).toEqual({
      actors: { Wren: { inventory: { rations: { count: 2 } } } }
    })
    expect(does(state, 'DM', 'take-item', { item: 'Oswin:axe' }).stateDelta).toEqual({ actors: { Oswin: { inventory: { axe: null } } } })
  })
  it('needs somebody with something to lose', () => {
    const bare = { inventory: { axe: null, mail: null, dagger: null, draught: null, lantern: null, rations: null } }
    expect(game.whyNot(world({ actors: { Wren: bare, Oswin: bare } }), 'DM', 'take-item')).toBe('nobody here has anything to lose')
  })
})

describe('pass-time', () => {
  it.each([
    ['quarter', 0, 15],
    ['hour', 0, 60],
    // From two in the afternoon until nine; from nine at night until five.
    ['watch', 0, 420],
    ['watch', 420, 900],
    ['watch', 900, 1380]
  ])('%s from minute %i', (span, from, to) => {
    expect(does(world({ clock: { minutes: from } }), 'DM', 'pass-time', { span }).stateDelta).toEqual({ clock: { minutes: to } })
  })
  it('is not in a fight', () => {
    expect(game.whyNot(fight(), 'DM', 'pass-time')).toBe('a fight is under way')
  })
})
