import { expect, test } from 'vitest'
import { drawingOf } from '../../shared/map/drawing'
import { SpatialGrid } from '../../shared/geometry/spatial-grid'
import { boxAt, boxesIn, nearOf, regionNear, wayAt } from './hit'
import { worldOf } from '../../shared/map/made.fixture'
import { intersects, type Rect } from '../../shared/geometry/shapes'

const spread = (most: number) => {
  let state = 12345
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state / 2 ** 32) * most
  }
}

test('a grid finds everything that a look at each would find, and each once', () => {
  const next = spread(20_000)
  const rects: Rect[] = Array.from({ length: 500 }, () => ({ x: next() - 10_000, y: next() - 10_000, width: next() / 50, height: next() / 50 }))
  const grid = new SpatialGrid(rects.length)
  rects.forEach((rect, k) => grid.addRect(k, rect))
  for (let tries = 0; tries < 40; tries++) {
    const wanted = { x: next() - 10_000, y: next() - 10_000, width: next() / 5, height: next() / 5 }
    const found = grid.query(wanted)
    expect(new Set(found).size).toBe(found.length)
    expect(rects.flatMap((rect, k) => (intersects(rect, wanted) && !found.includes(k) ? [k] : []))).toEqual([])
  }
  expect(grid.query({ x: -1e6, y: -1e6, width: 2e6, height: 2e6 })).toHaveLength(500)
})

test('a line is found from every square it passes', () => {
  const grid = new SpatialGrid(1, 100)
  grid.addLine(0, { x: -950, y: 40 }, { x: 950, y: 1240 })
  for (let k = 0; k <= 100; k++) expect(grid.query({ x: -950 + 19 * k, y: 40 + 12 * k, width: 0, height: 0 })).toEqual([0])
  expect(grid.query({ x: 900, y: 0, width: 20, height: 20 })).toEqual([])
})

const world = worldOf(['a:north', 'b:north', 'far:south'], ['a>b', 'b>far'])
const spots = new Map([
  ['a', { x: 0, y: 0 }],
  ['b', { x: 400, y: 0 }],
  ['far', { x: 9000, y: 0 }]
])
const drawing = drawingOf(world, spots, { folded: new Set(), apart: true })
const boxGrid = new SpatialGrid(3)
drawing.boxes.forEach((box, k) => boxGrid.addRect(k, box))
const wayGrid = new SpatialGrid(2)
drawing.ways.forEach(({ curve }, k) => wayGrid.addLine(k, curve.from, curve.to))
const map = { drawing, boxGrid, wayGrid }

test('what is near are the boxes in a rectangle, the ways that cross it, and the boxes at their other ends', () => {
  expect(nearOf(map, { x: -50, y: -50, width: 300, height: 200 })).toEqual({ boxes: [0, 1], ways: [0] })
  expect(nearOf(map, { x: 4000, y: 0, width: 300, height: 200 })).toEqual({ boxes: [1, 2], ways: [1] })
  expect(boxesIn(map, { x: 100, y: 10, width: 310, height: 10 })).toEqual([0, 1])
})

test('boxes and ways are found by a point', () => {
  expect([boxAt(map, { x: 10, y: 10 }), boxAt(map, { x: 170, y: 10 }), boxAt(map, { x: 170, y: 10 }, 20)]).toEqual([0, undefined, 0])
  expect([wayAt(map, { x: 280, y: 30 }, 6), wayAt(map, { x: 280, y: 60 }, 6), wayAt(map, { x: 3000, y: 28 }, 6)]).toEqual([0, undefined, 1])
})

test('the region of a new place is that of the nearest', () => {
  expect([regionNear(map, { x: 500, y: 800 }), regionNear(map, { x: 7000, y: -3000 })]).toEqual(['north', 'south'])
  const empty = {
    drawing: drawingOf(worldOf([], []), new Map(), { folded: new Set(), apart: true }),
    boxGrid: new SpatialGrid(0),
    wayGrid: new SpatialGrid(0)
  }
  expect(regionNear(empty, { x: 0, y: 0 })).toBeUndefined()
})
