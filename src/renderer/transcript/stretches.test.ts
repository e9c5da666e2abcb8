import { expect, it } from 'vitest'
import { noPins } from '../store/pins'
import { spansOf } from '../store/story'
import { beat } from '../store/tiny.fixture'
import { stretchesAt } from './stretches'

const scene = (session: number, number: number): string => `sessions/session-${session}/00${number}-scene`
const scenes = [undefined, scene(1, 1), scene(1, 1), undefined, scene(1, 2), scene(2, 1), scene(2, 1)]
const line = scenes.map((path, n) => beat(`b${n}`, n, n === 0 ? undefined : `b${n - 1}`, path === undefined ? {} : { scene: path }))
const at = (place: number, pins = noPins) => stretchesAt(line, spansOf(line), place, pins).map(({ id, from, to }) => `${id} ${from} ${to}`)

it('offers the scene, the session and the line at the cursor', () => {
  expect(at(2)).toEqual(['scene b1 b3', 'session b1 b4', 'line b0 b6'])
  expect(at(6)).toEqual(['scene b5 b6', 'session b5 b6', 'line b0 b6'])
  expect(at(0)).toEqual(['line b0 b6'])
  expect(stretchesAt([], [], -1, noPins)).toEqual([])
})

it('offers the stretch between a flag and the cursor', () => {
  expect(at(4, ['b2']).at(-1)).toBe('pin b2 b4')
  expect(at(1, ['b2', 'b6']).at(-1)).toBe('pin b1 b6')
  expect(at(2, ['b2', 'elsewhere'])).toHaveLength(3)
})
