import type { AnalysisCalls } from '../../shared/contract/analysis-calls'
import { compareFile } from '../story/compare/file-lines'
import { Analysis } from '../story/history/analysis'
import type { OpenCampaign } from '../story/open-campaign'
import type { Desk } from './desk'

const known = new WeakMap<OpenCampaign, Analysis>()

/** The caches for queries on an open campaign. */
function analysisOf(campaign: OpenCampaign): Analysis {
  const queries = known.get(campaign) ?? new Analysis(campaign)
  known.set(campaign, queries)
  return queries
}

/** The calls that query many commits at once. */
export function analysisCalls({ current }: Desk): AnalysisCalls {
  const campaign = (): OpenCampaign => current().campaign
  const head = (): string => campaign().snapshot.commit.id
  return {
    vocabulary: async ({ at = head() }) => analysisOf(campaign()).vocabulary(at),
    async *find({ expression, at = head() }, stop) {
      yield* analysisOf(campaign()).find(expression, at, stop)
    },
    watch: async ({ expression, at = head(), after }, stop) => analysisOf(campaign()).watch(expression, at, after, stop),
    compare: async ({ a, b }) => analysisOf(campaign()).compare(a, b),
    compareFile: async ({ a, b, path }) => compareFile(campaign(), a, b, path)
  }
}
