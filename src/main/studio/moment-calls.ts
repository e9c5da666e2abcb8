import type { MomentCalls } from '../../shared/moment-calls'
import { compareFile } from '../story/compare/compare'
import { Moments } from '../story/moments/moments'
import type { OpenCampaign } from '../story/open-campaign'

const known = new WeakMap<OpenCampaign, Moments>()

/** What is remembered of a campaign's moments, for as long as it is open. */
export function momentsOf(campaign: OpenCampaign): Moments {
  const moments = known.get(campaign) ?? new Moments(campaign)
  known.set(campaign, moments)
  return moments
}

/** The part of the Studio that asks of many moments at once. Every failure is a Problem. */
export function momentCalls(current: () => OpenCampaign): MomentCalls {
  const head = (): string => current().snapshot.commit.id
  return {
    vocabulary: async (at = head()) => momentsOf(current()).vocabulary(at),
    async *find(expression, at = head(), stop) {
      yield* momentsOf(current()).find(expression, at, stop)
    },
    watch: async (expression, at = head(), after, stop) => momentsOf(current()).watch(expression, at, after, stop),
    compare: async (a, b) => momentsOf(current()).compare(a, b),
    compareFile: async (a, b, path) => compareFile(current(), a, b, path)
  }
}
