import { describe, expect, it, vi } from 'vitest'
import type { Visits } from '../../../shared/analysis/visits'
import { worldOf } from '../../../shared/map/made.fixture'
import { noMarks } from '../marks'
import { heatMarks } from './heat-marks'
import { Latest } from './latest'
import { boundsOf, heatOf } from './levels'

const visitsOf = (...beats: number[]): Visits => ({
  beats: beats.reduce((sum, one) => sum + one, 0),
  places: Object.fromEntries(beats.map((one, k) => [`p${k}`, { entered: 1, beats: one }]))
})

describe('levels', () => {
  it.each([
    [[], []],
    [[0], []],
    [[1, 1], [1]],
    [
      [1, 2, 3],
      [1, 2, 3]
    ],
    [[4], [1, 2, 3, 4]],
    [
      [41, 3],
      [5, 11, 21, 41]
    ],
    [
      [400, 313, 1571],
      [468, 701, 1049, 1571]
    ],
    [[10_000], [10, 100, 1000, 10_000]]
  ])('splits stays of %j beats at %j', (beats, bounds) => {
    expect(boundsOf(visitsOf(...beats))).toEqual(bounds)
  })
  it('every stay has a level, longer stays a higher one', () => {
    for (const most of [1, 2, 5, 41, 977]) {
      const bounds = boundsOf(visitsOf(most))
      const heats = Array.from({ length: most + 1 }, (_, beats) => heatOf(beats, bounds))
      expect([heats[0], heats.at(-1)]).toEqual([1, bounds.length])
      expect(heats.toSorted((a, b) => a - b)).toEqual(heats)
      expect(new Set(heats.slice(1)).size).toBe(bounds.length)
    }
  })
})

it('marks places with visits and stays, and folded regions with the beats of their places', () => {
  const { places } = worldOf(['a:home', 'b:home', 'c:moor', 'd:moor'], [])
  const visits: Visits = {
    beats: 1240,
    places: { a: { entered: 1, beats: 1 }, b: { entered: 12, beats: 1200 }, c: { entered: 2, beats: 39 }, gone: { entered: 1, beats: 0 } }
  }
  const odds = {
    journeys: new Map([['j', { label: '½', tone: 'fair' as const }]]),
    places: new Map([['c', { label: 'ever 50%', tone: 'fair' as const }]])
  }
  const { places: marks, journeys } = heatMarks(visits, places, odds)
  expect([...marks].map(([id, { label, heat }]) => [id, label, heat])).toEqual([
    ['a', '1 visit · 1 beat', 1],
    ['b', '12 visits · 1,200 beats', 4],
    ['c', '2 visits · 39 beats', 3],
    ['gone', '1 visit · 0 beats', 1],
    ['~home', '1,201 beats', 4],
    ['~moor', '39 beats', 3]
  ])
  expect(marks.get('c')?.title).toBe('The party came here 2 times and stayed for 39 beats.\never 50%')
  expect(journeys).toBe(odds.journeys)
  expect(heatMarks({ beats: 0, places: {} }, places, noMarks).places.size).toBe(0)
  // Places without visits keep their odds.
  expect(heatMarks({ beats: 0, places: {} }, places, odds).places).toEqual(odds.places)
})

/** Queries that the test answers. */
function asked(): { latest: Latest<string, string>; open: Map<string, (answer: string | Error) => void>; signals: AbortSignal[]; answers: string[] } {
  const open = new Map<string, (answer: string | Error) => void>()
  const [answers, signals]: [string[], AbortSignal[]] = [[], []]
  const latest = new Latest<string, string>({
    ask: (wish, signal) => {
      signals.push(signal)
      return new Promise((done, fail) => open.set(wish, (answer) => (typeof answer === 'string' ? done(answer) : fail(answer))))
    },
    hear: (wish, answer) => answers.push(`${wish}: ${answer}`),
    fail: (wish, error) => answers.push(`${wish}! ${String(error)}`),
    rest: () => Promise.resolve()
  })
  return { latest, open, signals, answers }
}

describe('one query at a time', () => {
  it('sends only the last of several wishes and delivers every answer', async () => {
    const { latest, open, answers } = asked()
    for (const wish of ['a', 'b', 'c']) latest.want(wish)
    expect([...open.keys()]).toEqual(['a'])
    open.get('a')?.('1')
    await vi.waitFor(() => expect([...open.keys()]).toEqual(['a', 'c']))
    open.get('c')?.(new Error('no'))
    await vi.waitFor(() => expect(answers).toEqual(['a: 1', 'c! Error: no']))
    latest.want('d')
    expect(open.has('d')).toBe(true)
  })
  it('cancels a withdrawn wish and drops its answer', async () => {
    const { latest, open, signals, answers } = asked()
    latest.want('a')
    latest.want(undefined)
    expect(signals[0]?.aborted).toBe(true)
    latest.want('b')
    open.get('a')?.('late')
    open.get('b')?.('2')
    await vi.waitFor(() => expect(answers).toEqual(['b: 2']))
    expect([...open.keys()]).toEqual(['a', 'b'])
  })
})
