import { setImmediate } from 'node:timers/promises'
import type { AbortSignalLike } from '../../shared/base/abort'
import type { OddsProgress } from '../../shared/analysis/odds'
import type { OddsCalls } from '../../shared/contract/odds-calls'
import type { Game } from '../../shared/story/game'
import type { Reach } from '../../shared/analysis/reach'
import type { GameState } from '../../shared/story/state'
import { attempting } from '../odds/attempts'
import { named, preparing } from '../odds/castings'
import { dealing } from '../odds/interactions'
import { between } from '../odds/outcomes'
import { reaching, reachingNear } from '../odds/reach/reach'
import type { OpenCampaign } from '../story/open-campaign'
import { withProgress } from '../work/with-progress'
import type { Desk } from './desk'

/** The calls that compute odds. */
export function oddsCalls({ current }: Desk): OddsCalls {
  const head = (): string => current().campaign.snapshot.commit.id
  /** The state at a commit, and the game of its rules. */
  const rulesAt = async (at = head()): Promise<[GameState, Game]> => {
    const { past } = current().campaign
    const { state, tree } = past.hydratedAt(at)
    return [state, await past.gameAt(tree)]
  }
  return {
    odds: async ({ as, at = head() }, stop) => current().campaign.past.odds(at, as, stop),
    countOdds: ({ as, at = head() }, stop) =>
      withProgress(async (tell) => {
        const { campaign } = current()
        return { ...(await campaign.past.odds(at, as, stop, tell)), reach: await reachIn(campaign, as, at, stop, tell) }
      }),
    reach: async ({ as, at }, stop) => reachIn(current().campaign, as, at, stop),
    reachNear: async ({ as, at }, stop) => between(reachingNear(...(await rulesAt(at)), as), setImmediate, stop),
    preparing: async ({ at }) => {
      const [state, game] = await rulesAt(at)
      const before = preparing(state, game)
      return before ? named(state, before) : null
    },
    interactions: async ({ place, as, at }, stop) => between(dealing(...(await rulesAt(at)), place, as), setImmediate, stop),
    attempts: async ({ journey, difficulty, at }, stop) => between(attempting(...(await rulesAt(at)), journey, difficulty), setImmediate, stop)
  }
}

/**
 * How far one actor, or each player, can get, under the rules of a commit, by default the head. `tell` receives the progress. Throws Problem
 * `not-found`.
 */
async function reachIn(campaign: OpenCampaign, as?: string, at?: string, stop?: AbortSignalLike, tell?: (at: OddsProgress) => void): Promise<Reach> {
  const { state, tree } = campaign.past.hydratedAt(at ?? campaign.snapshot.commit.id)
  return between(reaching(state, await campaign.past.gameAt(tree), as), setImmediate, stop, tell)
}
