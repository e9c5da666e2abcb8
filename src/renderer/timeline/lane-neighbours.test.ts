import { expect, it } from 'vitest'
import { noBeats, withBeats } from '../store/beats'
import { branch, line } from '../store/tiny.fixture'
import { neighbourLanes } from './lane-neighbours'

const trunk = line('a', 0, 40)
const early = line('b', 3, 9, 'a2')
const late = line('c', 21, 35, 'a20')
const other = line('d', 25, 30, 'a24')
const heads = [branch('main', 'a40', true), branch('early', 'b9'), branch('late', 'c35'), branch('other', 'd30')]
const beats = withBeats(noBeats(), [...trunk, ...early, ...late, ...other], heads, false)
const from = (id: string, direction: 1 | -1): string | undefined => {
  const mark = beats.byId.get(id)
  return mark && neighbourLanes(beats, mark, direction)?.id
}

it('finds the beat at the same time in the lane below, and the way back', () => {
  expect([from('a5', 1), from('b5', -1), from('a28', 1), from('c28', 1), from('d28', -1)]).toEqual(['b5', 'a5', 'c28', 'd28', 'c28'])
})

it('finds the nearest beat if that time has none, and nothing above the first lane', () => {
  expect([from('a12', 1), from('a40', 1), from('a5', -1)]).toEqual(['b9', 'c35', undefined])
})
