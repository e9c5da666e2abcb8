import { describe, expect, it } from 'vitest'
import { isNarrow, looksOf, meanOf, momentsOf, normalQuantile, pairedMeans, pairedShares, shareOf, survival } from './statistics'

describe('statistics of the lab', () => {
  it('the normal quantile equals the tables', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963985, 8)
    expect(normalQuantile(0.5)).toBeCloseTo(0, 12)
    expect(normalQuantile(0.001)).toBeCloseTo(-3.090232306, 7)
  })

  // Newcombe, Statistics in Medicine 17, 1998, 857, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718]
  ])('%i of %i has the interval of the literature', (count, of, low, high) => {
    const share = shareOf(count, of)
    expect(share).toMatchObject({ count, of, share: count / of })
    expect(share.low).toBeCloseTo(low, 4)
    expect(share.high).toBeCloseTo(high, 4)
  })

  it('a share of nothing says nothing, and one of all ends at 1', () => {
    expect(shareOf(0, 0)).toEqual({ count: 0, of: 0, share: 0, low: 0, high: 1 })
    expect(shareOf(20, 20).high).toBe(1)
    expect(shareOf(20, 20).low).toBeCloseTo(1 - shareOf(0, 20).high, 12)
  })

  // The hours of sleep gained by ten patients with one drug and the other (Student 1908; R’s data set `sleep`).
  const SLEEP = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4]

  it('a mean of differences in pairs has Student’s interval', () => {
    const { value, low, high, verdict } = pairedMeans(SLEEP)
    expect(value).toBeCloseTo(1.58, 12)
    expect(low).toBeCloseTo(0.7001142, 6)
    expect(high).toBeCloseTo(2.4598858, 6)
    expect(verdict).toBe('more')
    expect(pairedMeans(SLEEP.map((one) => -one)).verdict).toBe('less')
    expect(pairedMeans([3, -3, 2, -2.5]).verdict).toBe('none')
    expect(pairedMeans([4]).verdict).toBe('none')
  })

  it.each([
    [2, 12.7062],
    [3, 4.3027],
    [8, 2.3646],
    [31, 2.0423],
    [121, 1.9799],
    [1001, 1.9623]
  ])('the interval of a mean of %i values has the factor of Student’s table', (count, factor) => {
    expect(meanOf({ count, mean: 0, deviation: Math.sqrt(count) }).high).toBeCloseTo(factor, 3)
  })

  it('one value has a mean without a width', () => {
    expect(meanOf(momentsOf([7]))).toEqual({ value: 7, low: 7, high: 7 })
    expect(meanOf(momentsOf([]))).toEqual({ value: 0, low: 0, high: 0 })
  })

  // Airway reactivity before and after a transplant (Bentur et al. 2009); the interval is in Fagerland, Lydersen & Laake 2014.
  it('a difference of shares in pairs has Newcombe’s interval', () => {
    const { value, low, high, verdict } = pairedShares({ both: 1, first: 1, second: 7, neither: 12 })
    expect(value).toBeCloseTo(6 / 21, 12)
    expect(low).toBeCloseTo(0.026, 3)
    expect(high).toBeCloseTo(0.507, 3)
    expect(verdict).toBe('more')
  })

  it('pairs that agree show no difference, however many they are', () => {
    const same = pairedShares({ both: 600, first: 0, second: 0, neither: 400 })
    expect(same).toMatchObject({ value: 0, verdict: 'none' })
    expect(same.high - same.low).toBeLessThan(0.01)
    expect(pairedShares({ both: 0, first: 0, second: 0, neither: 0 }).verdict).toBe('none')
    expect(pairedShares({ both: 30, first: 20, second: 5, neither: 45 }).verdict).toBe('less')
  })

  it('a comparison looks at doubling numbers of pairs, and the looks share the 5%', () => {
    expect(looksOf(400)).toEqual({ pairs: [50, 100, 200, 400], confidence: 1 - 0.05 / 4 })
    expect(looksOf(99)).toEqual({ pairs: [99], confidence: 0.95 })
    expect(isNarrow({ value: 0, low: -0.05, high: 0.04 }, 0.1)).toBe(true)
    expect(isNarrow({ value: 0, low: -0.06, high: 0.05 }, 0.1)).toBe(false)
  })

  it('of two equal sides, stopping at the first look that sees a difference is wrong in less than 5 of 100 comparisons', () => {
    // A small generator with a fixed seed (mulberry32), so that the answer is always the same.
    let seed = 44
    const random = (): number => {
      seed = (seed + 0x6d2b79f5) | 0
      let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
    }
    const { pairs, confidence } = looksOf(800)
    const wrong = (at: number): number => {
      let wrongs = 0
      for (let comparison = 0; comparison < 600; comparison++) {
        const counts = { both: 0, first: 0, second: 0, neither: 0 }
        let seen = false
        for (let pair = 1; pair <= 800; pair++) {
          const [a, b] = [random() < 0.4, random() < 0.4]
          counts[a ? (b ? 'both' : 'first') : b ? 'second' : 'neither']++
          if (pairs.includes(pair)) seen ||= pairedShares(counts, at).verdict !== 'none'
        }
        if (seen) wrongs++
      }
      return wrongs / 600
    }
    expect(wrong(confidence)).toBeLessThan(0.05)
    expect(wrong(0.95)).toBeGreaterThan(0.08)
  })

  // Weeks until relapse with 6-mercaptopurine (Freireich et al. 1963): S and its standard error are in every textbook.
  it('survival of patients who left early equals the textbook', () => {
    const curve = survival([
      { atRisk: 21, lost: 3 },
      { atRisk: 17, lost: 1 },
      { atRisk: 15, lost: 1 },
      { atRisk: 12, lost: 1 },
      { atRisk: 11, lost: 1 },
      { atRisk: 7, lost: 1 },
      { atRisk: 6, lost: 1 }
    ])
    expect(curve.map(({ value }) => Number(value.toFixed(3)))).toEqual([0.857, 0.807, 0.753, 0.69, 0.627, 0.538, 0.448])
    // Rothman’s interval at week 23: 0.4482 with Greenwood’s standard error 0.1346 is worth 13.65 patients.
    const last = shareOf(0.44817927 * 13.652, 13.652)
    expect(curve[6]!.low).toBeCloseTo(last.low, 3)
    expect(curve[6]!.high).toBeCloseTo(last.high, 3)
  })

  it('survival without a cut-off is the share of those who live, with Wilson’s interval', () => {
    const curve = survival([
      { atRisk: 20, lost: 0 },
      { atRisk: 20, lost: 5 },
      { atRisk: 15, lost: 15 },
      { atRisk: 0, lost: 0 }
    ])
    expect(curve[0]).toEqual({ value: 1, low: shareOf(20, 20).low, high: 1 })
    expect(curve[1]!.low).toBeCloseTo(shareOf(15, 20).low, 12)
    expect(curve[2]).toMatchObject({ value: 0, low: 0 })
    expect(curve[3]).toMatchObject({ value: 0, low: 0 })
  })
})
