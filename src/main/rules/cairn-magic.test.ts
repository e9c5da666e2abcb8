import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'
import { bundledFiles } from './bundled.fixture'
import { type Call, choices, type Done, done, fight, world } from './cairn.fixture'
import { loadGame } from './load-game'

let game: Game
beforeAll(async () => {
  game = await loadGame(bundledFiles('cairn-hack'))
})
afterAll(() => game.dispose())
const does = (...call: Call): Done => done(game, ...call)

const carrying = (...books: string[]): object => ({ Wren: { inventory: Object.fromEntries(books.map((book) => [book, { item: `book-${book}` }])) } })
const fatigue = { fatigue: { item: 'fatigue' } }

describe('cast-spell', () => {
  it('between fights costs a slot of fatigue and no save', () => {
    const state = world({ actors: carrying('salt-line') })
    expect(choices(game, state, 'Wren', 'cast-spell')).toEqual([
      { 'salt-line': 'Book of the Salt Line' },
      { Mira: 'Mira', Oswin: 'Oswin', Wren: 'Wren' }
    ])
    expect(does(state, 'Wren', 'cast-spell', { spell: 'salt-line', target: 'Oswin' })).toEqual({
      stateDelta: { actors: { Oswin: { conditions: { warded: { since: 0, until: 60 } } }, Wren: { inventory: fatigue } } },
      rolled: [],
      result: { status: 'success', on: 'Oswin' }
    })
  })
  it('counts fatigue up, and the tenth slot leaves no hit protection', () => {
    const state = world({ actors: { Wren: { inventory: { salt: { item: 'book-salt-line' }, fatigue: { item: 'fatigue' } } } } })
    expect(does(state, 'Wren', 'cast-spell', { spell: 'salt', target: 'Oswin' }).stateDelta).toEqual({
      actors: {
        Oswin: { conditions: { warded: { since: 0, until: 60 } } },
        Wren: { inventory: { 'fatigue-2': { item: 'fatigue' } }, stats: { hp: 0 } }
      }
    })
  })
  it('in a fight takes a WIL save, and a foe may withstand it', () => {
    const state = fight({ actors: carrying('small-sun') })
    expect(does(state, 'Wren', 'cast-spell', { spell: 'small-sun', target: 'Ghoul' }, 11, 9, 3)).toEqual({
      stateDelta: {
        actors: { Ghoul: { conditions: { burning: { since: 0, rounds: 2 } }, stats: { hp: 1 } }, Wren: { inventory: fatigue } }
      },
      rolled: ['d20 11 WIL save Wren', 'd20 9 DEX save Ghoul', 'd6 3 spell Ghoul'],
      result: { status: 'success', damage: 3, on: 'the pale ghoul' }
    })
    expect(does(state, 'Wren', 'cast-spell', { spell: 'small-sun' }, 11, 8)).toEqual({
      stateDelta: { actors: { Wren: { inventory: fatigue } } },
      rolled: ['d20 11 WIL save Wren', 'd20 8 DEX save Ghoul'],
      result: { status: 'partial_success', on: 'the pale ghoul' }
    })
  })
  it('that kills the last foe ends the fight', () => {
    expect(does(fight({ actors: carrying('small-sun') }), 'Wren', 'cast-spell', { spell: 'small-sun' }, 1, 20, 6, 10)).toMatchObject({
      stateDelta: { actors: { Ghoul: { conditions: { dead: { since: 0 } }, stats: { hp: 0, STR: 7 } } }, facts: { 'defeated:Ghoul': true } },
      followUp: ['end-combat']
    })
  })
  it.each<[string, number[], object]>([
    ['burns', [1, 2], { stats: { hp: 1 } }],
    ['frightens for an hour', [4], { conditions: { frightened: { since: 0, until: 60 } } }],
    ['sets on fire for two rounds', [5], { conditions: { burning: { since: 0, rounds: 2 } } }],
    ['takes a point of Willpower', [6], { stats: { WIL: 10 } }],
    ['takes a point of Dexterity', [7], { stats: { DEX: 13 } }],
    ['does nothing', [9], {}],
    ['poisons for two hours', [10], { conditions: { poisoned: { since: 0, until: 120 } } }],
    ['works somewhere else', [12], {}]
  ])('misfires when the save fails: it %s', (_, faces, change) => {
    const { stateDelta, result } = does(fight({ actors: carrying('small-sun') }), 'Wren', 'cast-spell', { spell: 'small-sun' }, 12, ...faces)
    expect(stateDelta).toEqual({ actors: { Wren: { inventory: fatigue, ...change } } })
    expect(result).toEqual({ status: 'failure' })
  })
  it('is pressed for the deprived as in a fight', () => {
    const state = world({ actors: carrying('salt-line') })
    const starved = world({ actors: { Wren: { ...(carrying('salt-line') as { Wren: object }).Wren, conditions: { deprived: { since: 0 } } } } })
    expect(does(state, 'Wren', 'cast-spell', { spell: 'salt-line', target: 'Wren' }).rolled).toEqual([])
    expect(does(starved, 'Wren', 'cast-spell', { spell: 'salt-line', target: 'Wren' }, 11).rolled).toEqual(['d20 11 WIL save Wren'])
  })
  it('makes the unseen be seen again', () => {
    const state = fight({ actors: { Wren: { inventory: { sleep: { item: 'book-stone-sleep' } }, conditions: { unseen: { since: 0, rounds: 3 } } } } })
    expect(game.whyNot(state, 'Ghoul', 'attack')).toBeUndefined()
    expect(choices(game, state, 'Ghoul', 'attack')).toEqual([{ Oswin: 'Oswin' }])
    expect(does(state, 'Wren', 'cast-spell', { spell: 'sleep' }, 1, 7).stateDelta).toEqual({
      actors: {
        Ghoul: { conditions: { slumbering: { since: 0, rounds: 3 } } },
        Wren: { conditions: { unseen: null }, inventory: fatigue }
      }
    })
  })
  it('says why not', () => {
    const full = { Wren: { inventory: { salt: { item: 'book-salt-line' }, bell: { item: 'bell' }, bar: { item: 'crowbar' } } } }
    const why = (state: GameState): string | undefined => game.whyNot(state, 'Wren', 'cast-spell')
    expect(why(world())).toBe('they have no spellbook')
    expect(why(world({ actors: full }))).toBe('they have no slot free for the fatigue')
    expect(why(world({ actors: carrying('small-sun') }))).toBe('none of their spells is of use here')
    expect(why(fight({ actors: carrying('small-sun') }))).toBeUndefined()
  })
  it('refuses a target that the book chosen does nothing for', () => {
    const state = fight({ actors: carrying('small-sun', 'salt-line') })
    expect(() => does(state, 'Wren', 'cast-spell', { spell: 'salt-line', target: 'Ghoul' })).toThrow(
      'The Book of the Salt Line would do nothing for the pale ghoul.'
    )
  })
})

describe('what is in the books', () => {
  it('knitting mends hit protection and cures', () => {
    const state = world({
      actors: { ...carrying('knitting'), Oswin: { stats: { hp: 1 }, conditions: { lamed: { since: 0 }, poisoned: { since: 0 } } } }
    })
    expect(does(state, 'Wren', 'cast-spell', { spell: 'knitting', target: 'Oswin' }, 8)).toEqual({
      stateDelta: { actors: { Oswin: { stats: { hp: 5 }, conditions: { lamed: null, poisoned: null } }, Wren: { inventory: fatigue } } },
      rolled: ['d8 8 healing Oswin'],
      result: { status: 'success', on: 'Oswin' }
    })
    expect(game.whyNot(world({ actors: carrying('knitting') }), 'Wren', 'cast-spell')).toBe('none of their spells is of use here')
  })
  it('the lantern without oil is for everybody of the party here', () => {
    expect(does(world({ actors: carrying('lamp-black') }), 'Wren', 'cast-spell', { spell: 'lamp-black' }).stateDelta).toEqual({
      actors: {
        Oswin: { conditions: { 'bright-eyed': { since: 0, until: 60 } } },
        Wren: { conditions: { 'bright-eyed': { since: 0, until: 60 } }, inventory: fatigue }
      }
    })
  })
  it('the wall tells what is in a place, in a minute, and only where nobody has looked', () => {
    const state = world({ actors: carrying('wall-heard') })
    expect(does(state, 'Wren', 'cast-spell', { spell: 'wall-heard' }).stateDelta).toEqual({
      actors: { Wren: { inventory: fatigue } },
      clock: { minutes: 1 },
      places: { inn: { tags: { explored: true } } }
    })
    expect(game.whyNot(world({ actors: carrying('wall-heard'), places: { inn: { tags: { explored: true } } } }), 'Wren', 'cast-spell')).toBe(
      'none of their spells is of use here'
    )
  })
  it('kind words end it with a foe, but the fearless do not listen and need no save', () => {
    const state = fight({ actors: carrying('kind-words') })
    expect(does(state, 'Wren', 'cast-spell', { spell: 'kind-words' }, 1, 7)).toMatchObject({
      stateDelta: {
        actors: { Ghoul: { attitude: 'wary' }, Wren: { inventory: fatigue } },
        combat: { initiative: { Ghoul: null } },
        facts: { 'defeated:Ghoul': true }
      },
      followUp: ['end-combat']
    })
    const fearless = fight({ actors: { ...carrying('kind-words'), Ghoul: { tags: { fearless: true } } } })
    expect(does(fearless, 'Wren', 'cast-spell', { spell: 'kind-words' }, 1)).toMatchObject({
      stateDelta: { actors: { Wren: { inventory: fatigue } } },
      rolled: ['d20 1 WIL save Wren'],
      result: { status: 'partial_success' }
    })
  })
  it('heavy air keeps a creature from fleeing', () => {
    const { stateDelta } = does(fight({ actors: carrying('heavy-air') }), 'Wren', 'cast-spell', { spell: 'heavy-air' }, 1, 10)
    expect(stateDelta).toEqual({ actors: { Ghoul: { conditions: { rooted: { since: 0, rounds: 3 } } }, Wren: { inventory: fatigue } } })
    expect(game.whyNot(fight({ actors: { Ghoul: { conditions: { rooted: { since: 0, rounds: 3 } } } } }), 'Ghoul', 'flee')).toBe(
      'the pale ghoul is weighed down'
    )
  })
  it('whoever falls asleep lets go of whom they held', () => {
    const held = { conditions: { grappled: { since: 0, rounds: 3, by: 'Ghoul' } } }
    const state = fight({ actors: { ...carrying('stone-sleep'), Oswin: held } })
    expect(does(state, 'Wren', 'cast-spell', { spell: 'stone-sleep' }, 1, 7).stateDelta).toMatchObject({
      actors: { Oswin: { conditions: { grappled: null } } }
    })
  })
})
