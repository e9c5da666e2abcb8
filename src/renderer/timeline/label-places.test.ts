import { expect, it } from 'vitest'
import { noBeats, withBeats } from '../store/beats'
import { branch, line } from '../store/tiny.fixture'
import { middleOf, rowsFor } from './geometry'
import { placedNames, sameStory, signsAt } from './label-places'

it('a name ends where the next branch of its lane begins', () => {
  const trunk = line('a', 0, 60)
  const first = line('b', 11, 12, 'a10')
  const heads = [branch('main', 'a60', true), branch('first', 'b12'), branch('bare', 'a14'), branch('last', 'a40')]
  const beats = withBeats(noBeats(), [...trunk, ...first], heads, false)
  expect(beats.tracks.filter(({ lane }) => lane === 1).map(({ branch: name }) => name)).toEqual(['first', 'bare', 'last'])
  const named = (perBeat: number): string[] =>
    placedNames(beats, { perBeat, left: 0 }, 2400, rowsFor(2, false), 0).flatMap(({ branch: name }) => (name === 'main' ? [] : [name]))
  expect(named(40)).toEqual(['first', 'bare', 'last'])
  expect(named(5)).toEqual(['bare', 'last'])
})

it('branches that end at one beat are the same story; a fetched copy is not named', () => {
  const heads = [branch('main', 'a9', true), branch('copy', 'a9'), branch('other', 'a8'), { ...branch('origin/main', 'a9'), fetched: true }]
  expect(['main', 'copy', 'other', 'gone'].map((name) => sameStory(heads, name))).toEqual([['copy'], ['main'], [], []])
})

it('a sign stands at the foot of the lane of its beat, one for beats close together, and only where its lane is in view', () => {
  const heads = [branch('main', 'a60', true), branch('first', 'b12')]
  const beats = withBeats(noBeats(), [...line('a', 0, 60), ...line('b', 11, 12, 'a10')], heads, false)
  const rows = rowsFor(2, false)
  const signs = ['b12', 'a12', 'a11', 'gone'].map((commit) => ({ commit }))
  const shown = signsAt(beats, signs, { perBeat: 5, left: 0 }, 2400, rows, 0)
  expect(shown.map(({ one }) => one.commit)).toEqual(['a11', 'b12'])
  for (const [i, { y }] of shown.entries()) {
    expect(y).toBeGreaterThan(middleOf(i, rows, 0))
    expect(y).toBeLessThan(middleOf(i, rows, 0) + rows.lane / 2)
  }
  expect(signsAt(beats, signs, { perBeat: 5, left: 0 }, 2400, rows, rows.lane).map(({ one }) => one.commit)).toEqual(['b12'])
})
