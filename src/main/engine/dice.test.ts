import { describe, expect, it } from 'vitest'
import { chanceStream, diceFrom, parseDice, seededDice } from './dice'

describe('dice', () => {
  it("D1 a face depends only on the seed, the beat and the die's position", () => {
    const faces = (seed: string, beat: number): number[] => {
      const dice = seededDice(seed, beat)
      return [...dice.roll('3d6').dice, ...dice.roll('2d20').dice]
    }
    expect(faces('7', 12)).toEqual(faces('7', 12))
    expect(faces('7', 12)).not.toEqual(faces('7', 13))
    expect(faces('7', 12)).not.toEqual(faces('8', 12))
    // Pinned: the faces must be the same on every machine and in every version, or saved campaigns would not replay.
    expect(faces('7', 12)).toMatchInlineSnapshot(`
      [
        6,
        5,
        5,
        12,
        13,
      ]
    `)
  })

  it('D2 faces are evenly distributed', () => {
    const counts = Array.from({ length: 6 }, () => 0)
    for (let beat = 0; beat < 20_000; beat++)
      for (const face of seededDice('spread', beat).roll('3d6').dice) counts[face - 1] = (counts[face - 1] ?? 0) + 1
    const expected = 10_000
    const chi2 = counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
    // 5 degrees of freedom: fair dice exceed 20.5 once in a thousand runs.
    expect(chi2).toBeLessThan(20.5)
  })

  it('D3 an expression is a sum of dice and constants, otherwise a Problem names it', () => {
    const always = (face: number) => diceFrom(() => face)
    expect(always(4).roll('2d6+1')).toEqual({ expr: '2d6+1', dice: [4, 4], total: 9 })
    expect(always(3).roll('d8-1+1d4')).toEqual({ expr: 'd8-1+1d4', dice: [3, 3], total: 5 })
    let face = 0
    expect(diceFrom(() => ++face).roll('4d6kh3').total).toBe(2 + 3 + 4)
    for (const bad of ['', 'd', '2d', 'six', '2d6+', '1000d6', '0d6', 'd0', '4d6kh5'])
      expect(() => parseDice(bad)).toThrow(`"${bad}" is not a dice expression`)
  })

  it('D4 a save succeeds at or below its number; on a d20, 1 always succeeds and 20 never does', () => {
    const save = (face: number, under: number) => diceFrom(() => face).roll('d20', { under }).outcome
    expect([save(10, 10), save(11, 10), save(1, 0), save(20, 20)]).toEqual(['success', 'failure', 'success', 'failure'])
    expect(diceFrom(() => 3).roll('2d6', { over: 6, label: 'reaction' })).toEqual({
      expr: '2d6',
      dice: [3, 3],
      total: 6,
      need: 6,
      label: 'reaction',
      outcome: 'success'
    })
  })

  it("an agent's random numbers are independent of the dice", () => {
    const draw = (stream: 'policy' | 'voice', who: string): number => chanceStream('7', stream, who, 3)()
    expect(draw('policy', 'Wren')).toBe(draw('policy', 'Wren'))
    expect(new Set([draw('policy', 'Wren'), draw('voice', 'Wren'), draw('policy', 'Oswin')]).size).toBe(3)
  })
})
