import type { Game } from '../../../shared/story/game'
import { Problem } from '../../../shared/base/problem'
import type { MoreNames } from '../../../shared/predicate/vocabulary'
import type { OpenCampaign } from '../open-campaign'
import type { Past } from '../past'

/** The lists of a game that contain display names. */
export type GameLists = Pick<Game, 'equipment' | 'conditions' | 'actions' | 'tables' | 'manifest'>

/** The lists of the game at a root tree; undefined if its rules don't load, so that the rest can still be compared. */
export async function gameLists(past: Pick<Past, 'gameAt'>, tree: string): Promise<GameLists | undefined> {
  try {
    return await past.gameAt(tree)
  } catch (thrown) {
    if (thrown instanceof Problem) return undefined
    throw thrown
  }
}

/** The names that a game adds to those of a state. */
export async function gameNames(campaign: OpenCampaign, tree: string): Promise<MoreNames> {
  const game = await gameLists(campaign.past, tree)
  return game ? { items: Object.keys(game.equipment), conditions: Object.keys(game.conditions) } : {}
}
