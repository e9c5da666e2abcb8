import type { MapItem } from '../store/map-state'
import { own } from '../../shared/base/json'
import type { Spots, World } from '../../shared/map/drawing'
import { isManualMap } from '../../shared/map/layout/settle'
import { OccupiedGround } from '../../shared/map/ground'
import { boundsOf, type Point } from '../../shared/geometry/shapes'
import { CELL, PLACE } from '../../shared/map/sizes'

/** The places in a selection, each once; for a region all of its places. */
export function placesIn(selection: readonly MapItem[], world: Pick<World, 'places'>): string[] {
  const regions = new Set(selection.flatMap((one) => (one.what === 'region' ? [one.id] : [])))
  const inside = regions.size ? Object.keys(world.places).filter((id) => regions.has(own(world.places, id)?.region ?? '')) : []
  return [...new Set([...selection.flatMap((one) => (one.what === 'place' ? [one.id] : [])), ...inside])]
}

/**
 * The positions to save after the user moved places. Once most positions of a map are manual, the rest is laid out around them. The move that crosses
 * this threshold therefore saves all current positions, so that nothing else moves.
 */
export function spotsToSave(world: World, hand: Spots, spots: Spots, moved: Spots): Record<string, Point> {
  const before = isManualMap(world, hand)
  const after = isManualMap(world, new Map([...hand, ...moved]))
  const all = before === after ? moved : new Map([...[...spots].filter(([id]) => own(world.places, id) && !hand.has(id)), ...moved])
  return Object.fromEntries([...all].map(([id, { x, y }]) => [id, { x: Math.round(x), y: Math.round(y) }]))
}

/** The arrangements of several places. */
export type Order = 'left' | 'right' | 'top' | 'bottom' | 'across' | 'down' | 'spread-across' | 'spread-down'

interface Reach {
  left: number
  right: number
  top: number
  bottom: number
  count: number
}

const part = (k: number, count: number): number => k / Math.max(1, count - 1)

const ORDERS: Record<Order, (spot: Point, k: number, reach: Reach) => Point> = {
  left: ({ y }, _, { left }) => ({ x: left, y }),
  right: ({ y }, _, { right }) => ({ x: right, y }),
  top: ({ x }, _, { top }) => ({ x, y: top }),
  bottom: ({ x }, _, { bottom }) => ({ x, y: bottom }),
  across: ({ y }, _, { left, right }) => ({ x: (left + right) / 2, y }),
  down: ({ x }, _, { top, bottom }) => ({ x, y: (top + bottom) / 2 }),
  'spread-across': ({ y }, k, { left, right, count }) => ({ x: left + (right - left) * part(k, count), y }),
  'spread-down': ({ x }, k, { top, bottom, count }) => ({ x, y: top + (bottom - top) * part(k, count) })
}

/** Whether places in this arrangement keep their height and therefore move aside to the right instead of downwards. */
const givesRight = (order: Order): boolean => ['top', 'bottom', 'down', 'spread-across'].includes(order)

/** Places' positions once aligned at an edge or the middle, or spread between the outermost. A place that would cover another moves along the line. */
export function arrangedSpots(ids: readonly string[], spots: Spots, order: Order): Map<string, Point> {
  const list = ids.flatMap((id) => {
    const spot = spots.get(id)
    return spot ? [{ id, ...spot }] : []
  })
  const along = givesRight(order) ? 'x' : 'y'
  list.sort((a, b) => a[along] - b[along] || (a.id < b.id ? -1 : 1))
  const bounds = boundsOf(list.map(({ x, y }) => ({ x, y, width: 0, height: 0 })))
  const reach = { left: bounds.x, right: bounds.x + bounds.width, top: bounds.y, bottom: bounds.y + bounds.height, count: list.length }
  const own = new Set(ids)
  const ground = new OccupiedGround(spots.size)
  for (const [id, spot] of spots) if (!own.has(id)) ground.add(spot)
  return new Map(
    list.map((one, k) => {
      const { x, y } = ORDERS[order](one, k, reach)
      const spot = freeAlong({ x: Math.round(x), y: Math.round(y) }, along, ground)
      ground.add(spot)
      return [one.id, spot]
    })
  )
}

/** The first free spot from a requested one on, to the right or downwards. */
function freeAlong(wanted: Point, along: 'x' | 'y', ground: OccupiedGround): Point {
  let spot = wanted
  for (let on = ground.covered(spot); on; on = ground.covered(spot)) spot = { ...spot, [along]: on[along] + CELL[along === 'x' ? 'width' : 'height'] }
  return spot
}

/** The upper left corner of a place whose centre is at a point. */
export const centredAt = ({ x, y }: Point): Point => ({ x: Math.round(x - PLACE.width / 2), y: Math.round(y - PLACE.height / 2) })
