import type { Rect } from './shapes'
import { SpatialGrid } from './spatial-grid'

/** In a heap of this many rectangles further ones are only compared with those below them. Else a heap of thousands would take seconds. */
const HEAP = 200

/** Pairs of rectangles that cover each other by more than `tolerancePx`, by number: the later one, and each of at most `most` earlier ones. */
export function* overlaps(rects: readonly Rect[], tolerancePx: number, most: number): Generator<readonly [later: number, earlier: number]> {
  const grid = new SpatialGrid(rects.length)
  for (const [k, rect] of rects.entries()) {
    const near = grid.query(rect)
    let count = 0
    for (const other of near) {
      if (count === most) break
      if (!covers(rect, rects[other], tolerancePx)) continue
      count++
      yield [k, other]
    }
    if (near.length < HEAP) grid.addRect(k, rect)
  }
}

const covers = (a: Rect, b: Rect | undefined, tolerancePx: number): boolean =>
  b !== undefined &&
  a.x + tolerancePx < b.x + b.width &&
  b.x + tolerancePx < a.x + a.width &&
  a.y + tolerancePx < b.y + b.height &&
  b.y + tolerancePx < a.y + a.height
