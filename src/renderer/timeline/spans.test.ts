import { expect, it } from 'vitest'
import { line } from '../store/tiny.fixture'
import { xOf } from './geometry'
import { nameFor, numberEvery, sessionsOf, stretches } from './spans'

const story = line('a', 0, 999)
const scenes = Array.from({ length: 40 }, (_, k) => ({
  scene: `sessions/session-${1 + Math.floor(k / 10)}/${String((k % 10) + 1).padStart(3, '0')}-scene`,
  from: k * 25,
  to: k * 25 + 24
}))

it('sessions run from their first scene to their last', () => {
  expect(sessionsOf(scenes)).toEqual([0, 1, 2, 3].map((k) => ({ session: k + 1, from: k * 250, to: k * 250 + 249 })))
  expect(sessionsOf([])).toEqual([])
})

it('draws only the visible spans', () => {
  const view = { perBeat: 10, left: 100 }
  const drawn = stretches(scenes, story, view, 500, 4)
  expect(drawn.map(({ at }) => at)).toEqual([3, 4, 5])
  expect(drawn[1]).toEqual({ at: 4, x: Math.round(xOf(100, view) - 5) + 0.5, end: Math.round(xOf(124, view) + 5) + 0.5 })
})

it('draws every n-th edge of spans that are too narrow', () => {
  const drawn = stretches(scenes, story, { perBeat: 0.1, left: 0 }, 500, 4)
  expect(drawn.map(({ at }) => at).slice(0, 4)).toEqual([0, 2, 4, 6])
  expect(drawn.slice(0, -1).every(({ end }, i) => end === drawn[i + 1]?.x)).toBe(true)
})

it('shows the longest name that fits', () => {
  const named = (room: number, ...names: string[]) => nameFor(names, room, (text) => text.length * 6)
  const scene = ['Scene 13: Hand Over Hand', 'Scene 13']
  expect([200, 100, 71, 47].map((room) => named(room, ...scene))).toEqual(['Scene 13: Hand Over Hand', 'Scene 13: Hand…', 'Scene 13', ''])
  expect([named(47, 'Scene 13', 'Scene 13'), named(59, 'Session 60')]).toEqual(['', ''])
})

it('numbers narrow sessions in round steps', () => {
  expect([100, 30, 17, 7, 3, 0.2].map(numberEvery)).toEqual([1, 1, 2, 5, 10, 200])
})
