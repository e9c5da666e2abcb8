import type { Branch } from '../../shared/present'
import type { TimelineCalls } from '../../shared/timeline-calls'
import { factsOf } from '../campaign/message'
import type { OpenCampaign } from './open-campaign'
import type { OpenFolder } from './open-folder'

/** What these calls need of the Studio. */
interface Desk {
  current: () => OpenFolder
}

/** The branches of a campaign, and which of them is the present's. */
export function branchesOf({ history }: OpenCampaign): Branch[] {
  const { branch } = history.head()
  return history.branches().map(({ name, head }) => ({ name, head, current: name === branch }))
}

/** The part of the Studio that is about the timeline. Every failure is a Problem. */
export function timelineCalls({ current }: Desk): TimelineCalls {
  return {
    chronicle: async (having) => {
      const { campaign } = current()
      return campaign.chronicle.page(having, branchesOf(campaign))
    },
    subjects: async (commits) => commits.map((id) => factsOf(current().campaign.history.commit(id)).facts.subject)
  }
}
