import { expect, it } from 'vitest'
import type { PairVerdict, Preferred } from '../../../shared/analysis/run-verdicts'
import { calibrate } from './calibrate'
import type { RunMark } from './marks'

const RUNS = ['main', 'bold', "Ada's"]
const WORDS = { f: 'first', s: 'second', e: 'equal' } as const
const verdictOf = (letter: string): Preferred | undefined => WORDS[letter as keyof typeof WORDS]

const pair = (first: number, second: number, verdicts: Record<string, string>): PairVerdict => ({
  first,
  second,
  leftOut: { first: 0, second: 0, both: 0 },
  shared: 0,
  criteria: Object.entries(verdicts).map(([criterion, letter]) => {
    const verdict = verdictOf(letter)
    return { criterion, ...(verdict ? { verdict } : {}), counts: { first: 0, second: 0, equal: 0 }, kept: 0, inBothOrders: 0, votes: [] }
  })
})
const mark = (a: number, b: number, criterion: string, letter: string): RunMark => ({
  runs: [RUNS[a] ?? '', RUNS[b] ?? ''],
  criterion,
  better: verdictOf(letter) ?? 'equal'
})

/** Pairs with one criterion each, as the designer and the judges see them. */
function compared(designer: string, judges: string, swapped = false) {
  const names = designer.split('').map((_, i) => `c${i}`)
  const flip: Record<string, string> = { f: 's', s: 'f', e: 'e' }
  const verdicts = Object.fromEntries(names.map((name, i) => [name, judges[i] ?? '']))
  const marks = names.map((name, i) => (swapped ? mark(1, 0, name, flip[designer[i] ?? ''] ?? '') : mark(0, 1, name, designer[i] ?? '')))
  return calibrate([pair(0, 1, verdicts)], RUNS, marks)
}

it('is Cohen’s kappa: 20 + 15 of 50 the same, with half of the marks on each side, is 0.4', () => {
  const [designer, judges] = [`${'f'.repeat(25)}${'s'.repeat(25)}`, `${'f'.repeat(20)}${'s'.repeat(5)}${'f'.repeat(10)}${'s'.repeat(15)}`]
  const { n, agreed, kappa } = compared(designer, judges)
  expect([n, agreed]).toEqual([50, 35])
  expect(kappa).toBeCloseTo(0.4, 12)
})

it('knows three verdicts: with a quarter equal on both sides, three of four the same is 13/21', () => {
  // P_e = 1/16 + (9/16)/2 = 11/32; (3/4 − 11/32) / (1 − 11/32) = 13/21.
  expect(compared('ffse', 'fsse').kappa).toBeCloseTo(13 / 21, 12)
  expect(compared('ffse', 'ffse').kappa).toBe(1)
  expect(compared('fs', 'sf').kappa).toBe(-1)
  // All equal on both sides: there is no agreement beyond chance to measure.
  expect(compared('ee', 'ee')).toMatchObject({ n: 2, agreed: 2 })
  expect(compared('ee', 'ee').kappa).toBeUndefined()
})

it('doesn’t depend on which run of a pair a mark names first', () => {
  expect(compared('ffsefs', 'fsseff', true)).toEqual(compared('ffsefs', 'fsseff'))
})

it('counts by criterion, lists where they differ, and leaves out what only one of them says', () => {
  const pairs = [pair(0, 1, { Choices: 'f', Telling: 's' }), pair(0, 2, { Choices: 'e', Telling: '-' }), pair(1, 2, { Choices: 's', Telling: 's' })]
  const marks = [
    mark(0, 1, 'Choices', 'f'),
    mark(1, 0, 'Telling', 's'),
    mark(0, 2, 'Telling', 'f'),
    mark(2, 1, 'Choices', 'f'),
    { runs: ['main', 'gone'] as const, criterion: 'Choices', better: 'first' as const }
  ]
  expect(calibrate(pairs, RUNS, marks)).toMatchObject({
    marks: 5,
    about: 4,
    n: 3,
    agreed: 2,
    criteria: [
      { criterion: 'Choices', n: 2, agreed: 2, kappa: 1 },
      { criterion: 'Telling', n: 1, agreed: 0, kappa: -1 }
    ],
    disagreements: [{ first: 0, second: 1, criterion: 'Telling', mark: 'first', verdict: 'second' }]
  })
  expect(calibrate(pairs, RUNS, [])).toEqual({ marks: 0, about: 0, n: 0, agreed: 0, criteria: [], disagreements: [] })
})
