import { describe, expect, it } from 'vitest'
import { type OddFinding, oddest } from './odd'

const finding = (session: number, kind: OddFinding['kind'], id: string, alike: number, beat = 1): OddFinding => ({
  session,
  kind,
  id,
  beat,
  alike,
  value: 0,
  median: 0
})

describe('the most unusual sessions', () => {
  it('are those whose findings are the most surprising, one of each kind', () => {
    // 4 bits; 3 bits, as the second place says little beside the first; 2 + 2.5 bits.
    const findings = [
      finding(1, 'fact', 'bell', 4),
      finding(2, 'place', 'well', 8),
      finding(2, 'place', 'shaft', 8),
      finding(3, 'dead', 'Wren', 16),
      finding(3, 'stuck', '', 64 / 2 ** 2.5)
    ]
    expect(oddest(findings, 64, 9).map(({ session }) => session)).toEqual([3, 1, 2])
    expect(oddest(findings, 64, 1)).toHaveLength(1)
  })

  it('count a finding half as much after each session that was shown for it', () => {
    // The same ending: 5, then 2.5, then 1.25 bits; the fact has 2 bits.
    const findings = [
      finding(1, 'ending', 'lost', 2),
      finding(2, 'ending', 'lost', 2),
      finding(5, 'ending', 'lost', 2),
      finding(9, 'fact', 'bell', 16)
    ]
    expect(oddest(findings, 64, 9).map(({ session }) => session)).toEqual([1, 2, 9, 5])
  })

  it('have their findings in the order in which they counted, which need not be that of the beats', () => {
    const [first, second] = oddest(
      [
        finding(1, 'ending', 'lost', 1, 90),
        finding(2, 'ending', 'lost', 1, 95),
        finding(2, 'fact', 'bell', 4, 70),
        finding(2, 'place', 'well', 4, 60)
      ],
      64,
      2
    )
    // Session 2 has 6 + 4 + 4 bits, session 1 then 3.
    expect(first).toMatchObject({ session: 2, findings: [{ beat: 95 }, { kind: 'place', beat: 60 }, { kind: 'fact', beat: 70 }] })
    expect(second).toMatchObject({ session: 1, findings: [{ beat: 90 }] })
  })

  it('are none without findings', () => {
    expect(oddest([], 1000, 10)).toEqual([])
  })
})
