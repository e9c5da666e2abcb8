import type { Drawing } from '../../shared/map/drawing'
import type { SpatialGrid } from '../../shared/geometry/spatial-grid'
import { distanceToCurve, inflate, containsPoint, intersects, centreOf, type Point, type Rect } from '../../shared/geometry/shapes'

/** A drawing with what finds its parts by where they are. */
export interface Indexed {
  drawing: Drawing
  boxGrid: SpatialGrid
  wayGrid: SpatialGrid
}

/** What of a drawing lies in a rectangle, by number: ways that cross it, and boxes in it or at an end of such a way. */
export interface Near {
  boxes: readonly number[]
  ways: readonly number[]
}

/** Finds what lies in a rectangle without looking at the rest of the map. */
export function nearOf({ drawing, boxGrid, wayGrid }: Indexed, rect: Rect): Near {
  const boxes = new Set(boxesIn({ drawing, boxGrid }, rect))
  const ways = wayGrid.query(rect)
  for (const k of ways) {
    const way = drawing.ways[k]
    if (!way) continue
    boxes.add(way.from)
    boxes.add(way.to)
  }
  return { boxes: [...boxes].sort((a, b) => a - b), ways }
}

/** The boxes that touch a rectangle, by number. */
export const boxesIn = ({ drawing, boxGrid }: Pick<Indexed, 'drawing' | 'boxGrid'>, rect: Rect): number[] =>
  boxGrid.query(rect).filter((k) => intersects(drawing.boxes[k] ?? NOWHERE, rect))

/** The box at a point of the map; one within `reach` pixels of it where none is right there. */
export function boxAt({ drawing, boxGrid }: Indexed, point: Point, reach = 0): number | undefined {
  const near = boxGrid.query(inflate({ ...point, width: 0, height: 0 }, reach))
  const within = (rim: number): number | undefined => near.findLast((k) => containsPoint(inflate(drawing.boxes[k] ?? NOWHERE, rim), point))
  return within(0) ?? (reach > 0 ? within(reach) : undefined)
}

/** The way that passes a point of the map within `reach` pixels, the closest one. */
export function wayAt({ drawing, wayGrid }: Indexed, point: Point, reach: number): number | undefined {
  let best: number | undefined
  let least = reach
  for (const k of wayGrid.query(inflate({ ...point, width: 0, height: 0 }, reach))) {
    const way = drawing.ways[k]
    const far = way ? distanceToCurve(way.curve, point) : Infinity
    if (far > least) continue
    best = k
    least = far
  }
  return best
}

/** The region of the box that is nearest to a point, looked for in ever wider squares; undefined on an empty map. */
export function regionNear({ drawing, boxGrid }: Indexed, point: Point): string | undefined {
  const far = (k: number): number => {
    const { x, y } = centreOf(drawing.boxes[k] ?? NOWHERE)
    return Math.hypot(x - point.x, y - point.y)
  }
  for (let reach = 200; reach < 1e6; reach *= 2) {
    const [best] = boxGrid.query(inflate({ ...point, width: 0, height: 0 }, reach)).toSorted((a, b) => far(a) - far(b))
    if (best !== undefined) return drawing.boxes[best]?.region
  }
  return drawing.boxes[0]?.region
}

const NOWHERE: Rect = { x: Infinity, y: Infinity, width: 0, height: 0 }
