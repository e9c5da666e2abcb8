import type { AbortSignalLike } from '../../shared/base/abort'
import { proseOf } from '../../shared/words/prose'
import type { PlacePage, PlacesCalls } from '../../shared/contract/places-calls'
import { Whereabouts } from '../campaign/happened'
import { parseBeatMessage } from '../campaign/beat-message'
import { VisitCount } from '../campaign/visits'
import { timeSlices } from '../work/time-slices'
import type { OpenCampaign } from '../story/open-campaign'
import type { Desk } from './desk'

/** Caches for the places of beats, while a campaign is open. */
interface Remembered {
  whereabouts: Whereabouts
  visits: VisitCount
}

const known = new WeakMap<OpenCampaign, Remembered>()

function rememberedOf(campaign: OpenCampaign): Remembered {
  let remembered = known.get(campaign)
  if (!remembered) {
    const whereabouts = new Whereabouts(campaign.history)
    remembered = { whereabouts, visits: new VisitCount(campaign.history, whereabouts) }
    known.set(campaign, remembered)
  }
  return remembered
}

/** The calls about beats and visits at places. */
export function placesCalls({ current }: Desk): PlacesCalls {
  return {
    beatsAt: async ({ place, limit, at, before }, stop) => {
      const { campaign } = current()
      const from = before ?? at ?? campaign.snapshot.commit.id
      const {
        commits,
        examined: examinedBeats,
        before: on
      } = await rememberedOf(campaign).whereabouts.page(place, from, before !== undefined, limit, () => othersFirst(stop))
      const page: PlacePage = { beats: commits.map((commit) => parseBeatMessage(commit).beat), examined: examinedBeats }
      return on === undefined ? page : { ...page, before: on }
    },
    visits: async ({ span, at }, stop) => {
      const { campaign } = current()
      const breathe = timeSlices()
      return rememberedOf(campaign).visits.upTo(at ?? campaign.snapshot.commit.id, span, () => breathe().then(() => stop?.aborted !== true))
    },
    proseAt: async ({ what, id, at }) => proseOf(current().campaign.past.hydratedAt(at).lore, what, id)
  }
}

/** Yields to all pending work; returns false if nobody waits for the answer any more. */
const othersFirst = async (stop: AbortSignalLike | undefined): Promise<boolean> => {
  await new Promise((done) => setImmediate(done))
  return stop?.aborted !== true
}
