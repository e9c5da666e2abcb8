import type { CheckCalls } from '../../shared/check-calls'
import { checkCampaign, checkDir } from '../story/checks/check'
import { timeSlices } from '../story/analysis/time-slices'
import { verify } from '../story/checks/verify'
import { withProgress } from './with-progress'
import type { Desk } from './desk'

/** The calls that check a campaign. */
export const checkCalls = ({ current, resources }: Desk): CheckCalls => ({
  checkFolder: ({ dir }) => withProgress((tell) => checkDir(dir, { resources, pause: async (at) => tell(at) })),
  check: async () => {
    const { campaign } = current()
    const report = await checkCampaign(campaign.history, { pause: othersFirst, resources })
    return { ...report, contradictions: await campaign.contradictions.upTo(campaign.snapshot.commit.id, undefined, timeSlices()) }
  },
  contradictions: async ({ at, after }) => {
    const { campaign } = current()
    return campaign.contradictions.upTo(at ?? campaign.snapshot.commit.id, after, timeSlices())
  },
  verify: async (options, stop) => verify(current().campaign, options?.sinceChecked, stop)
})

/** Gives all waiting work a turn first. */
const othersFirst = (): Promise<void> => new Promise((done) => setImmediate(done))
