import type { DeletedBranch } from '../../shared/analysis/chronicle'
import type { Branch } from '../../shared/table/present'
import type { TimelineCalls } from '../../shared/contract/timeline-calls'
import { factsOf } from '../campaign/beat-message'
import type { Trashed } from '../campaign/history'
import { searchBeats } from '../story/history/beat-search'
import { DESIGNER } from '../engine/people'
import { branchesOf, proposedBranchName } from '../story/history/branches'
import type { OpenCampaign } from '../story/open-campaign'
import type { Desk } from './desk'
import type { OpenFolder } from './open-folder'

/** The number of beats that are sent first, to be drawn before all others are read. */
const NEWEST_BEATS = 400

/** The calls about the timeline and its branches. */
export function timelineCalls({ current, writable, between, announce }: Desk): TimelineCalls {
  /** Changes branches between two beats, and has every window refresh. */
  const changing = <T>(how: (campaign: OpenCampaign) => T): Promise<T> => {
    const { campaign, table } = writable()
    return table.inOrder(async () => {
      const result = how(campaign)
      announce({ kind: 'head' })
      return result
    })
  }
  const switched = ({ campaign }: OpenFolder, name: string): Branch => {
    announce({ kind: 'head' })
    return { name, head: campaign.snapshot.commit.id, current: true }
  }
  return {
    timeline: async ({ limit, before, line }) => {
      const { campaign } = current()
      return { ...campaign.timeline(limit, before, line), branches: branchesOf(campaign.history) }
    },
    branch: ({ at, name, seed }) =>
      between(async (open) => {
        const branchName = name ?? proposedBranchName(open.campaign.history, at)
        await open.campaign.createBranch(at, branchName)
        if (seed !== undefined) open.campaign.recordBeat({ kind: 'play', action: 'reseed', actor: DESIGNER, params: { seed }, agent: 'hand' })
        return switched(open, branchName)
      }),
    switchTo: ({ branch }) =>
      between(async (open) => {
        await open.campaign.switchTo(branch)
        return switched(open, branch)
      }),
    chronicle: async ({ having }) => {
      const { campaign } = current()
      const page = await campaign.chronicle.page(having, branchesOf(campaign.history))
      return having || !page.more ? page : { ...page, newest: campaign.timeline(NEWEST_BEATS, undefined, true).beats }
    },
    subjects: async ({ commits }) => {
      const { chronicle, history } = current().campaign
      return commits.map((id) => chronicle.subjectOf(id) ?? factsOf(history.commit(id)).facts.subject)
    },
    searchBeats: async ({ text, along, after }) => searchBeats(current().campaign, text, along, after),
    renameBranch: ({ branch, name }) =>
      changing((campaign) => {
        campaign.history.renameBranch(branch, name)
        return branchNamed(campaign, name)
      }),
    deleteBranch: ({ branch }) =>
      changing((campaign) => {
        const ref = campaign.history.trash(branch)
        return deleted(campaign, { ref, name: branch, head: campaign.history.resolve(ref) ?? '' })
      }),
    deletedBranches: async () => {
      const { campaign } = current()
      return campaign.history.trashed().map((one) => deleted(campaign, one))
    },
    restoreBranch: ({ ref, name }) => changing((campaign) => branchNamed(campaign, campaign.history.restore(ref, name)))
  }
}

const branchNamed = (campaign: OpenCampaign, name: string): Branch =>
  branchesOf(campaign.history).find((branch) => branch.name === name) ?? { name, head: '', current: false }

/** A deleted branch with its last beat. A branch whose commits git has removed is still listed. */
function deleted({ history }: OpenCampaign, { ref, name, head, time }: Trashed): DeletedBranch {
  try {
    const { n, subject } = factsOf(history.commit(head)).facts
    return { ref, name, head, n, subject, ...(time === undefined ? {} : { time }) }
  } catch {
    return { ref, name, head, n: -1, subject: '' }
  }
}
