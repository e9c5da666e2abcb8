import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import { attempting } from './attempts'
import { alone, mean, plainly, share } from './face-by-face.fixture'
import { type Ratio, ratio, ratioText } from './ratio'
import { totmWorld } from './totm.fixture'
import { attacksOn, journeyOf, reachOf, oddsOf } from './at-once.fixture'
import { finished } from './outcomes'

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
  it('totm has the graded and the classic check', () =>
    expect([graded, classic].map(({ manifest }) => manifest.traverse)).toEqual(['graded', 'classic']))
  it('a warrior climbs a difficulty of 4', () => {
    expect(journeyOf(world, graded, 'Warrior', 'foot--top').counted).toMatchObject({
      success: { fraction: '5/8', percent: '62.5%' },
      partial: { fraction: '1/8', percent: '12.5%' },
      failure: { fraction: '1/4', percent: '25%' },
      impossible: false,
      stat: 'brawn'
    })
  })
  it("a mage can't arrive there, and a cleric has a small chance", () => {
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
  it("a journey that returns to its start isn't completed after a failure", () => {
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
  it('the classic check has no partial success', () => {
    expect(journeyOf(world, classic, 'Warrior', 'foot--top').counted).toMatchObject({
      success: { fraction: '5/8' },
      partial: { fraction: '0' },
      failure: { fraction: '3/8' },
      impossible: false
    })
    // Brawn 3 falls one short of difficulty 4: graded it arrives at a price, classic never.
    const thief = [graded, classic].map((game) => journeyOf(world, game, 'Thief', 'foot--top').counted?.impossible)
    expect(thief).toEqual([false, true])
  })
})

describe('O6 journeys of totm equal those of every face', () => {
  it.each(CLASSES)('%s, by both checks', (actor) => {
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
          arrives: { fraction: share(all, ([, , , arrived]) => arrived) },
          impossible: all.every(([[, , , arrived]]) => !arrived)
        })
      }
    }
  })
  it('the weakest stat of the risks decides; in the classic check, the first', () => {
    const backwards = mergePatch(world, { journeys: { 'foot--crypt': { risks: ['slippery steps', 'the undead', 'darkness'] } } })
    const counts = [world, backwards].flatMap((state) => [graded, classic].map((game) => journeyOf(state, game, 'Mage', 'foot--crypt').counted))
    expect(counts.map((way) => [way?.stat, way?.success.fraction])).toEqual([
      ['faith', '1/3'],
      ['brains', '3/4'],
      ['faith', '1/3'],
      ['speed', '1/2']
    ])
  })
  it('the die has as many sides as the stat', () => {
    const decides = { Warrior: 2, Mage: 3, Cleric: 3, Thief: 2 }
    for (const [actor, sides] of Object.entries(decides)) {
      const { counted } = journeyOf(world, graded, actor, 'foot--crypt')
      expect([actor, counted?.success.fraction]).toEqual([actor, ratioText(ratio(Math.max(0, sides - 2), sides))])
    }
  })
  it('a journey without a difficulty has no deciding stat', () => {
    expect(journeyOf(world, graded, 'Mage', 'top--foot')).toMatchObject({
      runs: 1,
      counted: { success: { fraction: '1' }, minutes: { fraction: '10' } }
    })
    expect(journeyOf(world, graded, 'Mage', 'top--foot').counted).not.toHaveProperty('stat')
  })
})

describe('O5 attacks of totm equal those of every face', () => {
  it.each([
    ['Warrior', 'Rat', {}],
    ['Mage', 'Rat', { actors: { Rat: { stats: { hp: 2 } } } }],
    ['Cleric', 'Knight', { actors: { Knight: { stats: { hp: 1 } } } }],
    ['Thief', 'Knight', {}],
    ['Knight', 'Mage', { actors: { Mage: { stats: { hp: 3 } } } }],
    ['Knight', 'Warrior', { actors: { Warrior: { stats: { hp: 2 }, conditions: { guarded: {} } } } }],
    ['Rat', 'Thief', { actors: { Thief: { stats: { hp: 1 } } } }]
  ])('%s on %s', (actor, target, patch) => {
    const state = mergePatch(world, patch)
    const inCrypt = Object.fromEntries(Object.keys(state.actors).map((id) => [id, { location: id === actor || id === target ? 'crypt' : 'top' }]))
    const fight = mergePatch(state, { actors: inCrypt, combat: { initiative: { [actor]: 2, [target]: 1 } }, next: { mode: 'combat', round: 1 } })
    const results = plainly(fight, graded, actor, 'attack', { target }, ({ state: after, done }): [number, boolean] => [
      Number(done[0]?.result?.['damage']),
      Object.keys(after.actors[target]?.conditions ?? {}).some((id) => graded.conditions[id]?.cannot_act)
    ])
    const amounts = results.map(([[amount], chance]): [number, Ratio] => [amount, chance])
    const [odds, ...more] = attacksOn(state, graded, actor, target)
    expect(more).toEqual([])
    expect(odds?.counted).toMatchObject({
      mean: { fraction: mean(amounts) },
      hurt: { fraction: share(amounts, (amount) => amount > 0) },
      down: { fraction: share(results, ([, down]) => down) }
    })
    expect(Object.fromEntries(odds?.counted?.damage.map(({ amount, chance }) => [amount, chance.fraction]) ?? [])).toEqual(
      Object.fromEntries(amounts.map(([amount]) => [amount, share(amounts, (one) => one === amount)]))
    )
  })
  it('a warrior fells a rat with 4 hit points on five of eight faces', () => {
    expect(attacksOn(world, graded, 'Warrior', 'Rat')[0]?.counted).toMatchObject({ mean: { fraction: '9/2' }, down: { fraction: '5/8' } })
  })
})

describe('O12 before everybody has a role, the odds are those of each role', () => {
  const early = (): GameState => {
    const bare = { tags: { class: null }, stats: { brawn: null, brains: null, faith: null, speed: null, hp: null }, max: { hp: null } }
    return mergePatch(world, { actors: { Warrior: bare, Mage: bare, Cleric: bare, Thief: bare } })
  }
  it('the odds of a role equal those after the choice, once for all who wait in one place', () => {
    const state = early()
    const odds = oddsOf(state, graded)
    expect(odds.preparing).toMatchObject({ kind: 'class', waiting: ['Cleric', 'Mage', 'Thief', 'Warrior'] })
    expect(odds.preparing?.roles).toContainEqual({ id: 'mage', name: 'a mage' })
    expect(odds.actors.map(({ actor, name }) => [actor, name])).toEqual([
      ['warrior', 'a warrior'],
      ['mage', 'a mage'],
      ['cleric', 'a cleric'],
      ['thief', 'a thief'],
      ['Knight', 'the Knight'],
      ['Rat', 'the Rat']
    ])
    const mage = odds.actors.find(({ actor }) => actor === 'mage')
    expect(mage?.journeys).toEqual(oddsOf(world, graded, 'Mage').actors[0]?.journeys)
    expect(odds.actors[4]?.attacks.map(({ name }) => name)).toEqual(['a warrior', 'a mage', 'a cleric', 'a thief'])
    expect(oddsOf(state, graded, 'mage').actors).toMatchObject([{ actor: 'mage', name: 'a mage' }])
    expect(oddsOf(state, graded, 'Thief').actors.map(({ name }) => name)).toEqual([
      'Thief as a warrior',
      'Thief as a mage',
      'Thief as a cleric',
      'Thief as a thief'
    ])
    expect(() => oddsOf(state, graded, 'bard')).toThrow('There is nobody called "bard" here. Choose one of: Cleric, Knight, Mage')
  })
  it('a finding about an impossible journey names the role', () => {
    const { actors, findings, preparing } = reachOf(early(), graded)
    expect(actors.map(({ actor, name, rested }) => [actor, name, rested])).toEqual([
      ['warrior', 'a warrior', 12],
      ['mage', 'a mage', 6],
      ['cleric', 'a cleric', 8],
      ['thief', 'a thief', 7]
    ])
    expect(preparing?.kind).toBe('class')
    expect(findings.map(({ sentence }) => sentence)).toContain('A mage can never get through from The Foot to The Top: too little Brawn.')
  })
  it('once nobody waits for a role, the odds are those of the actors', () => {
    expect(oddsOf(world, graded)).not.toHaveProperty('preparing')
    expect(() => oddsOf(world, graded, 'mage')).toThrow('There is nobody called "mage" here.')
  })
})

describe('O13 a journey with a supposed difficulty', () => {
  const climb = (): string => Object.keys(world.journeys).find((id) => world.journeys[id]?.difficulty === 4) ?? ''
  it('every party member has the roll and the chances of that difficulty', () => {
    const { [climb()]: journey } = world.journeys
    const harder = mergePatch(world, { journeys: { [climb()]: { ...journey, difficulty: 5 } } })
    const classes = finished(attempting(world, graded, climb(), 5))
    expect(classes.map(({ name }) => name)).toEqual(expect.arrayContaining(CLASSES))
    for (const { key, counted, roll } of classes) {
      const { counted: counts } = journeyOf(harder, graded, key, climb())
      expect(counted).toEqual({ success: counts?.success, partial: counts?.partial, failure: counts?.failure })
      expect([roll?.need, roll?.under]).toEqual([5, false])
    }
    expect(classes.find(({ name }) => name === 'Warrior')?.roll).toEqual({ label: 'brawn', expr: 'd8', need: 5, under: false })
  })
  it('an easy journey has no roll, and a missing journey is a Problem', () => {
    const [first] = finished(attempting(world, graded, climb(), 0))
    expect([first?.roll, first?.counted?.success.value]).toEqual([undefined, 1])
    expect(() => finished(attempting(world, graded, 'nowhere', 1))).toThrow('There is no journey "nowhere"')
  })
})
