import { describe, expect, test } from 'vitest'
import { state } from '../store/tiny.fixture'
import { crowdsOf, stacked } from '../../shared/map/crowd'
import { drawingOf } from '../../shared/map/drawing'
import { worldOf } from '../../shared/map/made.fixture'
import { PLACE, TOKEN_PX } from '../../shared/map/sizes'
import { keyframes, movesBetween, travelAlong } from './travel'

const box = { x: 100, y: 50, ...PLACE }
const names = (count: number): string[] => Array.from({ length: count }, (_, k) => `who-${k}`)

describe('tokens on a place', () => {
  test.each([1, 3, 5, 6, 40])('%i of them stand on it side by side, and who has no room is counted', (count) => {
    const { tokens, more } = stacked(names(count), box)
    const spots = [...tokens.map((one) => one.at), ...(more ? [more.at] : [])]
    expect(tokens.length + (more?.people.length ?? 0)).toBe(count)
    for (const { x, y } of spots) expect([x >= box.x, x + TOKEN_PX <= box.x + box.width, y < box.y + box.height]).toEqual([true, true, true])
    for (const [k, { x }] of spots.entries()) expect(x - (spots[k - 1]?.x ?? x - TOKEN_PX)).toBeGreaterThanOrEqual(TOKEN_PX)
    expect(more === undefined).toBe(count <= 5)
  })
})

const world = worldOf(['a', 'b', 'c'], ['a>b', 'a>a'])
const spots = new Map([
  ['a', { x: 0, y: 0 }],
  ['b', { x: 500, y: 0 }],
  ['c', { x: 0, y: 900 }]
])
const drawing = drawingOf(world, spots, { folded: new Set(), separate: true })

test('players stand before others', () => {
  const { actors } = state()
  const [first] = Object.values(actors)
  if (!first) throw new Error('somebody is in the tiny world')
  const people = { zed: { ...first, kind: 'player' as const, location: 'a' }, ann: { ...first, kind: 'npc' as const, location: 'a' } }
  expect(crowdsOf(people, drawing).get(0)).toEqual(['zed', 'ann'])
})

describe('a token that travels', () => {
  const was = { x: 120, y: 40 }
  const target = { x: 620, y: 42 }
  test('goes along the line of the journey, either way, and ends where it stands', () => {
    for (const [from, to, start, end] of [
      ['a', 'b', was, target],
      ['b', 'a', target, was]
    ] as const) {
      const travel = travelAlong(drawing, from, to, start, end)
      expect(travel?.points[0]).toEqual({ x: start.x - end.x, y: start.y - end.y })
      expect(travel?.points.at(-1)).toEqual({ x: 0, y: 0 })
      const along = (travel?.points ?? []).slice(1, -1)
      expect(along.every(({ y }) => Math.abs(y + end.y + TOKEN_PX / 2 - 27) < 1)).toBe(true)
    }
  })
  test('goes straight where no journey is drawn, and nowhere inside one box', () => {
    expect(travelAlong(drawing, 'b', 'c', was, target)?.points).toHaveLength(2)
    expect(travelAlong(drawing, 'a', 'a', was, target)).toBeUndefined()
  })
  test('moves at an even pace', () => {
    const offsets = keyframes({
      points: [
        { x: -100, y: 0 },
        { x: -75, y: 0 },
        { x: 0, y: 0 }
      ]
    }).map((one) => one.offset)
    expect(offsets).toEqual([0, 0.25, 1])
  })
})

test('who moved is told between beats that lie close together, not after a jump in time', () => {
  const before = state()
  const id = 'Wren'
  const actor = before.actors[id]
  if (!actor) throw new Error('somebody is in the tiny world')
  const after = (beats: number) => ({
    ...before,
    actors: { ...before.actors, [id]: { ...actor, location: 'elsewhere' } },
    next: { ...before.next, beat: before.next.beat + beats }
  })
  expect([...movesBetween(before, after(1))]).toEqual([[id, { from: actor.location, to: 'elsewhere' }]])
  expect([...movesBetween(after(1), before).keys()]).toEqual([id])
  expect(movesBetween(before, after(40)).size).toBe(0)
})
