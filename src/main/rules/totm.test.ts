import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import type { Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { execute } from '../engine/actions'
import { checkParams } from '../engine/params'
import { bundledFiles } from './bundled.fixture'
import { checkGame, loadGame } from './load-game'
import { scriptedDice } from './scripted-dice.fixture'
import { tinyWorld } from './tiny-world.fixture'

let game: Game
let classic: Game
beforeAll(async () => {
  const files = bundledFiles('totm')
  game = await loadGame(files)
  classic = await loadGame(
    new Map([...files, ['manifest.yaml', (files.get('manifest.yaml') ?? '').replace('traverse: graded', 'traverse: classic')]])
  )
})
afterAll(() => [game, classic].forEach((each) => each.dispose()))

const SHEETS = {
  warrior: { brawn: 8, brains: 3, faith: 2, speed: 4, hp: 12 },
  mage: { brawn: 2, brains: 8, faith: 3, speed: 4, hp: 6 },
  cleric: { brawn: 4, brains: 4, faith: 8, speed: 3, hp: 8 },
  thief: { brawn: 3, brains: 5, faith: 2, speed: 8, hp: 7 }
}
const player = (kin: keyof typeof SHEETS): Record<string, unknown> => ({
  stats: { DEX: null, STR: null, WIL: null, ...SHEETS[kin], xp: 0, level: 1 },
  max: { DEX: null, STR: null, WIL: null, hp: SHEETS[kin].hp },
  inventory: { draught: null, dagger: null, rations: null, axe: null, mail: null, bread: { item: 'bread' } },
  tags: { class: kin }
})
const npc = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  stats: { DEX: null, STR: null, WIL: null, hp: null },
  max: { DEX: null, STR: null, WIL: null, hp: null },
  inventory: { claws: null, key: null },
  ...more
})
/** Wren the warrior and Oswin the mage in the inn with Mira, who has no numbers; the ghoul in the cellar. The way down is a brawn-4 climb. */
const world = (patch: Record<string, unknown> = {}): GameState =>
  mergePatch(
    mergePatch(tinyWorld(), {
      actors: { Wren: player('warrior'), Oswin: player('mage'), Mira: npc(), Ghoul: npc({ stats: { DEX: null, STR: null, WIL: null, hp: 4 } }) },
      journeys: { 'inn--cellar': { difficulty: 4, risks: ['a rusty climb'] } }
    }),
    patch
  )
/** The same world with Oswin elsewhere. */
const alone = (patch: Record<string, unknown> = {}): GameState => mergePatch(world({ actors: { Oswin: { location: 'cave' } } }), patch)
const does = (state: GameState, actor: string, action: string, params: Params, ...faces: number[]) => {
  const dice = scriptedDice(...faces)
  const answer = game.execute(state, actor, action, params, dice)
  expect(dice.rolled.flatMap((roll) => roll.dice)).toEqual(faces)
  return answer
}
/** Plays follow-ups as well; returns the final state and each step's answer. */
const plays = (state: GameState, actor: string, action: string, params: Params, ...faces: number[]) => {
  const dice = scriptedDice(...faces)
  const { state: after, done } = execute(state, game, dice, actor, action, params)
  expect(dice.rolled.flatMap((roll) => roll.dice)).toEqual(faces)
  return { after, results: done.map(({ action: name, result }) => [name, result]) }
}
const climb = (state: GameState, ...faces: number[]) => does(state, 'Wren', 'traverse', { journey: 'inn--cellar' }, ...faces)
const fared = (status: string, damage: number, effect: string, stat: string, roll: number, difficulty: number) => ({
  status,
  damage,
  effect,
  stat,
  roll,
  difficulty
})

it('the bundled game has no problems', async () => expect(await checkGame(bundledFiles('totm'))).toEqual([]))

describe('preparation', () => {
  const before = (): GameState => world({ actors: { Oswin: { tags: { class: null } } } })
  it('nothing is ventured before everybody has a class, and the reason says who has none', () => {
    for (const action of ['traverse', 'interact', 'search', 'attack', 'talk', 'help', 'give'])
      expect(game.whyNot(before(), 'Wren', action)).toBe('the preparation is not over, because Oswin has no class yet')
    for (const action of ['start-combat', 'hazard', 'traverse', 'interact'])
      expect(game.whyNot(before(), 'DM', action)).toBe('the preparation is not over, because Oswin has no class yet')
    expect(game.whyNot(before(), 'DM', 'update_character')).toBeUndefined()
  })
  it('a class brings its stats and its kit', () => {
    const bare = mergePatch(before(), {
      actors: { Oswin: { stats: { brawn: null, brains: null, faith: null, speed: null, hp: null }, max: { hp: null } } }
    })
    for (const [kin, stats] of Object.entries(SHEETS)) {
      const { after, results } = plays(bare, 'DM', 'update_character', { who: 'Oswin', class: kin })
      expect(after.actors['Oswin']).toMatchObject({ stats: { ...stats, xp: 0, level: 1 }, max: { hp: stats.hp }, tags: { class: kin } })
      expect(results).toEqual([['update_character', { who: 'Oswin', class: kin }]])
    }
    expect(does(bare, 'DM', 'update_character', { who: 'Oswin', class: 'cleric' }).stateDelta).toMatchObject({
      actors: { Oswin: { inventory: { 'holy-sign': { item: 'holy-sign' }, 'bread-2': { item: 'bread' } } } }
    })
  })
  it('initial stats may differ from the class, within bounds', () => {
    const oswin = (stats: string[]) => plays(before(), 'DM', 'update_character', { who: 'Oswin', class: 'mage', stats }).after.actors['Oswin']
    expect(oswin(['brains 9', 'hp: 4'])).toMatchObject({ stats: { ...SHEETS.mage, brains: 9, hp: 4 }, max: { hp: 4 } })
    expect(() => oswin(['luck 3'])).toThrow('"luck 3" is not a stat. Name one of brawn, brains, faith, speed, hp and its value, as in "brawn 7".')
    expect(() => oswin(['brawn 99'])).toThrow("brawn can't begin at 99. Choose a value from 1 to 12.")
  })
  it('afterwards it is over', () => {
    expect(game.whyNot(world(), 'DM', 'update_character')).toBe('the preparation is over')
    expect(() => does(world(), 'DM', 'update_character', { who: 'Wren', class: 'thief' })).toThrow('Wren is not a player without a class.')
    expect(() => does(before(), 'DM', 'update_character', { who: 'Oswin', class: 'bard' })).toThrow('There is no class "bard"')
  })
})

it('the arbiter tools take the names of their documents', () => {
  const checked = (state: GameState, action: string, params: Params) => {
    const [offer] = game.offers(state, 'DM', [action])
    return checkParams({ ...offer!, cost: 'free' }, params)
  }
  const unprepared = world({ actors: { Oswin: { tags: { class: null } } } })
  expect(checked(world(), 'traverse', { edge_id: 'inn--cellar' })).toEqual({ journey: 'inn--cellar' })
  expect(checked(world(), 'interact', { npc_id: 'Mira', action: 'talk' })).toEqual({ npc: 'Mira', action: 'talk' })
  expect(plays(world(), 'DM', 'interact', { npc: 'Mira', action: 'talk' }).results[1]).toMatchObject(['talk', { npc: 'Mira' }])
  for (const who of ['player_id', 'who'])
    expect(checked(unprepared, 'update_character', { [who]: 'Oswin', class: 'mage', stats: ['brains 9'] })).toEqual({
      who: 'Oswin',
      class: 'mage',
      stats: ['brains 9']
    })
  expect(checked(world(), 'traverse', { journey: 'inn--cellar' })).toEqual({ journey: 'inn--cellar' })
  expect(() => checked(world(), 'traverse', { edge: 'inn--cellar' })).toThrow('has no parameter "edge"')
})

describe('traverse', () => {
  it('a warrior up a brawn-4 climb: success from 4, only just at 3, failure below — 5/8, 1/8, 2/8', () => {
    const statuses = [1, 2, 3, 4, 5, 6, 7, 8].map((face) => (climb(alone(), ...(face === 3 ? [3, 11] : [face])).result as { status: string }).status)
    expect(statuses).toEqual(['failure', 'failure', 'partial_success', 'success', 'success', 'success', 'success', 'success'])
    expect(climb(alone(), 5).result).toEqual(fared('success', 0, 'none', 'brawn', 5, 4))
    expect(climb(alone(), 1).result).toEqual(fared('failure', 3, 'none', 'brawn', 1, 4))
  })
  it('a mage never arrives there', () => {
    const mage = (face: number) => climb(alone({ actors: { Wren: player('mage') } }), face).result
    expect([mage(1), mage(2)]).toEqual([fared('failure', 3, 'none', 'brawn', 1, 4), fared('failure', 2, 'none', 'brawn', 2, 4)])
  })
  it('success moves, marks the place and moves the clock by the duration; failure moves only the clock', () => {
    expect(climb(alone(), 4).stateDelta).toEqual({
      actors: { Wren: { location: 'cellar' } },
      clock: { minutes: 10 },
      places: { cellar: { tags: { visited: true } } }
    })
    expect(climb(alone(), 2).stateDelta).toEqual({ actors: { Wren: { stats: { hp: 10 } } }, clock: { minutes: 10 } })
  })
  it('only just: arrives with 1 damage and what the mishap adds; lost_item really takes a thing and leaves it behind', () => {
    expect(climb(alone(), 3, 4).result).toEqual(fared('partial_success', 2, 'bruised', 'brawn', 3, 4))
    const lost = climb(alone(), 3, 1)
    expect(lost.result).toEqual(fared('partial_success', 1, 'lost_item', 'brawn', 3, 4))
    expect(lost.stateDelta).toMatchObject({
      actors: { Wren: { location: 'cellar', inventory: { bread: null }, stats: { hp: 11 } } },
      places: { inn: { inventory: { bread: { item: 'bread' } } } }
    })
    const empty = climb(alone({ actors: { Wren: { inventory: { bread: null } } } }), 3, 1)
    expect(empty.result).toEqual(fared('partial_success', 1, 'none', 'brawn', 3, 4))
    expect(climb(alone(), 3, 7).stateDelta).toMatchObject({ actors: { Wren: { conditions: { dazed: { since: 0, until: 60 } } } } })
    expect(climb(alone(), 3, 12).stateDelta).toMatchObject({ clock: { minutes: 20 } })
    expect(climb(alone(), 3, 12).narrative).toContain('That makes it 20 minutes in all.')
    expect(climb(alone(), 3, 4).narrative).not.toContain('in all')
  })
  it('of all risks that match the weakest stat decides, and is shown; without any the best', () => {
    const judged = (...risks: string[]) => climb(alone({ journeys: { 'inn--cellar': { difficulty: 1, risks } } }), 1).result
    expect(judged('steep')).toMatchObject({ stat: 'brawn' })
    expect(judged('a steep and slippery stair')).toMatchObject({ stat: 'speed' })
    expect(judged('steep', 'slippery', 'the undead')).toMatchObject({ stat: 'faith' })
    expect(judged('Darkness')).toMatchObject({ stat: 'brains' })
    expect(judged('bad manners')).toMatchObject({ stat: 'brawn' })
    expect(game.offers(alone(), 'Wren', ['traverse'])[0]?.params[0]?.labels).toEqual({
      'inn--cellar': 'down to the Cellar (10 minutes; a rusty climb; by brawn)'
    })
  })
  it('conditions and things change the stat that is rolled', () => {
    const dice = scriptedDice(7)
    game.execute(alone({ actors: { Wren: { conditions: { strained: {} } } } }), 'Wren', 'traverse', { journey: 'inn--cellar' }, dice)
    expect(dice.rolled.map(({ expr, label, need }) => [expr, label, need])).toEqual([['d7', 'brawn', 4]])
  })
  it('classic: only the first risk that matches counts, and one short stays', () => {
    const judged = (face: number) => {
      const state = alone({ journeys: { 'inn--cellar': { difficulty: 4, risks: ['fog', 'steep', 'the undead'] } } })
      return classic.execute(state, 'Wren', 'traverse', { journey: 'inn--cellar' }, scriptedDice(face)).result
    }
    expect([judged(4), judged(3)]).toEqual([fared('success', 0, 'none', 'brawn', 4, 4), fared('failure', 1, 'none', 'brawn', 3, 4)])
  })
  it('a party rolls each for themselves and may be split; the clock moves once', () => {
    const answer = climb(world(), 6, 1)
    expect(answer.result).toEqual({
      status: 'partial_success',
      travellers: { Oswin: fared('failure', 3, 'none', 'brawn', 1, 4), Wren: fared('success', 0, 'none', 'brawn', 6, 4) }
    })
    expect(answer.stateDelta).toMatchObject({ actors: { Oswin: { stats: { hp: 3 } }, Wren: { location: 'cellar' } }, clock: { minutes: 10 } })
    expect((answer.stateDelta['actors'] as Record<string, unknown>)['Oswin']).not.toHaveProperty('location')
    expect(does(world(), 'DM', 'traverse', { journey: 'inn--cellar' }, 1, 2).result).toMatchObject({ status: 'failure' })
  })
  it('one may go alone', () => {
    expect(does(world(), 'Wren', 'traverse', { journey: 'inn--cellar', company: 'alone' }, 4).result).toEqual(
      fared('success', 0, 'none', 'brawn', 4, 4)
    )
  })
  it('the fallen and companions go with the first who arrives, and stay when nobody does', () => {
    const state = world({ actors: { Oswin: { stats: { hp: 0 }, conditions: { down: { until: 500 } } }, Mira: { tags: { companion: true } } } })
    expect(climb(state, 8).stateDelta).toMatchObject({ actors: { Mira: { location: 'cellar' }, Oswin: { location: 'cellar' } } })
    expect(climb(state, 1).stateDelta).toEqual({ actors: { Wren: { stats: { hp: 9 } } }, clock: { minutes: 10 } })
  })
  it('an easy way rolls nothing', () => {
    expect(climb(alone({ journeys: { 'inn--cellar': { difficulty: 0 } } })).result).toEqual(fared('success', 0, 'none', 'brawn', 0, 0))
  })
  it('an unknown way, or one that starts elsewhere, is refused without dice', () => {
    const go = (journey: string) => () => game.execute(world(), 'Wren', 'traverse', { journey }, scriptedDice())
    expect(go('nowhere')).toThrow('There is no journey called "nowhere".')
    expect(go('cellar--inn')).toThrow('That journey does not start here.')
    expect(go('cellar--cave')).toThrow('That journey does not start here.')
  })
  it("who comes to 0 is down and can't act; when nobody stands the hour goes by and they come round", () => {
    const state = world({ actors: { Wren: { stats: { hp: 2 } } } })
    const { after } = plays(state, 'Wren', 'traverse', { journey: 'inn--cellar' }, 1, 2)
    expect(after.actors['Wren']).toMatchObject({ stats: { hp: 0 }, conditions: { down: { until: 60 } }, location: 'inn' })
    expect(game.whyNot(after, 'Wren', 'traverse')).toBe("they can't act")
    const last = mergePatch(alone(), {
      actors: { Wren: { stats: { hp: 1 } }, Oswin: { stats: { hp: 0 }, conditions: { down: { since: 0, until: 60 } } } }
    })
    const over = plays(last, 'Wren', 'traverse', { journey: 'inn--cellar' }, 1).after
    expect(over.clock.minutes).toBe(70)
    expect([over.actors['Wren']?.stats['hp'], over.actors['Wren']?.conditions]).toEqual([1, {}])
  })
})

describe('interact', () => {
  const withMira = (action: string, more: Params = {}): Params => ({ npc: 'Mira', action, ...more })
  it('talk always works, and tells one thing at a time', () => {
    const first = plays(world(), 'Wren', 'interact', withMira('talk'))
    expect(first.results).toEqual([
      ['interact', undefined],
      ['talk', { status: 'success', npc: 'Mira', fact: 'mira-noise' }]
    ])
    const second = plays(first.after, 'Oswin', 'interact', withMira('talk'))
    expect(second.after.facts).toEqual({ 'mira-cold': true, 'mira-noise': true })
    expect(plays(second.after, 'Wren', 'interact', withMira('talk')).results[1]).toEqual(['talk', { status: 'success', npc: 'Mira', fact: 'none' }])
    const foe = world({ actors: { Mira: { attitude: 'hostile' } } })
    expect(plays(foe, 'Wren', 'interact', withMira('talk')).results[1]).toEqual(['talk', { status: 'success', npc: 'Mira', fact: 'none' }])
  })
  it('attack deals 1 to brawn; who has no hit points has 10; a foe who still stands strikes back for 1 to 3', () => {
    const { after, results } = plays(world(), 'Wren', 'interact', withMira('attack'), 8, 3)
    expect(results[1]).toEqual(['attack', { status: 'success', npc: 'Mira', damage: 8, back: 3, defeated: false }])
    expect([after.actors['Mira']?.stats['hp'], after.actors['Mira']?.attitude, after.actors['Wren']?.stats['hp']]).toEqual([2, 'hostile', 9])
  })
  it('who is beaten does not strike back, lies there with what they had, gives experience, and is a fact', () => {
    const state = world({ actors: { Mira: { stats: { hp: 3, xp: 4 }, inventory: { key: { item: 'iron-key' } } } } })
    const { after } = plays(state, 'Wren', 'interact', withMira('attack'), 5)
    expect(after.actors['Mira']).toMatchObject({ stats: { hp: 0 }, conditions: { beaten: {} }, inventory: {} })
    expect(after.places['inn']?.inventory).toEqual({ key: { item: 'iron-key' } })
    expect(after.facts['defeated:Mira']).toBe(true)
    expect(after.actors['Wren']).toMatchObject({ stats: { xp: 4, level: 2, brawn: 9, hp: 14 }, max: { hp: 14 } })
    expect(after.actors['Oswin']).toMatchObject({ stats: { xp: 4, level: 2, brains: 9, hp: 8 }, max: { hp: 8 } })
  })
  it('armour and a guard take points off, 3 at most; nobody falls below 0', () => {
    const armed = world({
      actors: { Mira: { inventory: { mail: { item: 'mail-shirt' }, shield: { item: 'shield' } }, conditions: { guarded: {} } } }
    })
    expect(plays(armed, 'Wren', 'interact', withMira('attack'), 8, 1).after.actors['Mira']?.stats['hp']).toBe(5)
    const weak = world({ actors: { Wren: { stats: { hp: 1 } } } })
    expect(plays(weak, 'Wren', 'interact', withMira('attack'), 1, 3).after.actors['Wren']?.stats['hp']).toBe(0)
  })
  it('help may warm somebody once an hour; giving what is wanted makes a friend', () => {
    const wary = world({ actors: { Mira: { attitude: 'wary', tags: { wants: 'bread' } } } })
    const helped = plays(wary, 'Wren', 'interact', withMira('help'), 3).after
    expect(helped.actors['Mira']?.attitude).toBe('neutral')
    const again = plays(helped, 'Wren', 'interact', withMira('help'))
    expect([again.results[0], again.after.actors['Mira']?.attitude]).toEqual([['interact', { status: 'failure', npc: 'Mira' }], 'neutral'])
    expect(plays(wary, 'Wren', 'interact', withMira('help'), 2).after.actors['Mira']?.attitude).toBe('wary')
    const state = plays(wary, 'Wren', 'interact', withMira('give', { item: 'bread' })).after
    expect([state.actors['Mira']?.attitude, state.facts['given:Mira'], state.actors['Wren']?.inventory]).toEqual(['friendly', true, {}])
    expect(() => plays(wary, 'Wren', 'interact', withMira('give'))).toThrow('Name the item to give in "item".')
  })
  it('somebody who is not here, or something one cannot do, is refused without dice', () => {
    expect(() => does(world(), 'Wren', 'interact', { npc: 'Ghoul', action: 'talk' })).toThrow('There is nobody called "Ghoul" here.')
    expect(() => does(world(), 'Wren', 'interact', withMira('marry'))).toThrow('"marry" is not something you can do with somebody')
  })
  it('the DM deals with people through one of the players', () => {
    const { after } = plays(world(), 'DM', 'interact', withMira('attack', { who: 'Oswin' }), 1, 1)
    expect(after.actors['Oswin']?.stats['hp']).toBe(5)
  })
})
