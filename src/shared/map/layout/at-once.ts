import type { Spots, World } from '../drawing'
import { compass } from './compass'
import { neighboursOf, byRegion } from './links'
import { isManualMap, settled } from './settle'
import type { Point } from '../../geometry/shapes'
import { CELL } from '../sizes'

/** Maps with up to this many places follow the directions of the journeys. */
const MAX_SMALL_WORLD_PLACES = 150

/** Returns whether a world is small enough for a good synchronous layout. */
export const isSmall = (world: World): boolean => Object.keys(world.places).length <= MAX_SMALL_WORLD_PLACES

/** A synchronous layout for any world: by the directions of the journeys if it is small, otherwise region by region in rows. */
export const atOnce = (world: World): Spots => (isSmall(world) ? byCompass(world) : roughSpots(world))

/** Every place's spot without waiting for a better layout: the manual one, else the synchronous layout's. Equal worlds give equal spots. */
export const spotsAtOnce = (world: World, hand: Spots): Spots => settled(world, hand, isManualMap(world, hand) ? new Map() : atOnce(world))

function byCompass(world: World): Spots {
  const degrees = neighboursOf(world.places, world.journeys)
  const start = Object.keys(world.places)
    .toSorted()
    .reduce<string | undefined>((best, id) => ((degrees.get(id)?.size ?? 0) > (degrees.get(best ?? '')?.size ?? -1) ? id : best), undefined)
  return new Map(compass(world.places, world.journeys, start).map(({ id, x, y }) => [id, { x, y }]))
}

const GAP_PX = 150

/**
 * Immediate positions for a world of any size: each region is a block of rows, with neighbours near each other where that is cheap, and the blocks
 * stand in rows. Equal worlds give equal positions. Shown while a better layout is being computed.
 */
export function roughSpots(world: World): Spots {
  const neighbours = neighboursOf(world.places, world.journeys)
  const regions = byRegion(world)
  const blocks = [...regions.values()].map((ids) => {
    const columns = Math.max(1, Math.round(Math.sqrt((ids.length * CELL.height * 1.5) / CELL.width)))
    return { ids: walked(ids, neighbours), columns, width: columns * CELL.width, height: Math.ceil(ids.length / columns) * CELL.height }
  })
  const most = Math.max(...blocks.map((one) => one.width), 1.3 * Math.sqrt(blocks.reduce((sum, one) => sum + one.width * one.height, 0)))
  const spots = new Map<string, Point>()
  let [x, y, deepest] = [0, 0, 0]
  for (const { ids, columns, width, height } of blocks) {
    if (x > 0 && x + width > most) [x, y, deepest] = [0, y + deepest + GAP_PX, 0]
    // Rows alternate in direction, so that each place stands beside the one before it.
    ids.forEach((id, k) => {
      const row = Math.floor(k / columns)
      const column = row % 2 === 0 ? k % columns : columns - 1 - (k % columns)
      spots.set(id, { x: x + column * CELL.width, y: y + row * CELL.height })
    })
    x += width + GAP_PX
    deepest = Math.max(deepest, height)
  }
  return spots
}

/** The same ids, each as early as possible after one that it is connected to. */
function walked(ids: readonly string[], neighbours: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Set(ids)
  const order: string[] = []
  for (const root of ids) {
    if (!left.delete(root)) continue
    const stack = [root]
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      order.push(id)
      for (const next of neighbours.get(id) ?? []) if (left.delete(next)) stack.push(next)
    }
  }
  return order
}
