import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'

import { bundledFiles } from './bundled.fixture'
import { type Call, cellar, type Done, done, fight, played, world } from './cairn.fixture'
import { loadGame } from './load-game'

let game: Game
beforeAll(async () => {
  game = await loadGame(bundledFiles('cairn-hack'))
})
afterAll(() => game.dispose())
const does = (...call: Call): Done => done(game, ...call)

const held = (by: string, rounds = 3): object => ({ conditions: { grappled: { since: 0, rounds, by } } })

describe('grapple', () => {
  it('takes hold when the one makes a STR save and the other does not', () => {
    expect(does(fight(), 'Wren', 'grapple', { target: 'Ghoul' }, 10, 10)).toEqual({
      stateDelta: { actors: { Ghoul: { conditions: { grappled: { since: 0, rounds: 3, by: 'Wren' } } } } },
      rolled: ['d20 10 STR save Wren', 'd20 10 STR save Ghoul'],
      result: { status: 'success', effect: 'grappled' }
    })
    expect(does(fight(), 'Wren', 'grapple', { target: 'Ghoul' }, 10, 9)).toMatchObject({ stateDelta: {}, result: { status: 'partial_success' } })
    expect(does(fight(), 'Wren', 'grapple', { target: 'Ghoul' }, 11)).toMatchObject({ stateDelta: {}, result: { status: 'failure' } })
  })
  it('of a held creature, or by one, is not possible', () => {
    const state = fight({ actors: { Ghoul: held('Oswin') } })
    expect(game.whyNot(state, 'Wren', 'grapple')).toBe('everybody in reach is already held')
    expect(game.whyNot(state, 'Ghoul', 'grapple')).toBe('the pale ghoul is held fast')
    expect(game.whyNot(state, 'Ghoul', 'flee')).toBe('the pale ghoul is held fast')
    expect(game.whyNot(world(), 'Wren', 'grapple')).toBe('there is no fight')
  })
  it('ends when the holder flees or falls', () => {
    const state = fight({ actors: { Wren: held('Ghoul'), Ghoul: { location: 'cellar' } }, facts: { 'grate-open': true } })
    expect(does(state, 'Ghoul', 'flee', {}, 8).stateDelta).toMatchObject({ actors: { Wren: { conditions: { grappled: null } } } })
    expect(does(state, 'Oswin', 'attack', { target: 'Ghoul' }, 6, 20).stateDelta).toMatchObject({
      actors: { Wren: { conditions: { grappled: null } }, Ghoul: { conditions: { dead: { since: 0 } } } }
    })
  })
})

describe('break-free', () => {
  it('is a STR save', () => {
    const state = fight({ actors: { Wren: held('Ghoul') } })
    expect(does(state, 'Wren', 'break-free', {}, 10)).toEqual({
      stateDelta: { actors: { Wren: { conditions: { grappled: null } } } },
      rolled: ['d20 10 STR save Wren'],
      result: { status: 'success' }
    })
    expect(does(state, 'Wren', 'break-free', {}, 11)).toMatchObject({ stateDelta: {}, result: { status: 'failure' } })
    expect(game.whyNot(fight(), 'Wren', 'break-free')).toBe('nobody holds them')
  })
})

describe('help', () => {
  const bleeding = { conditions: { critical: { since: 0, until: 60 } }, stats: { hp: 0, STR: 5 } }
  it('binds wounds: at once on their feet between fights, still on the ground in one', () => {
    expect(does(cellar({ actors: { Oswin: bleeding } }), 'Wren', 'help', { target: 'Oswin' })).toEqual({
      stateDelta: { actors: { Oswin: { conditions: { critical: null } } }, clock: { minutes: 5 } },
      rolled: [],
      result: { status: 'success', effect: 'bind' }
    })
    expect(does(fight({ actors: { Oswin: bleeding } }), 'Wren', 'help', { target: 'Oswin' }).stateDelta).toEqual({
      actors: { Oswin: { conditions: { critical: null, down: { since: 0 } } } }
    })
  })
  it.each([
    ['down', 'lift'],
    ['slumbering', 'wake'],
    ['burning', 'beat-out']
  ])('takes away what keeps somebody: %s', (condition, effect) => {
    const state = fight({ actors: { Oswin: { conditions: { [condition]: { since: 0 } } } } })
    expect(does(state, 'Wren', 'help', { target: 'Oswin' })).toEqual({
      stateDelta: { actors: { Oswin: { conditions: { [condition]: null } } } },
      rolled: [],
      result: { status: 'success', effect }
    })
  })
  it('tears the held loose with a STR save', () => {
    const state = fight({ actors: { Oswin: held('Ghoul') } })
    expect(does(state, 'Wren', 'help', { target: 'Oswin' }, 10).stateDelta).toEqual({ actors: { Oswin: { conditions: { grappled: null } } } })
    expect(does(state, 'Wren', 'help', { target: 'Oswin' }, 11)).toMatchObject({ stateDelta: {}, result: { status: 'failure', effect: 'free' } })
  })
  it('lends a hand: the next save is easier by four, and then the hand is gone', () => {
    expect(does(cellar(), 'Wren', 'help', { target: 'Oswin' }).stateDelta).toEqual({
      actors: { Oswin: { conditions: { aided: { since: 0, until: 30 } } } },
      clock: { minutes: 1 }
    })
    const aided = fight({
      actors: { Wren: { ...held('Ghoul'), conditions: { grappled: { since: 0, by: 'Ghoul' }, aided: { since: 0, until: 30 } } } }
    })
    expect(does(aided, 'Wren', 'break-free', {}, 14).stateDelta).toEqual({ actors: { Wren: { conditions: { aided: null, grappled: null } } } })
    expect(does(aided, 'Wren', 'break-free', {}, 15).stateDelta).toEqual({ actors: { Wren: { conditions: { aided: null } } } })
  })
  it('is not needed by the dead, by foes, or by whoever has been lent a hand', () => {
    expect(game.whyNot(cellar({ actors: { Oswin: { conditions: { dead: { since: 0 } } } } }), 'Wren', 'help')).toBe('nobody here needs help')
    expect(game.whyNot(cellar({ actors: { Oswin: { conditions: { aided: { since: 0, until: 30 } } } } }), 'Wren', 'help')).toBe(
      'nobody here needs help'
    )
  })
})

describe('morale', () => {
  /** The fight with three more ghouls in the cellar. */
  const pack = (patch: object = {}): GameState => {
    const ghoul = fight().actors['Ghoul']
    const more = Object.fromEntries(['A', 'B', 'C'].map((id) => [id, { ...ghoul, name: `ghoul ${id}`, inventory: { claws: { item: 'claws' } } }]))
    return fight(mergePatch({ actors: more, combat: { initiative: { A: 2, B: 2, C: 2 } }, facts: { 'grate-open': true } }, { actors: patch }))
  }
  const dead = { conditions: { dead: { since: 0 } } }
  it('is asked when the first falls; who makes the save stays', () => {
    expect(does(pack(), 'Wren', 'attack', { target: 'Ghoul' }, 6, 20, 6).rolled).toEqual([
      'd6 6 damage Ghoul',
      'd20 20 STR save Ghoul',
      'd20 6 WIL save A'
    ])
  })
  it('that fails sends all of them running but the fearless', () => {
    expect(does(pack({ C: { tags: { fearless: true } } }), 'Wren', 'attack', { target: 'Ghoul' }, 6, 20, 7).stateDelta).toMatchObject({
      actors: { A: { location: 'cave' }, B: { location: 'cave' }, Ghoul: { conditions: { dead: { since: 0 } } } },
      combat: { initiative: { A: null, B: null } },
      facts: { 'defeated:A': true, 'defeated:B': true, 'defeated:Ghoul': true }
    })
  })
  it('is asked again when half have fallen, and not between', () => {
    const six = (...fallen: string[]): string[] => {
      const ghoul = fight().actors['Ghoul']
      const more = Object.fromEntries(['A', 'B', 'C', 'D', 'E'].map((id) => [id, { ...ghoul, ...(fallen.includes(id) ? dead : {}) }]))
      return does(
        fight({ actors: more, combat: { initiative: { A: 2, B: 2, C: 2, D: 2, E: 2 } } }),
        'Wren',
        'attack',
        { target: 'Ghoul' },
        6,
        20,
        ...(fallen.length === 1 ? [] : [1])
      ).rolled.slice(2)
    }
    expect(six()).toEqual(['d20 1 WIL save A'])
    expect(six('A')).toEqual([])
    expect(six('A', 'B')).toEqual(['d20 1 WIL save C'])
  })
})

describe('critical damage', () => {
  it('of a friend of the players is bleeding, not death', () => {
    const state = fight({ actors: { Mira: { location: 'cellar' } }, combat: { initiative: { Mira: 1 } } })
    expect(does(state, 'Ghoul', 'attack', { target: 'Mira' }, 5, 20)).toEqual({
      stateDelta: { actors: { Mira: { conditions: { critical: { since: 0, until: 60 } }, stats: { hp: 0, STR: 6 } } } },
      rolled: ['d6 5 damage Mira', 'd20 20 STR save Mira'],
      result: { status: 'success', damage: 5, wound: 2, down: true }
    })
  })
  it('is met with the Strength that is left, and with everything that weakens it', () => {
    // 10, minus 3 for the wound, minus 2 for being winded: 5 is the highest roll that succeeds.
    const state = fight({ actors: { Wren: { conditions: { winded: { since: 0, until: 120 } } } } })
    expect(does(state, 'Ghoul', 'attack', { target: 'Wren' }, 6, 5).result).toMatchObject({ down: false })
    expect(does(state, 'Ghoul', 'attack', { target: 'Wren' }, 6, 6).result).toMatchObject({ down: true })
  })
  it('ends in death when nobody comes within the hour', () => {
    const state = fight({ actors: { Wren: { stats: { hp: 0 } }, Ghoul: held('Wren') } })
    expect(played(game, state, 'Wren', 'bleed-out', {})).toMatchObject({
      narrative: 'Wren has bled too long, and dies.',
      stateDelta: {
        actors: { Ghoul: { conditions: { grappled: null } }, Wren: { conditions: { dead: { since: 0 } } } },
        combat: { initiative: { Wren: null } }
      }
    })
  })
})

describe('end-combat after a character has fled', () => {
  it('leaves the fallen an hour in which they can be fetched', () => {
    const state = fight({
      actors: { Wren: { location: 'inn' }, Oswin: { conditions: { critical: { since: 0, until: 60 } }, stats: { hp: 0, STR: 5 } } },
      combat: { initiative: { Wren: null } }
    })
    expect(played(game, state, 'Wren', 'end-combat', {})).toEqual({
      narrative: 'Oswin lies where it ended, with nobody of the company there to bend down.',
      stateDelta: { combat: null },
      rolled: []
    })
  })
  it('gives the field to those who stayed', () => {
    const state = fight({ actors: { Ghoul: { location: 'cave' } }, combat: { initiative: { Ghoul: null } } })
    expect(played(game, state, 'Ghoul', 'end-combat', {})).toMatchObject({
      narrative: 'Then it is quiet, and Oswin and Wren are the ones left to hear it.',
      stateDelta: { combat: null }
    })
  })
})

describe('toll, at the end of a round', () => {
  it('fire always burns; poison takes a point for each dose from whoever fails a STR save', () => {
    const state = fight({
      actors: {
        Ghoul: { conditions: { poisoned: { since: 0, count: 2 } } },
        Wren: { conditions: { burning: { since: 0, rounds: 2 } } }
      }
    })
    // STR 9, minus 1 for each dose: 7 is the highest roll that succeeds.
    expect(does(state, 'system', 'toll', {}, 8, 2)).toEqual({
      stateDelta: { actors: { Ghoul: { stats: { hp: 2 } }, Wren: { stats: { hp: 1 } } } },
      rolled: ['d20 8 STR save Ghoul', 'd4 2 fire Wren']
    })
    expect(does(state, 'system', 'toll', {}, 7, 2).stateDelta).toEqual({ actors: { Wren: { stats: { hp: 1 } } } })
  })
  it('poison rests in whoever lies still', () => {
    const fallen = { conditions: { critical: { since: 0, until: 60 }, poisoned: { since: 0 } } }
    expect(game.whyNot(fight({ actors: { Wren: fallen } }), 'system', 'toll')).toBe('nobody burns or is poisoned')
  })
  it('may kill the last foe, and then the fight is over', () => {
    const state = fight({ actors: { Ghoul: { stats: { hp: 0, STR: 2 }, conditions: { burning: { since: 0, rounds: 1 } } } } })
    expect(does(state, 'system', 'toll', {}, 2)).toMatchObject({
      stateDelta: { actors: { Ghoul: { conditions: { burning: null, dead: { since: 0 } }, stats: { STR: 0 } } } },
      followUp: ['end-combat']
    })
  })
  it('asks nothing of the hale', () => {
    expect(game.whyNot(fight(), 'Wren', 'toll')).toBe('nobody burns or is poisoned')
    expect(game.whyNot(world(), 'Wren', 'toll')).toBe('there is no fight')
  })
})
