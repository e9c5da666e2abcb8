import { Problem } from '../../shared/base/problem'
import type { TodayCalls } from '../../shared/contract/today-calls'
import type { Branch } from '../../shared/table/present'
import type { OpenCampaign } from '../story/open-campaign'
import { bringEdits, headOf, missingEdits, restartSteps, restartToday, stepsOf } from '../story/today/make'
import { bringingTo, RESTART, todayWorld } from '../story/today/today'
import type { CallContext } from './call-context'

/** The calls that bring what was edited to other beats and branches. */
export function todayCalls({ current, writable, announce }: CallContext): TodayCalls {
  /** Works on the branches while no turn is played, and has every window refresh. */
  const atRest = async (work: (campaign: OpenCampaign) => Promise<void>): Promise<Branch> => {
    const { campaign, table } = writable()
    if (!table.isResting) throw new Problem('refused', 'The table is playing a turn. Pause it, then try again. Nothing was changed.')
    return table.inOrder(async () => {
      await campaign.inStep()
      const changed = campaign.external.list().flatMap(({ path, problem }) => (problem ? [] : [path]))
      if (changed.length > 0) {
        const more = changed.length > 2 ? ` and ${changed.length - 2} more` : ''
        const sentence = `${changed.slice(0, 2).join(', ')}${more} changed outside the app, so today's world doesn't have the change yet. Adopt it or set it aside, then try again.`
        throw new Problem('dirty', sentence, { paths: changed })
      }
      await work(campaign)
      announce({ kind: 'head' })
      const { branch } = campaign.history.head()
      return { name: branch ?? '', head: campaign.snapshot.commit.id, current: true }
    })
  }
  return {
    todayAt: async ({ at, today, choices }) => todayWorld(current().campaign, at, restartSteps(current().campaign, at, today), choices, RESTART),
    restartToday: (asked) => atRest(async (campaign) => void (await restartToday(campaign, asked))),
    bringing: async ({ edits, to, choices }) => {
      const { campaign } = current()
      return todayWorld(campaign, headOf(campaign, to), stepsOf(campaign, edits), choices, bringingTo(to))
    },
    bringEdits: (asked) => atRest((campaign) => bringEdits(campaign, asked)),
    missingEdits: async () => missingEdits(current().campaign)
  }
}
