import { setImmediate } from 'node:timers/promises'
import type { OddsProgress } from '../../shared/odds'
import type { Stop } from '../../shared/calls'
import type { OddsCalls } from '../../shared/odds-calls'
import type { Reach } from '../../shared/reach'
import { attempting } from '../odds/attempts'
import { named, preparing } from '../odds/castings'
import { dealing } from '../odds/interactions'
import { between } from '../odds/outcomes'
import { reaching, reachingNear } from '../odds/reach/reach'
import type { OpenCampaign } from '../story/open-campaign'
import type { OpenFolder } from './open-folder'

/** The part of the Studio that works out what could be. Every failure is a Problem. */
export const oddsCalls = (current: () => OpenFolder): OddsCalls => ({
  reach: async (as, at, stop) => reachIn(current().campaign, as, at, stop),
  reachNear: async (as, at, stop) => {
    const { campaign } = current()
    const { state, tree } = campaign.past.momentAt(at ?? campaign.snapshot.commit.id)
    return between(reachingNear(state, await campaign.past.gameAt(tree), as), setImmediate, stop)
  },
  preparing: async (at) => {
    const { campaign } = current()
    const { state, tree } = campaign.past.momentAt(at ?? campaign.snapshot.commit.id)
    const before = preparing(state, await campaign.past.gameAt(tree))
    return before ? named(state, before) : null
  },
  interactions: async (place, as, at, stop) => {
    const { campaign } = current()
    const { state, tree } = campaign.past.momentAt(at ?? campaign.snapshot.commit.id)
    return between(dealing(state, await campaign.past.gameAt(tree), place, as), setImmediate, stop)
  },
  attempts: async (journey, difficulty, at, stop) => {
    const { campaign } = current()
    const { state, tree } = campaign.past.momentAt(at ?? campaign.snapshot.commit.id)
    return between(attempting(state, await campaign.past.gameAt(tree), journey, difficulty), setImmediate, stop)
  }
})

/** How far one actor comes, or each of the players, under the rules of a commit; of the present when none is named; `tell` hears how far that is. Throws Problem `not-found`. */
export async function reachIn(campaign: OpenCampaign, as?: string, at?: string, stop?: Stop, tell?: (at: OddsProgress) => void): Promise<Reach> {
  const { state, tree } = campaign.past.momentAt(at ?? campaign.snapshot.commit.id)
  return between(reaching(state, await campaign.past.gameAt(tree), as), setImmediate, stop, tell)
}
