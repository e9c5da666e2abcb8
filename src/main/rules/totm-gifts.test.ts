import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import type { Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { bundledFiles } from './bundled.fixture'
import { loadGame } from './load-game'
import { scriptedDice } from './scripted-dice.fixture'
import { tinyWorld } from './tiny-world.fixture'

let game: Game
let oneByOne: Game
beforeAll(async () => {
  const files = bundledFiles('totm')
  game = await loadGame(files)
  oneByOne = await loadGame(new Map([...files, ['manifest.yaml', (files.get('manifest.yaml') ?? '').replace('side-based', 'initiative-based')]]))
})
afterAll(() => [game, oneByOne].forEach((each) => each.dispose()))

const OLD = { DEX: null, STR: null, WIL: null }
const CARRIED = { draught: null, dagger: null, rations: null, axe: null, mail: null }
/** Wren the thief and Oswin the cleric in the cellar with the ghoul, who has 4 hit points; every gift in Oswin's pack. */
const world = (patch: Record<string, unknown> = {}): GameState =>
  mergePatch(
    mergePatch(tinyWorld(), {
      actors: {
        Wren: {
          location: 'cellar',
          stats: { ...OLD, brawn: 3, brains: 5, faith: 2, speed: 8, hp: 7, xp: 0, level: 1 },
          max: { ...OLD, hp: 7 },
          inventory: { ...CARRIED, lockpicks: { item: 'lockpicks' } },
          tags: { class: 'thief' }
        },
        Oswin: {
          location: 'cellar',
          stats: { ...OLD, brawn: 8, brains: 8, faith: 8, speed: 3, hp: 8, xp: 0, level: 1 },
          max: { ...OLD, hp: 8 },
          inventory: { ...CARRIED, sign: { item: 'holy-sign' }, book: { item: 'spell-book' }, shield: { item: 'shield' } },
          tags: { class: 'cleric' }
        },
        Ghoul: { stats: { ...OLD, hp: 4 }, max: { ...OLD, hp: 4 }, inventory: { claws: { item: 'claws' }, key: null } },
        Mira: { stats: OLD, max: OLD }
      }
    }),
    patch
  )
const fight = (patch: Record<string, unknown> = {}): GameState =>
  mergePatch(
    world({
      combat: { initiative: { Ghoul: 1, Oswin: 2, Wren: 2 }, sides: { Ghoul: 'foes', Oswin: 'party', Wren: 'party' } },
      next: { mode: 'combat' }
    }),
    patch
  )
const does = (state: GameState, actor: string, action: string, params: Params, ...faces: number[]) => {
  const dice = scriptedDice(...faces)
  const answer = game.execute(state, actor, action, params, dice)
  expect(dice.rolled.flatMap((roll) => roll.dice)).toEqual(faces)
  return answer
}

describe('gifts', () => {
  it('are in the things that grant them, and ask for their floor', () => {
    expect(game.whyNot(world({ actors: { Oswin: { stats: { faith: 5, hp: 7 } } } }), 'Oswin', 'heal')).toBe('it needs faith 6 or more')
    expect(game.whyNot(world({ actors: { Oswin: { stats: { brains: 5 } } } }), 'Oswin', 'spark')).toBe('it needs brains 6 or more')
    expect(game.whyNot(fight({ actors: { Oswin: { stats: { brawn: 5 } } } }), 'Oswin', 'guard')).toBe('it needs brawn 6 or more')
    expect(game.whyNot(world({ actors: { Wren: { stats: { speed: 5 } } } }), 'Wren', 'pick')).toBe('it needs speed 6 or more')
    for (const [thing, grants] of Object.entries({ shield: ['guard'], 'spell-book': ['spark', 'light'], 'holy-sign': ['heal'], lockpicks: ['pick'] }))
      expect(game.equipment[thing]?.grants).toEqual(grants)
  })
  it('a prayer heals by faith, raises the fallen, and is not said again for half an hour', () => {
    const fallen = world({ actors: { Wren: { stats: { hp: 0 }, conditions: { down: { since: 0, until: 60 } } } } })
    const answer = does(fallen, 'Oswin', 'heal', { target: 'Wren' }, 5)
    expect(answer.result).toEqual({ status: 'success', target: 'Wren', healed: 5 })
    expect(answer.stateDelta).toMatchObject({ actors: { Wren: { stats: { hp: 5 }, conditions: { down: null } } } })
    expect(game.whyNot(mergePatch(fallen, answer.stateDelta), 'Oswin', 'heal')).toBe('Oswin is prayed out')
    expect(does(world({ actors: { Wren: { stats: { hp: 6 } } } }), 'Oswin', 'heal', { target: 'Wren' }, 8).result).toMatchObject({ healed: 1 })
  })
  it('a spark goes through armour; a light makes the dark easier for all', () => {
    expect(does(fight(), 'Oswin', 'spark', { target: 'Ghoul' }, 3, 4).stateDelta).toMatchObject({
      actors: { Ghoul: { stats: { hp: 1 } }, Oswin: { conditions: { drained: { rounds: 2 } } } }
    })
    const lit = mergePatch(world(), does(world(), 'Oswin', 'light', {}).stateDelta)
    expect(lit.actors['Wren']?.conditions).toEqual({ lit: { since: 0, until: 60 } })
    expect(game.whyNot(lit, 'Oswin', 'light')).toBe('everybody here is already lit')
  })
  it('what is locked is picked before it can be searched', () => {
    const locked = world({ places: { cellar: { features: { barrels: { lock: 4 } } } } })
    expect(game.offers(locked, 'Wren', ['search'])).toEqual([])
    expect(does(locked, 'Wren', 'pick', { feature: 'barrels' }, 3).result).toEqual({ status: 'failure' })
    const open = mergePatch(locked, does(locked, 'Wren', 'pick', { feature: 'barrels' }, 4).stateDelta)
    expect(game.offers(open, 'Wren', ['search'])[0]?.params[0]?.enum).toEqual(['barrels'])
    expect(game.whyNot(open, 'Wren', 'pick')).toBe('nothing here is locked')
  })
  it('a guard takes two points off each blow', () => {
    const guarded = mergePatch(fight(), does(fight(), 'Oswin', 'guard', { target: 'Wren' }).stateDelta)
    expect(guarded.actors['Wren']?.conditions['guarded']).toEqual({ since: 0, rounds: 2 })
    expect(does(guarded, 'Ghoul', 'attack', { target: 'Wren' }, 3).stateDelta).toMatchObject({ actors: { Wren: { stats: { hp: 6 } } } })
  })
})

describe('a fight', () => {
  it('is between sides; the quicker begins', () => {
    const start = (...faces: number[]) => does(world(), 'DM', 'start-combat', { foes: ['Ghoul'] }, ...faces).stateDelta['combat']
    const sides = { Ghoul: 'foes', Oswin: 'party', Wren: 'party' }
    expect(start(5, 2)).toEqual({ initiative: { Ghoul: 1, Oswin: 2, Wren: 2 }, sides })
    expect(start(1, 2)).toEqual({ initiative: { Ghoul: 2, Oswin: 1, Wren: 1 }, sides })
  })
  it('with initiative-based in the manifest goes by everybody’s own speed', () => {
    const { combat } = oneByOne.execute(world(), 'DM', 'start-combat', { foes: ['Ghoul'] }, scriptedDice(3, 1, 4)).stateDelta
    expect(combat).toMatchObject({ initiative: { Ghoul: 3, Oswin: 1, Wren: 4 } })
  })
  it('takes in more people, at the place of their side; nobody from elsewhere', () => {
    const more = fight({ actors: { Mira: { location: 'cellar', attitude: 'wary' } } })
    expect(game.whyNot(fight(), 'DM', 'start-combat')).toBe('everybody here is already in the fight')
    expect(does(more, 'DM', 'start-combat', { foes: ['Mira'] }).stateDelta).toEqual({
      actors: { Mira: { attitude: 'hostile' } },
      combat: { initiative: { ...more.combat?.initiative, Mira: 1 }, sides: { ...more.combat?.sides, Mira: 'foes' } }
    })
    const late = fight({ combat: { initiative: { Wren: null }, sides: { Wren: null } } })
    expect(game.offers(late, 'DM', ['start-combat'])[0]?.params.map(({ name, enum: ids }) => [name, ids])).toEqual([['friends', ['Wren']]])
    expect(does(late, 'DM', 'start-combat', { friends: ['Wren'] }).stateDelta).toMatchObject({
      combat: { initiative: { Ghoul: 1, Oswin: 2, Wren: 2 }, sides: { Wren: 'party' } }
    })
    expect(() => does(late, 'DM', 'start-combat', {})).toThrow('Name somebody to join the fight.')
    const elsewhere = fight({ actors: { Wren: { location: 'inn' }, Mira: { attitude: 'wary' } }, combat: { initiative: { Wren: null } } })
    expect(game.whyNot(elsewhere, 'Wren', 'start-combat')).toBe('the fight is somewhere else')
  })
  it('ends when one side has nobody left', () => {
    const won = does(fight(), 'Oswin', 'attack', { target: 'Ghoul' }, 4)
    expect(won.followUp).toEqual(['end-combat'])
    expect(won.stateDelta).toMatchObject({ actors: { Oswin: { stats: { xp: 2 } }, Wren: { stats: { xp: 2 } } }, facts: { 'defeated:Ghoul': true } })
  })
  it('in which nobody of the party stands leaves them lying for an hour, and the foes go', () => {
    const down = { stats: { hp: 0 }, conditions: { down: { since: 0, until: 60 } } }
    const lost = does(fight({ actors: { Wren: down, Oswin: down }, facts: { 'grate-open': true } }), 'Ghoul', 'end-combat', {})
    expect(lost.stateDelta).toMatchObject({ combat: null, clock: { minutes: 60 }, actors: { Ghoul: { location: 'cave' } } })
  })
  it('is fled from by speed, the harder the more there are; the fearless never flee', () => {
    expect(does(fight(), 'Wren', 'flee', {}, 2).stateDelta).toMatchObject({ actors: { Wren: { location: 'inn' } } })
    expect(does(fight(), 'Wren', 'flee', {}, 1).result).toEqual({ status: 'failure' })
    expect(game.whyNot(fight({ actors: { Ghoul: { tags: { fearless: true } } } }), 'Ghoul', 'flee')).toBe('they know no fear')
  })
})

describe('morale', () => {
  const rat = (more: Record<string, unknown> = {}) => ({
    ...tinyWorld().actors['Ghoul'],
    name: 'the rat',
    stats: { hp: 6, xp: 1 },
    max: { hp: 6 },
    inventory: {},
    ...more
  })
  const pack = (patch: Record<string, unknown> = {}): GameState =>
    mergePatch(fight({ actors: { Rat: rat() }, combat: { initiative: { Rat: 1 }, sides: { Rat: 'foes' } }, facts: { 'grate-open': true } }), patch)
  const strikes = (state: GameState, target: string, ...faces: number[]) => does(state, 'Wren', 'attack', { target }, ...faces)
  it('is rolled when the first of them falls: the steadiest for all, a die of 4 without faith, 2 to stay', () => {
    const dice = scriptedDice(4, 2)
    game.execute(pack(), 'Wren', 'attack', { target: 'Ghoul' }, dice)
    expect(dice.rolled[1]).toMatchObject({ expr: 'd4', label: 'morale', target: 'Rat', outcome: 'success' })
    const devout = pack({ actors: { Rat: { stats: { faith: 7 } } } })
    const devoutly = scriptedDice(4, 1)
    const ran = game.execute(devout, 'Wren', 'attack', { target: 'Ghoul' }, devoutly)
    expect(devoutly.rolled[1]?.expr).toBe('d7')
    expect(ran.followUp).toEqual(['end-combat'])
    expect(ran.stateDelta).toMatchObject({
      actors: { Rat: { location: 'cave' }, Wren: { stats: { xp: 3 } } },
      combat: { initiative: { Rat: null }, sides: { Rat: null } },
      facts: { 'defeated:Rat': true, 'defeated:Ghoul': true }
    })
  })
  it('is rolled each time the last one is hurt to half or less, and not for a blow that does nothing or while two stand', () => {
    expect(strikes(fight(), 'Ghoul', 1).followUp).toBeUndefined()
    expect(strikes(fight(), 'Ghoul', 2, 2).followUp).toBeUndefined()
    expect(strikes(pack(), 'Rat', 1).followUp).toBeUndefined()
    expect(strikes(fight({ actors: { Ghoul: { inventory: { mail: { item: 'mail-shirt' } } } } }), 'Ghoul', 2).followUp).toBeUndefined()
    expect(does(fight({ facts: { 'grate-open': true } }), 'Oswin', 'spark', { target: 'Ghoul' }, 2, 1).followUp).toEqual(['end-combat'])
  })
  it('with no way out they give in; the fearless neither run nor roll; experience comes once', () => {
    const cornered = strikes(fight({ journeys: { 'cellar--inn': { requires: 'never' } } }), 'Ghoul', 2, 1)
    expect(cornered.stateDelta).toMatchObject({ actors: { Ghoul: { attitude: 'wary' }, Wren: { stats: { xp: 2 } } } })
    expect(strikes(fight({ actors: { Ghoul: { tags: { fearless: true } } } }), 'Ghoul', 3).followUp).toBeUndefined()
    const again = strikes(fight({ facts: { 'defeated:Ghoul': true } }), 'Ghoul', 4)
    expect(again.stateDelta).toMatchObject({ actors: { Ghoul: { conditions: { beaten: {} } } } })
    expect(again.stateDelta['actors']).not.toHaveProperty('Wren')
  })
})

describe('the DM', () => {
  it('endangers by a stat and a difficulty; what is short is the harm', () => {
    expect(does(world(), 'DM', 'hazard', { target: 'Wren', stat: 'faith', difficulty: '4' }, 2).result).toEqual({ status: 'failure', damage: 2 })
    expect(does(world(), 'DM', 'hazard', { target: 'Wren', stat: 'speed', difficulty: '4' }, 4).result).toEqual({ status: 'success', damage: 0 })
  })
  it('awards experience; levels come at the thresholds', () => {
    const risen = mergePatch(world(), does(world(), 'DM', 'award-xp', { target: 'Wren', xp: '5' }).stateDelta)
    expect(risen.actors['Wren']).toMatchObject({ stats: { xp: 5, level: 2, speed: 9, hp: 9 }, max: { hp: 9 } })
  })
  it('rolls encounters where the place has a table; wanderers of the region may come', () => {
    const place = (more: Record<string, unknown>) => world({ places: { cellar: { tags: { encounter: 'signs-below' } } }, ...more })
    expect(game.whyNot(world(), 'DM', 'encounter')).toBe('this place has no encounter table')
    const wanderer = place({ actors: { Mira: { tags: { wanders: true } } } })
    expect(does(wanderer, 'DM', 'encounter', {}, 4, 1)).toMatchObject({
      result: { npc: 'Mira' },
      stateDelta: { actors: { Mira: { location: 'cellar' } } }
    })
    expect(does(wanderer, 'DM', 'encounter', {}, 4, 2).result).toEqual({ npc: 'none' })
  })
})

it('rest brings back two hit points and raises the fallen; a night in a safe place all of them', () => {
  const tired = world({
    actors: { Ghoul: { location: 'cave' }, Wren: { stats: { hp: 0 }, conditions: { down: { since: 0, until: 60 }, lamed: {} } } }
  })
  expect(does(tired, 'Oswin', 'rest', { kind: 'breather' }).stateDelta).toMatchObject({
    actors: { Wren: { stats: { hp: 3 }, conditions: { down: null } } },
    clock: { minutes: 10 }
  })
  const inn = mergePatch(tired, { actors: { Wren: { location: 'inn' }, Oswin: { location: 'inn' } } })
  expect(does(inn, 'Oswin', 'rest', { kind: 'night' }).stateDelta).toMatchObject({
    actors: { Wren: { stats: { hp: 7 }, conditions: { down: null, lamed: null } } },
    clock: { minutes: 480 }
  })
})
