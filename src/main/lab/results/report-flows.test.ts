import { describe, expect, it } from 'vitest'
import type { Flow } from '../../../shared/lab/report'
import { flowOf } from './report-flows'

/** Counts of the second step after the first ones, which `more` sessions each took. */
const fan = (places: number, more: (i: number) => number = (i) => 10 * (places - i)) =>
  Array.from({ length: places }, (_, i) => [
    { n: 1, id: `p${i}`, next: '', sessions: more(i) },
    { n: 2, id: '', next: null, sessions: more(i) }
  ]).flat()
const flow = (places: number): Flow => flowOf('scenes', fan(places), 5 * places * (places + 1), (id) => id.toUpperCase())

describe('a flow', () => {
  it('has a step for each of a few places, the most visited first', () => {
    expect(flow(6).steps.map(({ label, share }) => [label, share.count])).toEqual([
      ['P0', 60],
      ['P1', 50],
      ['P2', 40],
      ['P3', 30],
      ['P4', 20],
      ['P5', 10],
      ['End', 210]
    ])
  })

  it('folds the rare of many into one, whose mark is that it is none of the others', () => {
    const { steps, links } = flow(9)
    expect(steps.map(({ label }) => label)).toEqual(['P0', 'P1', 'P2', 'P3', 'P4', '4 others', 'End'])
    expect(steps[5]).toMatchObject({
      kind: 'others',
      share: { count: 100 },
      mark: { kind: 'step', of: 'scenes', n: 1, at: { ids: ['p0', 'p1', 'p2', 'p3', 'p4', ''], isNot: true } }
    })
    expect(links.map(({ label, share }) => [label, share.count])).toContainEqual(['4 others → End', 100])
  })

  it('ends with the column in which fewer than one in fifty sessions go on', () => {
    const counts = [
      { n: 1, id: 'a', next: 'b', sessions: 1000 },
      { n: 2, id: 'b', next: '', sessions: 985 },
      { n: 2, id: 'b', next: 'c', sessions: 15 },
      { n: 3, id: '', next: null, sessions: 985 },
      { n: 3, id: 'c', next: 'd', sessions: 15 },
      { n: 4, id: 'd', next: '', sessions: 15 }
    ]
    expect(flowOf('events', counts, 1000, (id) => id).steps.map(({ column, label }) => `${column} ${label}`)).toEqual(['1 a', '2 b', '3 c', '3 End'])
  })

  it('of no session has no step', () => {
    expect(flowOf('events', [], 0, (id) => id)).toEqual({ of: 'events', steps: [], links: [] })
  })
})
