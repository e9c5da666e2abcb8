import { expect, it } from 'vitest'
import { noBeats, withBeats } from '../store/beats'
import { emptySearch, nextHit, withHits } from './search-hits'
import { branch, line } from '../store/tiny.fixture'

const beats = withBeats(noBeats(), [...line('a', 0, 20), ...line('b', 6, 9, 'a5')], [branch('main', 'a20', true), branch('what-if', 'b9')], false)
const hit = (id: string) => ({ id, words: `${id} says` })
const finding = withHits(emptySearch, { hits: [hit('a12'), hit('b7'), hit('a3'), hit('a12'), hit('nowhere')], next: 'log:9' }, beats)

it('sorts hits by time, each once, without beats on no branch', () => {
  expect(finding.hits.map(({ id }) => id)).toEqual(['a3', 'b7', 'a12'])
  expect([finding.waiting, finding.words.get('b7')]).toEqual([true, 'b7 says'])
  const more = withHits(finding, { hits: [hit('a12'), hit('a7')] }, beats)
  expect([more.hits.map(({ id }) => id), more.waiting]).toEqual([['a3', 'a7', 'b7', 'a12'], false])
})

it('the next hit follows the cursor and wraps around', () => {
  const from = (id: string, direction: 1 | -1, chosen?: string) =>
    nextHit({ ...finding, ...(chosen === undefined ? {} : { chosen }) }, beats, beats.byId.get(id), direction)?.id
  expect([from('a5', 1), from('a5', -1), from('a20', 1), from('a1', -1)]).toEqual(['b7', 'a3', 'a3', 'a12'])
  expect([from('b7', 1, 'b7'), from('b7', -1, 'b7'), from('a12', 1, 'a12')]).toEqual(['a12', 'a3', 'a3'])
  expect(nextHit(emptySearch, beats, beats.byId.get('a5'), 1)).toBeUndefined()
})
