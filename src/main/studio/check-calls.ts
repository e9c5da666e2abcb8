import { never } from '../../shared/base/abort'
import type { CheckCalls } from '../../shared/contract/check-calls'
import { checkCampaign, checkDir } from '../story/checks/check'
import { campaignToolFindings } from '../tools/tool-faults'
import { timeSlices } from '../work/time-slices'
import { verify } from '../story/checks/verify'
import { withProgress } from '../work/with-progress'
import type { Desk } from './desk'
import { judgeNow, priceNow } from './judge-calls'

/** The calls that check a campaign. */
export const checkCalls = (desk: Desk): CheckCalls => ({
  ...reading(desk),
  judgePrice: ({ model }) => priceNow(desk.current(), model),
  judge: ({ model }, stop = never) => withProgress((tell) => judgeNow(desk, model, stop, tell))
})

const reading = ({ current, resources, machine: { sealed } }: Desk): Omit<CheckCalls, 'judge' | 'judgePrice'> => ({
  checkFolder: ({ dir }) => withProgress((tell) => checkDir(dir, { resources, sealed, tools: campaignToolFindings, pause: async (at) => tell(at) })),
  check: async () => {
    const { campaign } = current()
    const report = await checkCampaign(campaign.history, { pause: othersFirst, resources, tools: campaignToolFindings })
    return { ...report, contradictions: await campaign.contradictions.upTo(campaign.snapshot.commit.id, undefined, timeSlices()) }
  },
  contradictions: async ({ at, after }) => {
    const { campaign } = current()
    return campaign.contradictions.upTo(at ?? campaign.snapshot.commit.id, after, timeSlices())
  },
  verify: async (options, stop) => verify(current().campaign, options?.sinceChecked, stop)
})

/** Yields to all pending work. */
const othersFirst = (): Promise<void> => new Promise((done) => setImmediate(done))
