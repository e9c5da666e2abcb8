import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import type { ActorOdds, AttackOdds, Odds } from '../../shared/analysis/odds'
import type { Dice } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { tinyGame } from '../engine/tiny-game.fixture'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { alone, faceByFace, mean, plainly, share } from './face-by-face.fixture'
import { counting, savesOf } from './odds'
import { between } from './outcomes'
import { plus, type Ratio, ratio, ratioText, sum, ZERO } from './ratio'
import { attacksOn, journeyOf, oddsOf, outcomes } from './at-once.fixture'
let cairn: Game
beforeAll(async () => {
  cairn = await loadGame(bundledFiles('cairn-hack'))
})
afterAll(() => cairn.dispose())

const attackOn = (state: GameState, game: Game, actor: string, target: string): AttackOdds | undefined => attacksOn(state, game, actor, target)[0]

describe('SPEC: fixed fractions', () => {
  const chance = (expr: string, need: { under?: number; over?: number }): string => {
    const counted = outcomes((dice) => dice.roll(expr, need).outcome === 'success')
    return counted.exact ? ratioText(sum(counted.leaves.filter(({ value }) => value).map(({ chance }) => chance))) : counted.why
  }
  const average = (amount: (dice: Dice) => number): string => {
    const counted = outcomes(amount)
    return counted.exact ? mean(counted.leaves.map(({ value, chance }) => [value, chance])) : counted.why
  }
  it('dice', () => {
    expect([chance('d20', { under: 10 }), chance('d20', { under: 0 }), chance('d20', { under: 25 }), chance('2d6', { over: 9 })]).toEqual([
      '1/2',
      '1/20',
      '19/20',
      '5/18'
    ])
    expect(average((dice) => dice.roll('4d6kh3').total)).toBe('15869/1296')
    expect(average((dice) => Math.max(0, dice.roll('d8').total - 2))).toBe('21/8')
  })
})

describe('O4 saves', () => {
  it('a save counts every value of a d20, with 1 and 20 as exceptions', () => {
    for (let value = 0; value <= 25; value++) {
      const state = mergePatch(tinyWorld(), { actors: { Wren: { stats: { STR: value } } } })
      const plain = faceByFace((dice) => dice.roll('d20', { under: value }).outcome)
      const save = savesOf(state, cairn, 'Wren').find(({ stat }) => stat === 'STR')
      expect([value, save?.chance.fraction]).toEqual([value, ratioText(plain['"success"'] ?? ZERO)])
    }
  })
  it('a save uses the current stat with all modifiers', () => {
    const game = {
      ...cairn,
      conditions: { ...cairn.conditions, frail: { ...tinyGame().conditions['down']!, cannot_act: false, stats: { STR: -3 } } }
    }
    const frail = mergePatch(tinyWorld(), { actors: { Wren: { conditions: { frail: { count: 2 } } } } })
    expect(oddsOf(frail, game, 'Wren').actors[0]?.saves[0]).toMatchObject({ stat: 'STR', value: 4, chance: { fraction: '1/5' } })
  })
})

describe('O5 attacks', () => {
  /** The two of them alone in the cellar, built by hand. */
  const cellar = (a: string, b: string, patch: Record<string, unknown> = {}): GameState => {
    const away = Object.fromEntries(Object.keys(tinyWorld().actors).map((id) => [id, { location: id === a || id === b ? 'cellar' : 'cave' }]))
    const fight = { actors: away, combat: { initiative: { [a]: 2, [b]: 1 } }, next: { mode: 'combat', round: 1 } }
    return mergePatch(mergePatch(tinyWorld(), patch), fight)
  }
  it.each([
    ['Ghoul', 'Oswin', {}],
    ['Ghoul', 'Wren', { actors: { Wren: { stats: { hp: 0, STR: 2 } }, Ghoul: { inventory: { claws: { item: 'cold-hands' } } } } }],
    ['Wren', 'Ghoul', { actors: { Ghoul: { stats: { STR: 2 } } } }],
    ['Oswin', 'Ghoul', { actors: { Ghoul: { stats: { hp: 0, STR: 3 } } } }]
  ])('%s on %s, as every face says', (actor, target, patch) => {
    const state = mergePatch(tinyWorld(), patch)
    const fight = cellar(actor, target, patch)
    const odds = attackOn(state, cairn, actor, target)
    const lost = (after: GameState): number =>
      ['hp', 'STR'].reduce((sum, stat) => sum + (fight.actors[target]?.stats[stat] ?? 0) - (after.actors[target]?.stats[stat] ?? 0), 0)
    const results = plainly(fight, cairn, actor, 'attack', { target }, ({ state: after, done }): [number, boolean] => [
      Number(done[0]?.result?.['damage'] ?? lost(after)),
      Object.keys(after.actors[target]?.conditions ?? {}).some((id) => cairn.conditions[id]?.cannot_act)
    ])
    const amounts = results.map(([[amount], chance]): [number, Ratio] => [amount, chance])
    expect(odds?.counted?.down.fraction).toBe(share(results, ([, down]) => down))
    expect(odds?.counted?.mean.fraction).toBe(mean(amounts))
    expect(odds?.counted?.hurt.fraction).toBe(share(amounts, (amount) => amount > 0))
    expect(Object.fromEntries(odds?.counted?.damage.map(({ amount, chance }) => [amount, chance.fraction]) ?? [])).toEqual(
      Object.fromEntries(amounts.map(([amount]) => [amount, share(amounts, (one) => one === amount)]))
    )
  })
  it('a d8 against armour 2 takes 21/8 points on average', () => {
    const bare = { hp: 20 }
    const state = mergePatch(tinyWorld(), {
      actors: {
        Ghoul: { inventory: { claws: { item: 'sword' } } },
        Oswin: { stats: bare, max: bare, inventory: { mail: { item: 'mail-shirt' } } }
      }
    })
    expect(cairn.equipment['sword']?.damage).toBe('d8')
    expect(cairn.equipment['mail-shirt']?.armor).toBe(2)
    expect(attackOn(state, cairn, 'Ghoul', 'Oswin')?.counted).toMatchObject({ mean: { fraction: '21/8', value: 2.625 }, hurt: { fraction: '3/4' } })
  })
  it('each weapon is counted separately', () => {
    const armed = mergePatch(tinyWorld(), { actors: { Wren: { inventory: { sword: { item: 'sword' } } } } })
    const attacks = attacksOn(armed, cairn, 'Wren', 'Ghoul')
    const named = attacks.map(({ params, with: what = '' }) => `${String(params['weapon'])}: ${what.replace(/ \(.*/, '')}`)
    expect(named.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['dagger: dagger', 'sword: sword'])
  })
  it("an actor without an attack has the rules' reason", () => {
    const bare = mergePatch(tinyWorld(), { actors: { Wren: { inventory: { dagger: null } } } })
    expect(oddsOf(bare, cairn, 'Wren').actors[0]).toMatchObject({ attacks: [], noAttack: 'they have no weapon' })
  })
})

describe('O6 journeys', () => {
  it.each(['inn--cellar', 'cellar--cave', 'cellar--inn'])('the odds of %s equal those of every face', (id) => {
    const state = tinyWorld()
    const to = state.journeys[id]?.to
    const start = alone(state, 'Wren', id)
    const results = plainly(start, cairn, 'Wren', 'travel', { journey: id }, ({ state: after }) => ({
      harm: ['hp', 'STR'].reduce((sum, stat) => sum + (start.actors['Wren']?.stats[stat] ?? 0) - (after.actors['Wren']?.stats[stat] ?? 0), 0),
      arrived: after.actors['Wren']?.location === to,
      minutes: after.clock.minutes - start.clock.minutes
    }))
    const odds = journeyOf(state, cairn, 'Wren', id)
    expect(odds.counted).toMatchObject({
      success: { fraction: share(results, ({ harm, arrived }) => arrived && harm === 0) },
      partial: { fraction: share(results, ({ harm, arrived }) => arrived && harm > 0) },
      failure: { fraction: share(results, ({ arrived }) => !arrived) },
      damage: { fraction: mean(results.map(([{ harm }, chance]) => [harm, chance])) },
      minutes: { fraction: mean(results.map(([{ minutes }, chance]) => [minutes, chance])) },
      impossible: false
    })
    expect(odds.requires).toBe(state.journeys[id]?.requires)
  })
  it('without a status of the rule, the outcome is arrived, arrived worse off, or stayed', () => {
    const lucky = (dice: Dice): number => dice.roll('d6').total
    const game = tinyGame(
      {
        go: {
          params: () => [{ name: 'way', type: 'enum', description: 'w', required: true, enum: ['inn--cellar'] }],
          execute: (_state, actor, _params, dice) => {
            const face = lucky(dice)
            const worse =
              face === 1 ? { stats: { hp: 1 } } : face === 2 ? { conditions: { down: {} } } : face === 3 ? { inventory: { dagger: null } } : {}
            return { stateDelta: { actors: { [actor]: { ...worse, ...(face === 6 ? {} : { location: 'cellar' }) } } }, narrative: 'Goes.' }
          }
        }
      },
      { odds: { travel: 'go' }, stats: { hp: { label: 'hp', has_max: true } } }
    )
    expect(journeyOf(tinyWorld(), game, 'Wren', 'inn--cellar')).toMatchObject({
      counted: { success: { fraction: '1/3' }, partial: { fraction: '1/2' }, failure: { fraction: '1/6' }, damage: { fraction: '1/3' } }
    })
  })
})

describe('O3, O7', () => {
  it('a refused or failing call has a reason instead of odds', () => {
    const game = tinyGame(
      {
        go: {
          params: () => [{ name: 'way', type: 'enum', description: 'w', required: true, enum: ['inn--cellar', 'cellar--inn'] }],
          execute: (_state, _actor, { way }, dice) => {
            if (way === 'inn--cellar') return { stateDelta: { next: {} }, narrative: 'Goes.' }
            return { stateDelta: { facts: { rolled: dice.roll('100d1000kh50').total } }, narrative: 'Goes.' }
          }
        }
      },
      { odds: { travel: 'go' } }
    )
    expect(journeyOf(tinyWorld(), game, 'Wren', 'inn--cellar')).toMatchObject({
      why: expect.stringContaining("can't write") as string,
      problem: { code: 'rule-failed' }
    })
    expect(journeyOf(tinyWorld(), game, 'Wren', 'cellar--inn')).toMatchObject({ why: expect.stringMatching(/^Not exact: /) as string })
    expect(journeyOf(tinyWorld(), game, 'Wren', 'cellar--cave')).toMatchObject({ why: "this journey isn't offered", runs: 0 })
    expect(journeyOf(tinyWorld(), game, 'Wren', 'cellar--inn')).not.toHaveProperty('counted')
  })
  it('odds are a pure function of the state and the game', async () => {
    const state = tinyWorld()
    const before = JSON.stringify(state)
    const first = oddsOf(state, cairn)
    expect(JSON.stringify(state)).toBe(before)
    expect(await between(counting(state, cairn), setImmediate)).toEqual(first)
    expect(first.actors.map(({ actor }) => actor)).toEqual(['Oswin', 'Wren', 'Ghoul', 'Mira'])
    expect(oddsOf(state, cairn, 'Ghoul').actors).toEqual(first.actors.filter(({ actor }) => actor === 'Ghoul'))
    await expect(between(counting(state, cairn, 'Wren'), setImmediate, { aborted: true })).rejects.toThrow('Start it again')
    expect(() => oddsOf(state, cairn, 'Nobody')).toThrow('There is nobody called "Nobody"')
  })
  it('attacks of actors who threaten no player are counted only when they are requested alone', () => {
    const state = mergePatch(tinyWorld(), { actors: { Ghoul: { attitude: 'wary' } } })
    const ghoul = (all: Odds): ActorOdds | undefined => all.actors.find(({ actor }) => actor === 'Ghoul')
    expect(ghoul(oddsOf(state, cairn))).toMatchObject({ attacks: [], unasked: true })
    expect(ghoul(oddsOf(state, cairn))).not.toHaveProperty('noAttack')
    expect(ghoul(oddsOf(state, cairn, 'Ghoul'))?.attacks.length).toBeGreaterThan(1)
    for (const near of [{ attitude: 'hostile' }, { location: state.actors['Wren']?.location }])
      expect(ghoul(oddsOf(mergePatch(state, { actors: { Ghoul: near } }), cairn))?.attacks.length).toBeGreaterThan(1)
  })
  it('the chances of every list add up to 1', () => {
    const total = (fractions: string[]): string =>
      ratioText(fractions.map((text) => text.split('/').map(Number)).reduce((all, [over = 0, under = 1]) => plus(all, ratio(over, under)), ZERO))
    const lists = oddsOf(tinyWorld(), cairn).actors.flatMap(({ attacks, journeys }) => [
      ...attacks.flatMap(({ counted }) => (counted ? [counted.damage.map(({ chance }) => chance.fraction)] : [])),
      ...journeys.flatMap(({ counted }) => (counted ? [[counted.success, counted.partial, counted.failure].map(({ fraction }) => fraction)] : []))
    ])
    expect(lists.length).toBeGreaterThan(8)
    expect(lists.map(total)).toEqual(lists.map(() => '1'))
  })
})
