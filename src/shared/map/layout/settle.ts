import { own } from '../../base/json'
import type { Spots, World } from '../drawing'
import { boxAt, OccupiedGround } from '../ground'
import { boundsOf, type Point } from '../../geometry/shapes'
import { CELL, PLACE } from '../sizes'
import { MAP_ASPECT_RATIO, stepOf } from './compass'
import { neighboursOf } from './links'

/** Returns whether the map of a world is manual: at least half of its places have a manual position. */
export const isManualMap = (world: World, hand: Spots): boolean => {
  const ids = Object.keys(world.places)
  return ids.length > 0 && ids.filter((id) => hand.has(id)).length * 2 >= ids.length
}

/** Returns whether too few places have positions to put the rest beside them. */
export const unknown = (world: World, hand: Spots, base: Spots): boolean => {
  const ids = Object.keys(world.places)
  return ids.filter((id) => hand.has(id) || base.has(id)).length * 2 < ids.length
}

/** The most new places that are put beside their neighbours; beyond it, the new places stand in a block below the rest. */
const MAX_PLACED_BESIDE = 400
const RIM_PX = 16

/**
 * The spot of every place: the manual position, otherwise its old position, otherwise beside its neighbours. Never moves a place that has a
 * position. `base` is the layout to keep; on a manual map, a place leaves its spot there if a manual position covers it.
 */
export function settled(world: World, hand: Spots, base: Spots): Spots {
  const byHand = isManualMap(world, hand)
  const spots = new Map<string, Point>()
  const lost: string[] = []
  const ids = Object.keys(world.places).toSorted()
  const ground = new OccupiedGround(hand.size)
  for (const spot of byHand ? hand.values() : []) ground.add(spot)
  for (const id of ids) {
    const old = base.get(id)
    const spot = hand.get(id) ?? (old && ground.covered(old) ? undefined : old)
    if (spot) spots.set(id, { x: spot.x, y: spot.y })
    else lost.push(id)
  }
  if (lost.length === 0) return spots
  if (lost.length > MAX_PLACED_BESIDE) putBelow(lost, spots)
  else putBeside(lost, world, spots)
  return spots
}

function putBelow(ids: readonly string[], spots: Map<string, Point>): void {
  const bounds = boundsOf([...spots.values()].map(boxAt))
  const columns = Math.max(1, Math.ceil(Math.sqrt((ids.length * CELL.height * 1.5) / CELL.width)))
  const top = spots.size === 0 ? 0 : Math.ceil(bounds.y + bounds.height + CELL.height)
  ids.forEach((id, k) => spots.set(id, { x: bounds.x + (k % columns) * CELL.width, y: top + Math.floor(k / columns) * CELL.height }))
}

/** Puts each place one step from a positioned neighbour, in the direction of the journey, on the nearest free spot. */
function putBeside(lost: readonly string[], world: World, spots: Map<string, Point>): void {
  const ground = new OccupiedGround(spots.size + lost.length)
  for (const spot of spots.values()) ground.add(spot)
  const isFree = (spot: Point): boolean => ground.covered(spot, RIM_PX) === undefined
  const leads = leadsTo(new Set(lost), world)
  const joined = new Set(neighboursOf(world.places, world.journeys).keys())
  const left = new Set(lost)
  while (left.size > 0) {
    const next = [...left].find((id) => (leads.get(id) ?? []).some((one) => spots.has(one.from)))
    const id = next ?? [...left][0] ?? ''
    left.delete(id)
    const lead = (leads.get(id) ?? []).find((one) => spots.has(one.from))
    const start = lead ? spots.get(lead.from) : undefined
    const [column, row] = lead?.step ?? [1, 0]
    const target = start ? { x: start.x + column * CELL.width, y: start.y + row * CELL.height } : unjoined(id, world, spots, joined, isFree)
    const spot = freeNear(target, isFree)
    spots.set(id, spot)
    ground.add(spot)
  }
}

/**
 * The spot of a place without a connection to a positioned one. Such places of a region fill a block that grows to the right and down, beside
 * the places of the region that are connected, otherwise beside everything.
 */
function unjoined(id: string, world: World, spots: ReadonlyMap<string, Point>, joined: ReadonlySet<string>, isFree: (spot: Point) => boolean): Point {
  if (spots.size === 0) return { x: 0, y: 0 }
  const region = own(world.places, id)?.region
  const inRegion = [...spots].filter(([other]) => own(world.places, other)?.region === region)
  const connected = inRegion.filter(([other]) => joined.has(other))
  const beside = connected.length > 0 ? connected : inRegion.length > 0 ? [] : [...spots]
  const bounds = boundsOf((beside.length > 0 ? beside : inRegion).map(([, spot]) => boxAt(spot)))
  const corner = beside.length > 0 ? { x: bounds.x + bounds.width + CELL.width - PLACE.width, y: bounds.y } : bounds
  return (
    cellsOf(inRegion.length + 1)
      .map(([column, row]) => ({ x: corner.x + column * CELL.width, y: corner.y + row * CELL.height }))
      .find(isFree) ?? corner
  )
}

/** The cells of a block in which there is room for one more than `count` places, in the order in which it grows. */
function cellsOf(count: number): [number, number][] {
  const side = Math.ceil(Math.sqrt(2 * count)) + 1
  const farness = ([column, row]: readonly [number, number]): number => Math.max(column * CELL.width, row * CELL.height * MAP_ASPECT_RATIO)
  const cells = Array.from({ length: side * side }, (_, k): [number, number] => [k % side, Math.floor(k / side)])
  return cells.toSorted((a, b) => farness(a) - farness(b) || a[1] - b[1] || a[0] - b[0])
}

function leadsTo(ids: ReadonlySet<string>, world: World): ReadonlyMap<string, { from: string; step: readonly [number, number] }[]> {
  const leads = new Map<string, { from: string; step: readonly [number, number] }[]>()
  const add = (id: string, from: string, step: readonly [number, number]): void => {
    if (!ids.has(id) || from === id) return
    const list = leads.get(id)
    if (list) list.push({ from, step })
    else leads.set(id, [{ from, step }])
  }
  const journeys = Object.keys(world.journeys)
    .toSorted()
    .flatMap((id) => own(world.journeys, id) ?? [])
  for (const one of journeys) add(one.to, one.from, stepOf(one.direction))
  for (const one of journeys) {
    const [column, row] = stepOf(one.direction)
    add(one.from, one.to, [-column, -row])
  }
  return leads
}

/** The free spot nearest to the wanted one, searched in rings of half a cell. */
function freeNear(target: Point, isFree: (spot: Point) => boolean): Point {
  for (let ring = 0; ring < 200; ring++) {
    const freeSpot = ringOf(ring)
      .map(([dx, dy]) => ({ x: Math.round(target.x + (dx * CELL.width) / 2), y: Math.round(target.y + (dy * CELL.height) / 2) }))
      .find(isFree)
    if (freeSpot) return freeSpot
  }
  return target
}

/** The cells of a square ring, those nearest to the middle of its sides first. */
function ringOf(radius: number): [number, number][] {
  const cells: [number, number][] = []
  for (let dx = -radius; dx <= radius; dx++)
    for (let dy = -radius; dy <= radius; dy++) if (Math.max(Math.abs(dx), Math.abs(dy)) === radius) cells.push([dx, dy])
  return cells.toSorted((a, b) => Math.hypot(a[0] * 2, a[1]) - Math.hypot(b[0] * 2, b[1]) || b[0] - a[0] || b[1] - a[1])
}
