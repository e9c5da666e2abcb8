import { describe, expect, it } from 'vitest'
import type { Preferred, RunVote } from '../../../shared/analysis/run-verdicts'
import { type PairVotes, tally, type Tally } from './tally'

const vote = (judge: number, shownFirst: RunVote['shownFirst'], verdict: Preferred): RunVote => ({
  judge,
  model: 'm',
  shownFirst,
  verdict,
  reason: 'So.',
  evidence: [],
  unknown: []
})

const VERDICTS = { f: 'first', s: 'second', e: 'equal' } as const
/** The votes on one criterion: those of the three judges with the first run first, then those with the second run first. "-" is no vote. */
const votes = (letters: string): RunVote[] =>
  letters
    .replace(' ', '')
    .split('')
    .flatMap((letter, i) => (letter === '-' ? [] : [vote((i % 3) + 1, i < 3 ? 'first' : 'second', VERDICTS[letter as keyof typeof VERDICTS])]))
const pair = (first: number, second: number, ...criteria: string[]): PairVotes => ({
  first,
  second,
  leftOut: { first: 0, second: 0, both: 0 },
  shared: 0,
  votes: criteria.map((letters, i) => ({ criterion: `c${i + 1}`, votes: votes(letters) }))
})

describe('a criterion goes to the run with the most votes', () => {
  it.each([
    ['fff fff', 'first', 3, 3],
    ['fff sss', 'equal', 0, 3],
    ['ffe ffs', 'first', 2, 3],
    ['ees eff', 'equal', 1, 3],
    ['ffe ess', 'equal', 0, 3],
    ['f-- ---', 'first', 0, 0],
    ['--- ---', undefined, 0, 0]
  ])('%s: %s, kept by %d of %d judges', (letters, verdict, kept, inBothOrders) => {
    expect(tally(2, [pair(0, 1, letters)]).pairs[0]?.criteria[0]).toMatchObject({ ...(verdict ? { verdict } : {}), kept, inBothOrders })
    expect(tally(2, [pair(0, 1, letters)]).pairs[0]?.verdict).toBe(verdict)
  })
})

it('ranks runs by the pairs that they win, a tie is half a point, and equal points share a place', () => {
  const { ranking } = tally(4, [
    pair(0, 1, 'fff fff', 'sss sss', 'fff fff'),
    pair(0, 2, 'eee eee'),
    pair(0, 3, '--- ---'),
    pair(1, 2, 'sss sss'),
    pair(1, 3, 'sss sss'),
    pair(2, 3, 'eee eee')
  ])
  expect(ranking).toEqual([
    { run: 2, wins: 1, ties: 2, losses: 0, place: 1 },
    { run: 0, wins: 1, ties: 1, losses: 0, place: 2 },
    { run: 3, wins: 1, ties: 1, losses: 0, place: 2 },
    { run: 1, wins: 0, ties: 0, losses: 3, place: 4 }
  ])
})

describe('agreement', () => {
  it("is the share of agreeing judges, and Fleiss' kappa over the positions that they preferred", () => {
    // By position: AAA, AAB, BBB and AB-equal. P = (1 + 1/3 + 1 + 0) / 4. A 6, B 5, equal 1 of 12: P_e = (36 + 25 + 1) / 144.
    const { agreement } = tally(2, [pair(0, 1, 'fff ssf', 'sss sfe')])
    const [share, byChance] = [7 / 12, 62 / 144]
    expect(agreement.questions).toBe(4)
    expect(agreement.share).toBeCloseTo(share)
    expect(agreement.kappa).toBeCloseTo((share - byChance) / (1 - byChance))
  })
  it('has no kappa if all verdicts are the same, and counts only questions that all judges answered', () => {
    expect(tally(2, [pair(0, 1, 'eee eee', 'ff- ---')]).agreement).toEqual({ questions: 2, share: 1 })
    expect(tally(2, [pair(0, 1, 'ff- ---')]).agreement).toEqual({ questions: 0 })
  })
})

it('counts verdicts that stay the same when the order changes, and those that follow the position', () => {
  // Judge 1 keeps, judge 2 prefers whichever comes first, judge 3 whichever comes second.
  expect(tally(2, [pair(0, 1, 'ffs fsf')]).order).toEqual({ kept: 1, of: 3, first: 1, second: 1 })
  expect(tally(2, [pair(0, 1, 'ffe fes')]).order).toEqual({ kept: 1, of: 3, first: 0, second: 0 })
})

it('exchanging the runs of a pair exchanges them in the result, for any votes', () => {
  const swap = { first: 'second', second: 'first', equal: 'equal' } as const
  const swapped = ({ first, second, votes: all, ...rest }: PairVotes): PairVotes => ({
    ...rest,
    first: second,
    second: first,
    votes: all.map(({ criterion, votes: some }) => ({
      criterion,
      votes: some.map((one) => ({ ...one, shownFirst: swap[one.shownFirst], verdict: swap[one.verdict] }))
    }))
  })
  const mirrored = ({ pairs, ...rest }: Tally): object => ({
    ...rest,
    pairs: pairs.map(({ first, second, verdict, criteria }) => ({
      first: second,
      second: first,
      verdict: verdict && swap[verdict],
      criteria: criteria.map((one) => ({
        ...one,
        ...(one.verdict ? { verdict: swap[one.verdict] } : {}),
        counts: { first: one.counts.second, second: one.counts.first, equal: one.counts.equal },
        votes: one.votes.map((each) => ({ ...each, shownFirst: swap[each.shownFirst], verdict: swap[each.verdict] }))
      }))
    }))
  })
  let seed = 7
  const next = (): number => (seed = (seed * 16807) % 2147483647)
  const letters = (): string => Array.from({ length: 6 }, () => 'fffsse-'[next() % 7]).join('')
  for (let n = 0; n < 200; n++) {
    const pairs = [pair(0, 1, letters(), letters()), pair(0, 2, letters(), letters()), pair(1, 2, letters(), letters())]
    const one = tally(3, pairs)
    // Any of the pairs may be named the other way round.
    expect(mirrored(tally(3, pairs.map(swapped)))).toEqual({
      ...one,
      pairs: one.pairs.map(({ first, second, verdict, criteria }) => ({ first, second, verdict, criteria }))
    })
    const mixed = tally(3, [swapped(pairs[0] as PairVotes), ...pairs.slice(1)])
    expect([mixed.ranking, mixed.order, mixed.agreement]).toEqual([one.ranking, one.order, one.agreement])
  }
})
