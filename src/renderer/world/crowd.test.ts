import { describe, expect, it } from 'vitest'
import { state } from '../store/tiny.fixture'
import { crowdsOf, stacked } from '../../shared/map/crowd'
import { drawingOf } from '../../shared/map/drawing'
import { worldOf } from '../../shared/map/made.fixture'
import { PLACE, TOKEN_PX } from '../../shared/map/sizes'
import { keyframes, movesBetween, travelAlong } from './travel'

const box = { x: 100, y: 50, ...PLACE }
const names = (count: number): string[] => Array.from({ length: count }, (_, k) => `who-${k}`)

describe('tokens on a place', () => {
  it.each([1, 3, 5, 6, 40])('draws %i tokens side by side and counts those without room', (count) => {
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

it('players stand before others', () => {
  const { actors } = state()
  const [first] = Object.values(actors)
  if (!first) throw new Error('somebody is in the tiny world')
  const people = { zed: { ...first, kind: 'player' as const, location: 'a' }, ann: { ...first, kind: 'npc' as const, location: 'a' } }
  expect(crowdsOf(people, drawing).get(0)).toEqual(['zed', 'ann'])
})

describe('a moving token', () => {
  const was = { x: 120, y: 40 }
  const target = { x: 620, y: 42 }
  it('a token moves along the line of the journey in either direction and ends at its place', () => {
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
  it('moves straight without a drawn journey, and not within one box', () => {
    expect(travelAlong(drawing, 'b', 'c', was, target)?.points).toHaveLength(2)
    expect(travelAlong(drawing, 'a', 'a', was, target)).toBeUndefined()
  })
  it('moves at a constant speed', () => {
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

it('finds moved characters only between neighbouring beats', () => {
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
