import { expect, it } from 'vitest'
import type { LabComparison } from './comparison'
import { LabPlan } from './plan'
import { meanOf, momentsOf, pairedMeans, pairedShares, shareOf } from './statistics'
import { comparisonWords, differenceWords, solutionWords } from './comparison-words'

const run = (id: string, name: string): LabComparison['a'] => ({
  id,
  name,
  begun: 0,
  commit: 'abcdef01'.repeat(5),
  subject: 'Begin',
  plan: LabPlan.parse({}),
  status: 'done',
  done: 100,
  pinned: false,
  remarks: []
})
const share = (id: string, counts: Parameters<typeof pairedShares>[0]): LabComparison['shares'][number] => ({
  kind: 'fact',
  label: id,
  a: shareOf(counts.both + counts.first, 100),
  b: shareOf(counts.both + counts.second, 100),
  difference: pairedShares(counts),
  mark: { kind: 'outcome', of: 'fact', id }
})
const same = share('door', { both: 50, first: 0, second: 0, neither: 50 })
const more = share("Ada's lamp 🪔", { both: 20, first: 5, second: 45, neither: 30 })
const beats = {
  of: 'beats',
  label: 'Beats',
  a: meanOf(momentsOf([10, 12])),
  b: meanOf(momentsOf([20, 22])),
  difference: pairedMeans([10, 10.5, 9.5])
}
const compared: LabComparison = {
  a: run('a-1', ''),
  b: run('b-2', 'Bold'),
  pairs: 100,
  same: 30,
  confidence: 0.95,
  shares: [more, same],
  means: [beats],
  first: []
}

it('a comparison lists what differs, counts what does not, and says where a pair goes apart', () => {
  const first = [{ seed: '7', a: { session: 6, beat: 3, words: 'Ada: pass' }, b: { session: 6, beat: 3, words: 'Ada: talk, at the משה inn' } }]
  expect(comparisonWords({ ...compared, first })).toBe(`A: a-1 at abcdef01
B: b-2 (Bold) at abcdef01
100 pairs of sessions with the same seed; 30 played alike. Intervals at 95%.

Fact: Ada's lamp 🪔: 25% → 65%, +40.0 points (+27.6 to +50.5)
Beats: 11 → 21, +10 (+8.8 to +11.2)
No difference seen in 1 other measure. By chance alone, about 1 of all 3 would seem to differ.

Where pairs differ first:
  seed 7, beat 3
    A, session 6: Ada: pass
    B, session 6: Ada: talk, at the משה inn`)
})

it('a comparison without a difference says so, and one with many lists fifteen', () => {
  expect(comparisonWords({ ...compared, shares: [same], means: [] })).toContain('\nNo difference seen in 1 measure.')
  const lines = comparisonWords({ ...compared, shares: Array.from({ length: 18 }, () => more) }).split('\n')
  expect(lines.filter((line) => line.startsWith('Fact: '))).toHaveLength(15)
  expect(lines).toContain('… and 4 more')
})

it('a difference near 0 keeps its sign and a digit, and less than two pairs have no interval', () => {
  expect(differenceWords({ ...beats, difference: { value: -0.21, low: -0.4, high: -0.04, verdict: 'less' } })).toBe('−0.21 (−0.4 to −0.04)')
  expect(differenceWords({ ...beats, difference: { value: -0.001, low: -0.3, high: 0.3, verdict: 'none' } })).toBe('0 (−0.3 to +0.3)')
  expect(differenceWords({ ...beats, difference: pairedMeans([3]) })).toBe('+3 (too few pairs for an interval)')
})

it('a search shows its curve, and says whether the share was reached and what is written', () => {
  const points = [
    { value: 1, share: shareOf(10, 20) },
    { value: 2, share: shareOf(0, 20) }
  ]
  const solution = { now: 2, best: points[0]!, isReached: true, points, sessions: 40 }
  expect(solutionWords(solution, 0.6, true).split('\n')).toEqual([
    `       1  ${'█'.repeat(15)}${'·'.repeat(15)}  50%  (29.9% to 70.1%)`,
    `       2  ${'·'.repeat(30)}  0%  (0% to 16.1%)`,
    '',
    'With 1, 50% of sessions reach the goal (95% interval 29.9% to 70.1%).',
    'It is 2 now; 40 sessions were played. It is 1 from now on.'
  ])
  const odds = { count: 0, of: 0, share: 0.61, low: 0.61, high: 0.61 }
  const exact = { now: 2, best: { value: 3, share: odds }, isReached: true, points: [{ value: 3, share: odds }], sessions: 0 }
  expect(solutionWords(exact, 0.6, false).split('\n').slice(1)).toEqual(['', 'With 3, the chance is 61% (exact odds).', 'It is 2 now.'])
  expect(solutionWords({ ...solution, isReached: false }, 0.9, false)).toContain('No value gives 90%. The nearest is 1, with 50% (')
  const flat = points.map(({ value }) => ({ value, share: odds }))
  expect(solutionWords({ ...exact, isReached: false, points: flat, best: flat[0]! }, 0.9, false)).toContain(
    'The number makes no difference: every value that was tried gives 61% (exact odds).'
  )
})
