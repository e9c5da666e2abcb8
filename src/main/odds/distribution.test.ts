import { describe, expect, it } from 'vitest'
import { Problem } from '../../shared/base/problem'
import { totalsOf } from './distribution'
import { faceByFace } from './face-by-face.fixture'
import { numberOf, percentText, plus, ratio, ratioText, sum, times } from './ratio'

describe('O1 numbers', () => {
  it('ratios are reduced and exact', () => {
    expect([ratio(10, 16), ratio(-6, -4), ratio(3, -6), ratio(8, 4)].map(ratioText)).toEqual(['5/8', '3/2', '-1/2', '2'])
    expect(ratioText(plus(ratio(1, 6), ratio(1, 3)))).toBe('1/2')
    expect(ratioText(times(ratio(2, 3), ratio(9, 4)))).toBe('3/2')
    expect(ratioText(sum(Array.from({ length: 10 }, () => ratio(1, 10))))).toBe('1')
    expect(numberOf(ratio(5n * 10n ** 400n, 8n * 10n ** 400n))).toBe(0.625)
    expect(() => ratio(1, 0)).toThrow(RangeError)
  })
  it('a possible event never reads 0%, and one that can fail never reads 100%', () => {
    expect(
      [ratio(5, 8), ratio(1, 3), ratio(1, 2), ratio(0), ratio(1), ratio(1, 100_000), ratio(99_999, 100_000), ratio(1999, 2000)].map(percentText)
    ).toEqual(['62.5%', '33.3%', '50%', '0%', '100%', '<0.1%', '>99.9%', '>99.9%'])
  })
})

describe('O1 combinations for each total', () => {
  it.each(['d20', '3d6', '2d6+1', '4d6kh3', '5d4kh2-1', '3d4kh3', '2d3-d4+2', '7', 'd1', '6d2kh1'])('%s, as every face of every die says', (expr) => {
    const totals = totalsOf(expr)
    const plain = faceByFace((dice) => dice.roll(expr).total)
    const counted = [...(totals?.to ?? [])].map(([total, count]) => [String(total), ratioText(ratio(count, totals?.all ?? 0n))])
    expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(Object.entries(plain).map(([total, chance]) => [total, ratioText(chance)])))
  })
  it('combinations of many dice add up to all combinations', () => {
    for (const expr of ['100d6', '40d20', '20d10kh7', '30d6kh10+2d100']) {
      const totals = totalsOf(expr)
      expect([...(totals?.to.values() ?? [])].reduce((total, count) => total + count, 0n)).toBe(totals?.all)
    }
    expect(totalsOf('100d6')?.all).toBe(6n ** 100n)
  })
  it("too many totals aren't counted, and an invalid expression is refused", () => {
    expect(totalsOf('100d1000kh50')).toBeUndefined()
    expect(() => totalsOf('dragon')).toThrow(Problem)
  })
})
