import type { MomentCalls } from '../../shared/moment-calls'
import { compareFile } from '../story/compare/compare'
import { Moments } from '../story/moments/moments'
import type { OpenCampaign } from '../story/open-campaign'
import type { Desk } from './desk'

const known = new WeakMap<OpenCampaign, Moments>()

/** The caches for queries on an open campaign. */
export function momentsOf(campaign: OpenCampaign): Moments {
  const queries = known.get(campaign) ?? new Moments(campaign)
  known.set(campaign, queries)
  return queries
}

/** The calls that query many commits at once. */
export function momentCalls({ current }: Desk): MomentCalls {
  const campaign = (): OpenCampaign => current().campaign
  const head = (): string => campaign().snapshot.commit.id
  return {
    vocabulary: async ({ at = head() }) => momentsOf(campaign()).vocabulary(at),
    async *find({ expression, at = head() }, stop) {
      yield* momentsOf(campaign()).find(expression, at, stop)
    },
    watch: async ({ expression, at = head(), after }, stop) => momentsOf(campaign()).watch(expression, at, after, stop),
    compare: async ({ a, b }) => momentsOf(campaign()).compare(a, b),
    compareFile: async ({ a, b, path }) => compareFile(campaign(), a, b, path)
  }
}
