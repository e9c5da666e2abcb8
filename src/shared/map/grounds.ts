import type { Box, MapDrawing } from './drawing'
import { SpatialGrid } from '../geometry/spatial-grid'
import { inflate, intersects, centreOf, type Point, type Rect } from '../geometry/shapes'

/**
 * The background of a region: a margin around each place, and bridges between joined places that are close together. Bridges never form a ring, alone
 * or with merged margins, because the enclosed area would look like a hole.
 */
interface RegionGround {
  rims: readonly Rect[]
  bridges: readonly (readonly [Point, Point])[]
}

const RIM_PX = 24
/** The corner radius of a margin. */
export const MARGIN_RADIUS_PX = 26
/** The width and the maximum length of a bridge, in pixels. */
export const BRIDGE = { width: 84, most: 330 }

/** The backgrounds of a drawing's areas, by region, in the order of the areas. */
export function groundsOf({ boxes, lines, areas }: MapDrawing): ReadonlyMap<string, RegionGround> {
  const outlines = new Map(areas.map(({ id }) => [id, { rims: new Array<Rect>(), bridges: new Array<readonly [Point, Point]>() }]))
  for (const box of boxes) if (box.what === 'place') outlines.get(box.region)?.rims.push(inflate(box, RIM_PX))
  const near = lines.flatMap((line) => {
    const [from, to] = [boxes[line.from], boxes[line.to]]
    if (!from || !to || from === to || from.region !== to.region || from.what === 'region') return []
    const [a, b] = [centreOf(from), centreOf(to)]
    const length = Math.hypot(a.x - b.x, a.y - b.y)
    return length <= BRIDGE.most ? [{ ends: [line.from, line.to] as const, length, bridge: [a, b] as const, region: from.region }] : []
  })
  const joined = new Joined()
  const bridged = (lines: typeof near): void => {
    for (const { ends, bridge, region } of lines.toSorted((one, other) => one.length - other.length))
      if (joined.join(...ends)) outlines.get(region)?.bridges.push(bridge)
  }
  bridged(near.filter(({ ends: [a, b] }) => together(boxes[a], boxes[b])))
  joinTogether(boxes, joined)
  bridged(near)
  return outlines
}

const together = (one: Box | undefined, other: Box | undefined): boolean =>
  one?.what === 'place' && other?.what === 'place' && one.region === other.region && intersects(inflate(one, RIM_PX), inflate(other, RIM_PX))

/** Joins the places whose margins overlap; they need no bridge. */
function joinTogether(boxes: MapDrawing['boxes'], joined: Joined): void {
  const grid = new SpatialGrid(boxes.length)
  for (const [k, box] of boxes.entries()) {
    const rim = inflate(box, RIM_PX)
    for (const other of grid.query(rim)) if (together(boxes[other], box)) joined.join(other, k)
    grid.addRect(k, rim)
  }
}

/** A union-find structure over numbers. */
class Joined {
  readonly #next = new Map<number, number>()

  #end(one: number): number {
    let end = one
    for (let next = this.#next.get(end); next !== undefined; next = this.#next.get(end)) {
      // Path halving: skip to the grandparent, so that no path is long twice.
      const grandparent = this.#next.get(next)
      if (grandparent !== undefined) this.#next.set(end, grandparent)
      end = next
    }
    return end
  }

  /** Joins two sets; returns false if they are already joined. */
  join(a: number, b: number): boolean {
    const [one, other] = [this.#end(a), this.#end(b)]
    if (one === other) return false
    this.#next.set(one, other)
    return true
  }
}
