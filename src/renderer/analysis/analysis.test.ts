import { describe, expect, it } from 'vitest'
import type { ComparedGroup } from '../../shared/analysis/compare'
import type { Watched } from '../../shared/analysis/analysis'
import { noBeats, withBeats } from '../store/beats'
import { beat, branch } from '../store/tiny.fixture'
import { MAX_WATCHES, watchedIn, withWatch, type WatchedExpressions } from './watched'
import { filtered } from './filter-groups'
import { inChronologicalOrder, candidatesOf, beatsWithoutSubject } from './compare-candidates'
import { continued, reachOf, runAt, stepsOf, valueAt } from './spark'

const runs = (values: Watched['values'], from = values.map((_, i) => i * 10), to = values.length * 10 - 1): Watched => ({
  from,
  values,
  to,
  end: 'e'
})
const view = { perBeat: 2, left: 0, pad: 20, width: 220 }

describe('a watched value', () => {
  const hp = runs([4, 2, null, 6])
  it('knows a watched value at every beat of its line and nowhere else', () => {
    expect([-1, 0, 9, 10, 25, 39, 40].map((n) => valueAt(hp, n))).toEqual([undefined, 4, 4, 2, null, 6, undefined])
    expect([runAt(hp, 0), runAt(hp, 19), runAt(hp, 1000)]).toEqual([0, 1, 3])
    expect([reachOf(hp), reachOf(runs([true, 'a']))]).toEqual([{ low: 2, high: 6 }, undefined])
  })
  it('draws a watched value on the axis of the timeline', () => {
    expect(stepsOf(hp, view).map(({ x, to, value }) => [x, to, value])).toEqual([
      [20, 40, 4],
      [40, 60, 2],
      [60, 80, null],
      [80, 100, 6]
    ])
    expect(stepsOf(hp, { ...view, left: 15, pad: 0, width: 20 }).map(({ x, to, value }) => [x, to, value])).toEqual([
      [0, 10, 2],
      [10, 20, null]
    ])
  })
  it('keeps the minimum and maximum of runs in one pixel', () => {
    const dense = runs(
      Array.from({ length: 1000 }, (_, i) => (i % 50 === 7 ? 9 : i % 2)),
      Array.from({ length: 1000 }, (_, i) => i),
      999
    )
    const steps = stepsOf(dense, { perBeat: 0.1, left: 0, pad: 0, width: 200 })
    expect(steps).toHaveLength(100)
    expect(Math.max(...steps.map((one) => one.high))).toBe(9)
    expect(steps.every((one) => one.low === 0)).toBe(true)
  })
  it('appends new runs and merges one with the same value', () => {
    const more: Watched = { from: [40, 45], values: [6, 3], to: 50, end: 'f' }
    expect(continued(hp, more)).toEqual({ from: [0, 10, 20, 30, 45], values: [4, 2, null, 6, 3], to: 50, end: 'f' })
    expect(continued(hp, { from: [], values: [], to: 39, end: 'e' })).toEqual(hp)
  })
  it('watches six values per campaign; the oldest is dropped', () => {
    let watched: WatchedExpressions = {}
    for (let i = 0; i < 8; i++) watched = withWatch(watched, '/a', `beat > ${i}`, true)
    watched = withWatch(watched, '/b', 'fight', true)
    expect(watchedIn(watched, '/a')).toEqual([2, 3, 4, 5, 6, 7].map((n) => `beat > ${n}`))
    expect(watchedIn(watched, '/a')).toHaveLength(MAX_WATCHES)
    expect(withWatch(watched, '/b', 'fight', false)).not.toHaveProperty('/b')
    expect(watchedIn(watched, undefined)).toEqual([])
  })
})

describe('candidates for a comparison', () => {
  const all = [beat('a', 0), beat('b', 1, 'a'), beat('c', 2, 'b'), beat('x', 2, 'b'), beat('y', 3, 'x')]
  const branches = [branch('main', 'c', true), branch('other', 'y')]
  const beats = withBeats(noBeats(), all, branches, false)
  const line = all.slice(0, 3)
  const choice = { beats, line, head: 'c', branch: 'main', pins: [] as string[], subjects: new Map([['b', 'b is told']]) }
  const labels = (commit: string, query = '', pins: string[] = []): string[] =>
    candidatesOf({ ...choice, commit, pins }, query).map(({ group, label }) => `${group}| ${label}`)

  it('offers the head, the previous beat, other branches and branch points, never the beat itself', () => {
    expect(labels('c')).toEqual(['Before| Previous beat, 1: b happens', 'Branch| other, at beat 3'])
    expect(labels('a')).toEqual(['Now| main, newest beat', 'Branch| other, at beat 3', 'Branch point| Start of other, beat 1'])
  })
  it('finds beats of the line by words', () => {
    expect(labels('c', 'happens')).toEqual(['Before| Previous beat, 1: b happens', 'Beat| Beat 0: a happens'])
    expect(labels('c', 'other')).toEqual(['Branch| other, at beat 3', 'Branch point| Start of other, beat 1'])
  })
  it('lists flags after the head and finds a beat by its number', () => {
    expect(labels('a', '', ['x', 'gone'])).toEqual([
      'Now| main, newest beat',
      'Flag| Beat 2: x happens',
      'Branch| other, at beat 3',
      'Branch point| Start of other, beat 1'
    ])
    const long = beats.tracks[0]?.beats.slice() ?? []
    const numbers = candidatesOf({ ...choice, line: [...long, beat('z', 10, 'c'), beat('q', 101, 'z')], commit: 'b' }, '10')
    expect(numbers.map(({ commit }) => commit)).toEqual(['z', 'q'])
  })
  it('requests unknown subjects near the beat and of listed beats', () => {
    const bare = beat('bare', 3, 'c')
    const withoutSubject = { ...bare, subject: undefined } as unknown as typeof bare
    const more = withBeats(noBeats(), [...all, withoutSubject], [branch('main', 'bare', true)], false)
    const whole = { ...choice, beats: more, line: [...all.slice(0, 3), more.byId.get('bare') ?? bare], commit: 'a' }
    expect(beatsWithoutSubject(whole)).toEqual(['bare'])
    expect(candidatesOf({ ...whole, commit: 'a', subjects: new Map([['bare', 'A secret']]) }, 'secret').map(({ label }) => label)).toEqual([
      'Beat 3: A secret'
    ])
  })
  it('lists the hits of a search once, also on other lines', () => {
    const hits = new Map([
      ['y', 'the rope gives'],
      ['b', 'the rope holds'],
      ['gone', 'a rope of a branch that is not shown']
    ])
    expect(candidatesOf({ ...choice, commit: 'c', hits }, 'rope').map(({ commit }) => commit)).toEqual(['b', 'y'])
    expect(candidatesOf({ ...choice, commit: 'c', hits }, '')).toEqual(candidatesOf({ ...choice, commit: 'c' }, ''))
  })
  it('puts the earlier beat of one line first', () => {
    expect(inChronologicalOrder(beats, line, 'c', 'a')).toEqual(['a', 'c'])
    expect(inChronologicalOrder(beats, line, 'a', 'c')).toEqual(['a', 'c'])
    expect(inChronologicalOrder(beats, line, 'c', 'y')).toEqual(['c', 'y'])
  })
})

it('filters differences by every word of a query', () => {
  const line = (words: string): ComparedGroup['lines'][number] => ({ id: words, words, files: [] })
  const groups: ComparedGroup[] = [
    { kind: 'where', total: 2, lines: [line('Wren: The Rim → The Well'), line('Tobit: The Rim → The Well')] },
    { kind: 'facts', total: 1, lines: [line('door: false → true')] }
  ]
  expect(filtered(groups, 'rim WREN').map(({ kind, lines }) => [kind, lines.map(({ words }) => words)])).toEqual([
    ['where', ['Wren: The Rim → The Well']]
  ])
  expect(filtered(groups, '  ')).toBe(groups)
})
