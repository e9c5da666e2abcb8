import { expect, test } from 'vitest'
import { line } from '../store/tiny.fixture'
import { xOf } from './geometry'
import { sessionsOf, stretches } from './spans'

const story = line('a', 0, 999)
const scenes = Array.from({ length: 40 }, (_, k) => ({
  scene: `sessions/session-${1 + Math.floor(k / 10)}/${String((k % 10) + 1).padStart(3, '0')}-scene`,
  from: k * 25,
  to: k * 25 + 24
}))

test('sessions run from their first scene to their last', () => {
  expect(sessionsOf(scenes)).toEqual([0, 1, 2, 3].map((k) => ({ session: k + 1, from: k * 250, to: k * 250 + 249 })))
  expect(sessionsOf([])).toEqual([])
})

test('only spans in sight are drawn, from their first beat to behind their last', () => {
  const view = { perBeat: 10, left: 100 }
  const drawn = stretches(scenes, story, view, 500, 4)
  expect(drawn.map(({ at }) => at)).toEqual([3, 4, 5])
  expect(drawn[1]).toEqual({ at: 4, x: Math.round(xOf(100, view) - 5) + 0.5, end: Math.round(xOf(124, view) + 5) + 0.5 })
})

test('where spans are narrower than can be told apart, every so manieth is drawn, and they leave no gap', () => {
  const drawn = stretches(scenes, story, { perBeat: 0.1, left: 0 }, 500, 4)
  expect(drawn.map(({ at }) => at).slice(0, 4)).toEqual([0, 2, 4, 6])
  expect(drawn.slice(0, -1).every(({ end }, i) => end === drawn[i + 1]?.x)).toBe(true)
})
