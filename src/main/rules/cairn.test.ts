import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import type { Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { bundledFiles } from './bundled.fixture'
import { fight, world } from './cairn.fixture'
import { checkGame, loadGame } from './load-game'
import { scriptedDice } from './scripted-dice.fixture'

let game: Game
beforeAll(async () => {
  game = await loadGame(bundledFiles('cairn-hack'))
})
afterAll(() => game.dispose())

const does = (state: GameState, actor: string, action: string, params: Params, ...faces: number[]) => {
  const dice = scriptedDice(...faces)
  return {
    ...game.execute(state, actor, action, params, dice),
    rolls: dice.rolled.map(({ expr, total, label, target }) => [expr, total, label, target])
  }
}
const offered = (state: GameState, actor: string, ...names: string[]) =>
  game.offers(state, actor, names).map(({ name, params }) => [name, ...params.map((p) => p.enum)])

it('the bundled game has no problems', async () => {
  expect(await checkGame(bundledFiles('cairn-hack'))).toEqual([])
})

describe('travel', () => {
  it('is offered by the ways that are open, with words for people', () => {
    expect(game.offers(world(), 'Wren', ['travel'])).toEqual([
      {
        name: 'travel',
        description: 'Take one of the exits, together with everybody of the party who is here.',
        params: [
          {
            name: 'journey',
            type: 'enum',
            description: 'Which exit to take',
            required: true,
            enum: ['inn--cellar'],
            labels: { 'inn--cellar': 'down to the Cellar (10 minutes; slippery steps)' }
          }
        ],
        cost: 'turn'
      }
    ])
  })
  it('takes the whole party, saves against the risk, and moves the clock once', () => {
    expect(does(world(), 'Wren', 'travel', { journey: 'inn--cellar' }, 14, 20, 8)).toEqual({
      stateDelta: {
        actors: { Oswin: { location: 'cellar', stats: { hp: 4 } }, Wren: { location: 'cellar' } },
        clock: { minutes: 10 },
        places: { cellar: { tags: { visited: true } } }
      },
      narrative: expect.stringContaining('the Cellar') as string,
      result: { status: 'partial_success', damage: 1, effect: 'bruised', met: { Oswin: 'DEX', Wren: 'DEX' } },
      rolls: [
        ['d20', 14, 'DEX save', 'Wren'],
        ['d20', 20, 'DEX save', 'Oswin'],
        ['d12', 8, 'Mishap on the way', undefined]
      ]
    })
  })
  it('tells the time that the clock moves, with what a mishap costs', () => {
    const late = does(world(), 'Wren', 'travel', { journey: 'inn--cellar' }, 14, 20, 4)
    expect(late).toMatchObject({
      narrative: expect.stringContaining('That makes it 30 minutes in all.') as string,
      stateDelta: { clock: { minutes: 30 } }
    })
  })
})

describe('attack', () => {
  it('always lands; armour takes its part; hit protection goes first', () => {
    expect(does(fight(), 'Ghoul', 'attack', { target: 'Oswin' }, 5)).toEqual({
      stateDelta: { actors: { Oswin: { stats: { hp: 2 } } } },
      narrative: expect.stringMatching(/pale ghoul.*Oswin|Oswin.*pale ghoul/) as string,
      result: { status: 'success', damage: 3, wound: 0, down: false },
      rolls: [['d6', 5, 'damage', 'Oswin']]
    })
  })
  it('a wound asks for a save, a foe who fails it is dead, drops what it carried, and the fight ends', () => {
    expect(does(fight(), 'Wren', 'attack', { target: 'Ghoul' }, 6, 15)).toEqual({
      stateDelta: {
        actors: { Ghoul: { conditions: { dead: { since: 0 } }, inventory: { key: null }, stats: { STR: 7, hp: 0 } } },
        facts: { 'defeated:Ghoul': true },
        places: { cellar: { inventory: { key: { item: 'iron-key', name: 'Grate key' } } } }
      },
      narrative: 'Wren drives the dagger home: 6, and the pale ghoul bleeds. The pale ghoul folds up and is still.',
      followUp: ['end-combat'],
      result: { status: 'success', damage: 6, wound: 2, down: true },
      rolls: [
        ['d6', 6, 'damage', 'Ghoul'],
        ['d20', 15, 'STR save', 'Ghoul']
      ]
    })
  })
  it('is not for those who have nothing to fight with, or nobody to fight', () => {
    expect(offered(fight(), 'Wren', 'attack')).toEqual([['attack', ['Ghoul']]])
    expect(game.whyNot(fight({ actors: { Wren: { inventory: { dagger: null } } } }), 'Wren', 'attack')).toBe('they have no weapon')
    expect(game.whyNot(fight({ actors: { Wren: { location: 'inn' } } }), 'Wren', 'attack')).toBe('nobody in reach is a foe')
    expect(game.whyNot(world(), 'Wren', 'attack')).toBe('there is no fight')
  })
})

describe('talk', () => {
  it('brings out what somebody has to tell, one thing at a time', () => {
    expect(does(world(), 'Wren', 'talk', { target: 'Mira' })).toEqual({
      stateDelta: { actors: { Mira: { tags: { met: true } } }, clock: { minutes: 5 }, facts: { 'mira-noise': true } },
      narrative: expect.stringContaining('“Something scratches below, every night since the frost.”') as string,
      result: { status: 'success', effect: 'friendly' },
      rolls: []
    })
  })
  it('a first meeting rolls a reaction; the worst of them starts a fight', () => {
    const strangers = world({ actors: { Wren: { location: 'cellar' }, Ghoul: { attitude: null } } })
    expect(does(strangers, 'Wren', 'talk', { target: 'Ghoul' }, 1, 1)).toEqual({
      stateDelta: { actors: { Ghoul: { attitude: 'hostile', tags: { met: true } } } },
      narrative: 'The pale ghoul listens to Wren with a hand already moving, and the talking is over.',
      followUp: [{ action: 'start-combat', params: { foes: ['Ghoul'] } }],
      result: { status: 'failure', effect: 'hostile' },
      rolls: [['2d6', 2, 'reaction', 'Ghoul']]
    })
  })
})
