import { isSmall, spotsAtOnce } from '../../../shared/map/layout/at-once'
import type { Spots, World } from '../../../shared/map/drawing'
import { elkGraph, laidOut, placedBy } from '../../../shared/map/layout/groups'
import { neighboursOf } from '../../../shared/map/layout/links'
import { madeByHand, settled } from '../../../shared/map/layout/settle'

/** Worlds of more places are not laid out for a picture, and neither are those where more ways join them than one a place and so many besides: these take longest. */
const MAX_LAID_OUT = { places: 10_000, ways: 3000 }

/** Whether somebody who waits for a picture would wait too long for a layout. */
function isTooLarge({ places, journeys }: World): boolean {
  const count = Object.keys(places).length
  if (count > MAX_LAID_OUT.places) return true
  const ends = [...neighboursOf(places, journeys).values()].reduce((sum, { size }) => sum + size, 0)
  return ends / 2 - count > MAX_LAID_OUT.ways
}

/**
 * Where every place of a world stands in a picture: as in the window, where a hand put it and else as elk lays it out. `rows`: the world is too
 * large for that, and what no hand put stands in rows, region by region. The same world, the same spots.
 */
export async function spotsOf(world: World, hand: Spots): Promise<{ spots: Spots; rows: boolean }> {
  if (isSmall(world) || madeByHand(world, hand)) return { spots: spotsAtOnce(world, hand), rows: false }
  if (isTooLarge(world)) return { spots: spotsAtOnce(world, hand), rows: true }
  // Large, and seldom wanted.
  const { default: ELK } = await import('elkjs/lib/elk.bundled.js')
  const elk = new ELK()
  const base = await laidOut(world, async (group) => placedBy(await elk.layout(elkGraph(group))))
  return { spots: settled(world, hand, base), rows: false }
}
