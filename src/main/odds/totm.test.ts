import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Game } from '../../shared/game'
import { mergePatch } from '../../shared/json'
import type { GameState } from '../../shared/state'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load'
import { attacksOn } from './attacks'
import { alone, mean, plainly, share } from './face-by-face.fixture'
import { journeyOf } from './journeys'
import { oddsOf } from './odds'
import { type Ratio, ratio, ratioText } from './ratio'
import { totmWorld } from './totm.fixture'

let graded: Game
let classic: Game
let world: GameState
beforeAll(async () => {
  const files = bundledFiles('totm')
  const manifest = files.get('manifest.yaml') ?? ''
  graded = await loadGame(files)
  classic = await loadGame(new Map([...files, ['manifest.yaml', manifest.replace('traverse: graded', 'traverse: classic')]]))
  world = totmWorld(graded)
})
afterAll(() => [graded, classic].forEach((game) => game.dispose()))

const CLASSES = ['Warrior', 'Mage', 'Cleric', 'Thief']
const hpOf = (state: GameState, id: string): number => state.actors[id]?.stats['hp'] ?? 10

describe('SPEC: fixed fractions', () => {
  test('both checks are there', () => expect([graded, classic].map(({ manifest }) => manifest.traverse)).toEqual(['graded', 'classic']))
  test('a warrior up a climb of 4', () => {
    expect(journeyOf(world, graded, 'Warrior', 'foot--top').counted).toMatchObject({
      success: { fraction: '5/8', percent: '62.5%' },
      partial: { fraction: '1/8', percent: '12.5%' },
      failure: { fraction: '1/4', percent: '25%' },
      impossible: false,
      stat: 'brawn'
    })
  })
  test('a mage cannot arrive there, a cleric only just', () => {
    expect(journeyOf(world, graded, 'Mage', 'foot--top').counted).toMatchObject({
      success: { fraction: '0', percent: '0%' },
      partial: { fraction: '0', percent: '0%' },
      failure: { fraction: '1', percent: '100%' },
      impossible: true,
      damage: { fraction: '5/2' },
      stat: 'brawn'
    })
    expect(journeyOf(world, graded, 'Cleric', 'foot--top').counted).toMatchObject({ success: { fraction: '1/4' }, impossible: false })
  })
  test('a way that leads back to where it began is a journey like any other: who fails on it has not gone it', () => {
    const climb = world.journeys['foot--top']
    if (!climb) throw new Error('the climb is there')
    const round = { ...world, journeys: { ...world.journeys, round: { ...climb, to: 'foot' } } }
    for (const actor of CLASSES) {
      const { counted: up } = journeyOf(round, graded, actor, 'foot--top')
      expect({ actor, ...journeyOf(round, graded, actor, 'round').counted }).toEqual({ actor, ...up })
    }
    expect(journeyOf(round, graded, 'Mage', 'round').counted).toMatchObject({ arrives: { fraction: '0' }, impossible: true })
    const [warrior] = oddsOf(round, graded, 'Warrior').actors
    expect(warrior?.journeys.find(({ journey }) => journey === 'round')?.counted?.arrives.fraction).toBe('3/4')
  })
  test('the classic check knows no near thing: what came through by one stays', () => {
    expect(journeyOf(world, classic, 'Warrior', 'foot--top').counted).toMatchObject({
      success: { fraction: '5/8' },
      partial: { fraction: '0' },
      failure: { fraction: '3/8' },
      impossible: false
    })
    // Brawn 3 reaches the difficulty of 4 but for one: graded it arrives at a price, classic never.
    const thief = [graded, classic].map((game) => journeyOf(world, game, 'Thief', 'foot--top').counted?.impossible)
    expect(thief).toEqual([false, true])
  })
})

describe('O6 journeys of totm, as every face says', () => {
  test.each(CLASSES)('%s, by both checks', (actor) => {
    for (const game of [graded, classic]) {
      for (const [id, { to }] of Object.entries(world.journeys)) {
        const start = alone(world, actor, id)
        const all = plainly(start, game, actor, 'traverse', { journey: id }, ({ state: after, done }): [unknown, number, number, boolean] => [
          done[0]?.result?.['status'],
          hpOf(start, actor) - hpOf(after, actor),
          after.clock.minutes - start.clock.minutes,
          after.actors[actor]?.location === to
        ])
        expect({ id, ...journeyOf(world, game, actor, id).counted }).toMatchObject({
          id,
          success: { fraction: share(all, ([status]) => status === 'success') },
          partial: { fraction: share(all, ([status]) => status === 'partial_success') },
          failure: { fraction: share(all, ([status]) => status === 'failure') },
          damage: { fraction: mean(all.map(([[, harm], chance]): [number, Ratio] => [harm, chance])) },
          minutes: { fraction: mean(all.map(([[, , minutes], chance]): [number, Ratio] => [minutes, chance])) },
          arrives: { fraction: share(all, ([, , , there]) => there) },
          impossible: all.every(([[, , , there]]) => !there)
        })
      }
    }
  })
  test('the weakest of the stats that the risks call for decides; in the classic check the first, so that their order counts', () => {
    const backwards = mergePatch(world, { journeys: { 'foot--crypt': { risks: ['slippery steps', 'the undead', 'darkness'] } } })
    const ways = [world, backwards].flatMap((state) => [graded, classic].map((game) => journeyOf(state, game, 'Mage', 'foot--crypt').counted))
    expect(ways.map((way) => [way?.stat, way?.success.fraction])).toEqual([
      ['faith', '1/3'],
      ['brains', '3/4'],
      ['faith', '1/3'],
      ['speed', '1/2']
    ])
  })
  test('what is rolled is a die of as many sides as the stat', () => {
    const decides = { Warrior: 2, Mage: 3, Cleric: 3, Thief: 2 }
    for (const [actor, sides] of Object.entries(decides)) {
      const { counted } = journeyOf(world, graded, actor, 'foot--crypt')
      expect([actor, counted?.success.fraction]).toEqual([actor, ratioText(ratio(Math.max(0, sides - 2), sides))])
    }
  })
  test('a way without a difficulty asks for nothing, so that no stat decides', () => {
    expect(journeyOf(world, graded, 'Mage', 'top--foot')).toMatchObject({
      runs: 1,
      counted: { success: { fraction: '1' }, minutes: { fraction: '10' } }
    })
    expect(journeyOf(world, graded, 'Mage', 'top--foot').counted).not.toHaveProperty('stat')
  })
})

describe('O5 attacks of totm, as every face says', () => {
  test.each([
    ['Warrior', 'Rat', {}],
    ['Mage', 'Rat', { actors: { Rat: { stats: { hp: 2 } } } }],
    ['Cleric', 'Knight', { actors: { Knight: { stats: { hp: 1 } } } }],
    ['Thief', 'Knight', {}],
    ['Knight', 'Mage', { actors: { Mage: { stats: { hp: 3 } } } }],
    ['Knight', 'Warrior', { actors: { Warrior: { stats: { hp: 2 }, conditions: { guarded: {} } } } }],
    ['Rat', 'Thief', { actors: { Thief: { stats: { hp: 1 } } } }]
  ])('%s on %s', (actor, target, patch) => {
    const state = mergePatch(world, patch)
    const there = Object.fromEntries(Object.keys(state.actors).map((id) => [id, { location: id === actor || id === target ? 'crypt' : 'top' }]))
    const fight = mergePatch(state, { actors: there, combat: { initiative: { [actor]: 2, [target]: 1 } }, next: { mode: 'combat', round: 1 } })
    const found = plainly(fight, graded, actor, 'attack', { target }, ({ state: after, done }): [number, boolean] => [
      Number(done[0]?.result?.['damage']),
      Object.keys(after.actors[target]?.conditions ?? {}).some((id) => graded.conditions[id]?.cannot_act)
    ])
    const amounts = found.map(([[amount], chance]): [number, Ratio] => [amount, chance])
    const [odds, ...more] = attacksOn(state, graded, actor, target)
    expect(more).toEqual([])
    expect(odds?.counted).toMatchObject({
      mean: { fraction: mean(amounts) },
      hurt: { fraction: share(amounts, (amount) => amount > 0) },
      down: { fraction: share(found, ([, down]) => down) }
    })
    expect(Object.fromEntries(odds?.counted?.damage.map(({ amount, chance }) => [amount, chance.fraction]) ?? [])).toEqual(
      Object.fromEntries(amounts.map(([amount]) => [amount, share(amounts, (one) => one === amount)]))
    )
  })
  test('a warrior fells a rat of four with five faces of eight', () => {
    expect(attacksOn(world, graded, 'Warrior', 'Rat')[0]?.counted).toMatchObject({ mean: { fraction: '9/2' }, down: { fraction: '5/8' } })
  })
})

test('O7 before the preparation is over there are no chances, and one sentence says why', () => {
  const early = mergePatch(world, { actors: { Mage: { tags: { class: null } } } })
  const why = 'not before the preparation is over: Mage has no class yet'
  expect(oddsOf(early, graded)).toMatchObject({ actors: Array.from({ length: 6 }, () => ({ attacks: [], noAttack: why, journeys: [] })), runs: 0 })
  expect(oddsOf(early, graded, 'Warrior').actors[0]).toMatchObject({ noJourney: why })
  expect(oddsOf(early, graded, 'Rat').actors[0]).not.toHaveProperty('noJourney')
})
