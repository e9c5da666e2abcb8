import type { Drawing } from './drawing'
import { grownBy, middleOf, type Point, type Rect } from './shapes'

/** The ground of a region: a rim around each of its places, and bridges between those that are joined and lie close together. */
export interface Ground {
  rims: readonly Rect[]
  bridges: readonly (readonly [Point, Point])[]
}

const RIM = 24
/** How round the corners of a rim are. */
export const ROUND = 26
/** Width of a bridge, and the longest there is, in pixels. */
export const BRIDGE = { width: 84, most: 330 }

/** The grounds of a drawing's areas, by region, in the order of the areas. */
export function groundsOf({ boxes, ways, areas }: Drawing): ReadonlyMap<string, Ground> {
  const found = new Map(areas.map(({ id }) => [id, { rims: new Array<Rect>(), bridges: new Array<readonly [Point, Point]>() }]))
  for (const box of boxes) if (box.what === 'place') found.get(box.region)?.rims.push(grownBy(box, RIM))
  for (const way of ways) {
    const [from, to] = [boxes[way.from], boxes[way.to]]
    if (!from || !to || from.region !== to.region || from.what === 'region') continue
    const [a, b] = [middleOf(from), middleOf(to)]
    if (Math.hypot(a.x - b.x, a.y - b.y) <= BRIDGE.most) found.get(from.region)?.bridges.push([a, b])
  }
  return found
}
