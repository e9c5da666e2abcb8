import type { CheckCalls } from '../../shared/check-calls'
import { checkCampaign, checkDir } from '../story/checks/check'
import { verify } from '../story/checks/verify'
import { withProgress } from './with-progress'
import type { Desk } from './desk'

/** The calls that check a campaign. */
export const checkCalls = ({ current, resources }: Desk): CheckCalls => ({
  checkFolder: ({ dir }) => withProgress((tell) => checkDir(dir, { resources, pause: async (at) => tell(at) })),
  check: async () => checkCampaign(current().campaign.history, { pause: othersFirst, resources }),
  verify: async (options, stop) => verify(current().campaign, options?.sinceChecked, stop)
})

/** Gives all waiting work a turn first. */
const othersFirst = (): Promise<void> => new Promise((done) => setImmediate(done))
