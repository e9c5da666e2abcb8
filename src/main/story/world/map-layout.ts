import { isSmall, spotsAtOnce } from '../../../shared/map/layout/at-once'
import type { Spots, World } from '../../../shared/map/drawing'
import { elkGraph, laidOut, placedBy } from '../../../shared/map/layout/groups'
import { neighboursOf } from '../../../shared/map/layout/links'
import { madeByHand, settled } from '../../../shared/map/layout/settle'

/**
 * The limits for laying out a world for an image. `journeys`: the maximum number of journeys beyond one for each place, because these take longest.
 */
const MAX_LAID_OUT = { places: 10_000, journeys: 3000 }

/** Whether laying out a world takes too long while somebody waits for the image. */
function isTooLarge({ places, journeys }: World): boolean {
  const count = Object.keys(places).length
  if (count > MAX_LAID_OUT.places) return true
  const ends = [...neighboursOf(places, journeys).values()].reduce((sum, { size }) => sum + size, 0)
  return ends / 2 - count > MAX_LAID_OUT.journeys
}

/**
 * The position of every place on a map image: the designer's own, otherwise the one that elk computes, as in the window. `rows`: the world is too
 * large for elk, so the other places stand in rows by region. The same world gives the same positions.
 */
export async function spotsOf(world: World, hand: Spots): Promise<{ spots: Spots; rows: boolean }> {
  if (isSmall(world) || madeByHand(world, hand)) return { spots: spotsAtOnce(world, hand), rows: false }
  if (isTooLarge(world)) return { spots: spotsAtOnce(world, hand), rows: true }
  // The module is large and rarely needed, so it is loaded on demand.
  const { default: ELK } = await import('elkjs/lib/elk.bundled.js')
  const elk = new ELK()
  const base = await laidOut(world, async (group) => placedBy(await elk.layout(elkGraph(group))))
  return { spots: settled(world, hand, base), rows: false }
}
