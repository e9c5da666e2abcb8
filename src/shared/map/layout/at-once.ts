import type { Spots, World } from '../drawing'
import { compass } from './compass'
import { neighboursOf } from './links'
import { rough } from './rough'
import { madeByHand, settled } from './settle'

/** Up to so many places a map goes by the directions of the journeys. */
const COMPASS = 150

/** Whether a world is small enough to be laid out well without waiting. */
export const isSmall = (world: World): boolean => Object.keys(world.places).length <= COMPASS

/** A layout without waiting, whatever the size of the world: by the directions of the journeys where it is small, else region by region in rows. */
export const atOnce = (world: World): Spots => (isSmall(world) ? byCompass(world) : rough(world))

/** Where every place stands when nobody waits for a better layout: where a hand put it, else as laid out without waiting. The same world, the same spots. */
export const spotsAtOnce = (world: World, hand: Spots): Spots => settled(world, hand, madeByHand(world, hand) ? new Map() : atOnce(world))

function byCompass(world: World): Spots {
  const degrees = neighboursOf(world.places, world.journeys)
  const start = Object.keys(world.places)
    .toSorted()
    .reduce<string | undefined>((best, id) => ((degrees.get(id)?.size ?? 0) > (degrees.get(best ?? '')?.size ?? -1) ? id : best), undefined)
  return new Map(compass(world.places, world.journeys, start).map(({ id, x, y }) => [id, { x, y }]))
}
