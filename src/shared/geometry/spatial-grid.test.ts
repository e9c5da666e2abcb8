import { expect, it } from 'vitest'
import { intersects, type Rect } from './shapes'
import { SpatialGrid } from './spatial-grid'

const spread = (most: number) => {
  let state = 12345
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state / 2 ** 32) * most
  }
}

it('a query of the grid finds everything that a full scan finds, once', () => {
  const next = spread(20_000)
  const rects: Rect[] = Array.from({ length: 500 }, () => ({ x: next() - 10_000, y: next() - 10_000, width: next() / 50, height: next() / 50 }))
  const grid = new SpatialGrid(rects.length)
  rects.forEach((rect, k) => grid.addRect(k, rect))
  for (let tries = 0; tries < 40; tries++) {
    const wanted = { x: next() - 10_000, y: next() - 10_000, width: next() / 5, height: next() / 5 }
    const hits = grid.query(wanted)
    expect(new Set(hits).size).toBe(hits.length)
    expect(rects.flatMap((rect, k) => (intersects(rect, wanted) && !hits.includes(k) ? [k] : []))).toEqual([])
  }
  expect(grid.query({ x: -1e6, y: -1e6, width: 2e6, height: 2e6 })).toHaveLength(500)
})

it('a line is found from every square that it passes', () => {
  const grid = new SpatialGrid(1, 100)
  grid.addLine(0, { x: -950, y: 40 }, { x: 950, y: 1240 })
  for (let k = 0; k <= 100; k++) expect(grid.query({ x: -950 + 19 * k, y: 40 + 12 * k, width: 0, height: 0 })).toEqual([0])
  expect(grid.query({ x: 900, y: 0, width: 20, height: 20 })).toEqual([])
})
