import type { Spots, World } from '../drawing'
import { compass } from './compass'
import { neighboursOf } from './links'
import { rough } from './rough'
import { madeByHand, settled } from './settle'

/** Maps with up to this many places follow the directions of the journeys. */
const MAX_SMALL_WORLD_PLACES = 150

/** Returns whether a world is small enough for a good synchronous layout. */
export const isSmall = (world: World): boolean => Object.keys(world.places).length <= MAX_SMALL_WORLD_PLACES

/** A synchronous layout for any world: by the directions of the journeys if it is small, otherwise region by region in rows. */
export const atOnce = (world: World): Spots => (isSmall(world) ? byCompass(world) : rough(world))

/**
 * The spot of every place without waiting for a better layout: the manual position, otherwise the synchronous layout's. The same world gives the
 * same spots.
 */
export const spotsAtOnce = (world: World, hand: Spots): Spots => settled(world, hand, madeByHand(world, hand) ? new Map() : atOnce(world))

function byCompass(world: World): Spots {
  const degrees = neighboursOf(world.places, world.journeys)
  const start = Object.keys(world.places)
    .toSorted()
    .reduce<string | undefined>((best, id) => ((degrees.get(id)?.size ?? 0) > (degrees.get(best ?? '')?.size ?? -1) ? id : best), undefined)
  return new Map(compass(world.places, world.journeys, start).map(({ id, x, y }) => [id, { x, y }]))
}
