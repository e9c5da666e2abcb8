import type { Stop } from '../../shared/calls'
import { proseOf } from '../../shared/lore'
import type { PlacePage, PlacesCalls } from '../../shared/places-calls'
import { Whereabouts } from '../campaign/happened'
import { parseMessage } from '../campaign/message'
import type { OpenCampaign } from './open-campaign'

const known = new WeakMap<OpenCampaign, Whereabouts>()

/** What is remembered of where beats happened, for as long as the campaign is open. */
function whereaboutsOf(campaign: OpenCampaign): Whereabouts {
  const whereabouts = known.get(campaign) ?? new Whereabouts(campaign.history)
  known.set(campaign, whereabouts)
  return whereabouts
}

/** The part of the Studio that knows what happened where. Every failure is a Problem. */
export function placesCalls(current: () => OpenCampaign): PlacesCalls {
  return {
    beatsAt: async (place, limit, at, before, stop) => {
      const campaign = current()
      const from = before ?? at ?? campaign.standing.commit.id
      const { commits, looked, before: on } = await whereaboutsOf(campaign).page(place, from, before !== undefined, limit, () => othersFirst(stop))
      const page: PlacePage = { beats: commits.map((commit) => parseMessage(commit).beat), looked }
      return on === undefined ? page : { ...page, before: on }
    },
    proseAt: async (what, id, at) => proseOf(current().momentAt(at).lore, what, id)
  }
}

/** Lets everything else that waits have its turn; false when nobody waits for the answer any more. */
const othersFirst = async (stop: Stop | undefined): Promise<boolean> => {
  await new Promise((done) => setImmediate(done))
  return stop?.aborted !== true
}
