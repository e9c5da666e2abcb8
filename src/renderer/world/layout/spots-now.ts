import type { Spots, World } from '../../../shared/map/drawing'
import { settled } from '../../../shared/map/layout/settle'
import type { Lore } from '../../../shared/story/lore'
import { useLayoutState } from './spots'

/** The positions that the user has set, and the positions of all places. */
export function spotsNow(world: World, { map }: Pick<Lore, 'map'>): { hand: Spots; spots: Spots } {
  const hand: Spots = new Map(Object.entries(map))
  return { hand, spots: settled(world, hand, useLayoutState.getState().base) }
}
