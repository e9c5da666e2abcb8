import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import type { Dice } from '../../shared/story/play'
import { loadGame } from '../rules/load-game'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { faceByFace } from './face-by-face.fixture'
import { type Outcomes } from './outcomes'
import { plus, type Ratio, ratioText, ZERO } from './ratio'
import { outcomes } from './at-once.fixture'

/** The chance of each result, in words. */
function chances<T>(counted: Outcomes<T>): Record<string, string> {
  if (!counted.exact) throw new Error(counted.why)
  const byValue: Record<string, Ratio> = {}
  for (const { value, chance } of counted.leaves) byValue[JSON.stringify(value)] = plus(byValue[JSON.stringify(value)] ?? ZERO, chance)
  return texts(byValue)
}
const texts = (fractions: Record<string, Ratio>): Record<string, string> =>
  Object.fromEntries(
    Object.keys(fractions)
      .toSorted()
      .map((key) => [key, ratioText(fractions[key] ?? ZERO)])
  )

describe('O2 outcomes of host code', () => {
  const runs: [string, (dice: Dice) => unknown, number][] = [
    ['a save has two branches', (dice) => dice.roll('d20', { under: 10 }).outcome, 2],
    ['1 saves always and 20 never', (dice) => [dice.roll('d20', { under: 0 }).outcome, dice.roll('1d20', { under: 30 }).outcome], 4],
    ['a roll that nobody looks at has one', (dice) => (dice.roll('4d6'), 'done'), 1],
    ['a total that is read is told apart', (dice) => dice.roll('4d6kh3-1').total, 16],
    ['so are faces', (dice) => dice.roll('2d4+1').dice.toSorted((a, b) => a - b), 16],
    ['a total read only after a failure', (dice) => (dice.roll('2d6', { over: 9 }).outcome === 'success' ? 'hit' : dice.roll('d4').total), 5],
    ['a first roll read again at the end', (dice) => late(dice), 6 * 2],
    ['copies read everything', (dice) => ({ ...dice.roll('d6', { under: 2 }) }), 6],
    ['descriptors too', (dice) => Object.getOwnPropertyDescriptor(dice.roll('d6', { under: 2 }), 'total')?.value as unknown, 6],
    ['constants and minus', (dice) => dice.roll('3d4-2d3+5').total, 14]
  ]
  /** Reads its first roll only after the second, and only if the second failed. */
  function late(dice: Dice): unknown {
    const first = dice.roll('d6', { over: 3 })
    return dice.roll('d8', { under: 5 }).outcome === 'failure' ? first.total : first.outcome
  }
  it.each(runs)('%s', (_name, run, leaves) => {
    const counted = outcomes(run)
    expect(chances(counted)).toEqual(texts(faceByFace(run)))
    expect(counted.exact && counted.leaves.length).toBe(leaves)
  })

  it('O3 counting stops at the limit of runs', () => {
    expect(outcomes((dice) => [dice.roll('d20').total, dice.roll('d20').total], 399)).toMatchObject({
      exact: false,
      why: 'the dice can fall in more than 399 ways'
    })
    expect(outcomes((dice) => [dice.roll('d20').total, dice.roll('d20').total], 500)).toMatchObject({ exact: true })
    expect(outcomes((dice) => dice.roll('100d1000').dice)).toMatchObject({ exact: false, runs: 1 })
    expect(outcomes((dice) => dice.roll('100d1000kh50').total)).toMatchObject({ exact: false, runs: 1 })
  })

  it('an error of the run is thrown once its rolls are split as finely as it read them', () => {
    const picky = (dice: Dice): string => {
      if (dice.roll('d6', { under: 3 }).dice.length !== 1) throw new Error('no die')
      return 'fine'
    }
    expect(chances(outcomes(picky))).toEqual({ '"fine"': '1' })
    const unlucky = (dice: Dice): void => {
      if (dice.roll('d6').total === 6) throw new Error('a six')
    }
    expect(() => outcomes(unlucky)).toThrow('a six')
  })
})

describe('O2 outcomes of rules in the sandbox', () => {
  const rule = (name: string, body: string): [string, string] => [
    `actions/${name}.ts`,
    `export default { name: '${name}', description: 'd', params: [], available: () => true, execute(state, actor) { ${body} } }`
  ]
  const answer = (expr: string): string => `return { stateDelta: {}, narrative: 'n', result: { is: ${expr} } }`
  const bodies: Record<string, [string, number]> = {
    save: [answer("roll('d20', { under: 7 }).outcome"), 2],
    total: [answer("Math.max(0, roll('d8').total - 2)"), 8],
    faces: [answer("roll('2d4').dice.filter((face) => face === 4).length"), 16],
    spread: [answer("({ ...roll('d6', { under: 3 }) }).total"), 6],
    json: [answer("JSON.stringify(roll('d4', { over: 2 }))"), 4],
    whole: [answer("roll('2d2')"), 4],
    destructured: [answer("(({ outcome, ...rest }) => [outcome, rest.total])(roll('d6', { over: 2 }))"), 6],
    described: [answer("Object.getOwnPropertyDescriptors(roll('d6', { over: 2 })).total.value"), 6],
    inherited: [answer("Object.create(roll('d6', { over: 2 })).total"), 6],
    reflected: [answer("Reflect.get(roll('d6', { over: 2 }), 'total')"), 6],
    row: [answer("table('omen').text"), 3],
    rowTotal: [answer("table('omen').total"), 6],
    told: [answer("table('omen').text === 'a bell' ? table('omen').total : roll('3d6').outcome ?? 'none'"), 8],
    late: [`const first = roll('d6'); const second = roll('d4', { under: 2 }); ${answer("second.outcome === 'success' ? first.total : 0")}`, 12],
    ranged: [answer("roll('d6', { ranges: [[1, 6]] }).total"), 6]
  }
  let game: Game
  beforeAll(async () => {
    game = await loadGame(
      new Map([
        ['manifest.yaml', `game: Tiny\nversion: "1"\nentry_actions: [${Object.keys(bodies).join(', ')}]\n`],
        ['tables/omen.yaml', 'name: Omens\ndice: d6\nrows:\n  1-2: a crow\n  3: { text: a bell, minutes: 3 }\n  4-6: nothing\n'],
        ...Object.entries(bodies).map(([name, [body]]) => rule(name, body))
      ])
    )
  })
  afterAll(() => game.dispose())

  it.each(Object.entries(bodies))('%s', (name, [, leaves]) => {
    const run = (dice: Dice) => game.execute(tinyWorld(), 'Wren', name, {}, dice).result
    const counted = outcomes(run)
    expect(chances(counted)).toEqual(texts(faceByFace(run)))
    expect(counted.exact && counted.leaves.length).toBe(leaves)
  })
})
