import type { WorkshopCalls } from '../../shared/contract/workshop-calls'
import { changeFiles } from '../story/edits/change-files'
import { fileHistory } from '../story/edits/file-history'
import { campaignFiles, fileText, fileVersions } from '../story/edits/campaign-files'
import { saveFile } from '../story/edits/save-file'
import type { OpenCampaign } from '../story/open-campaign'
import type { Desk } from './desk'
import { edited } from './world-calls'

/** The calls of the workshop. */
export function workshopCalls(desk: Desk): WorkshopCalls {
  /** The open campaign, updated with external changes if the call is about the present. */
  const reading = async (at?: string): Promise<OpenCampaign> => {
    const { campaign } = desk.current()
    if (at === undefined) await campaign.inStep()
    return campaign
  }
  return {
    campaignFiles: async ({ at }) => campaignFiles(await reading(at), at),
    fileText: async ({ path, at }) => fileText(await reading(at), path, at),
    fileVersions: async ({ paths }) => fileVersions(await reading(), paths),
    fileHistory: async ({ path, from }) => fileHistory(await reading(from), path, from),
    saveText: (given) =>
      edited(desk, async (campaign) => {
        const saved = await saveFile(campaign, given)
        desk.announce({ kind: 'edits', edits: campaign.external.list() })
        return saved
      }),
    changeFiles: ({ change, subject }) =>
      edited(desk, async (campaign) => {
        const { beat, links } = await changeFiles(campaign, change, subject)
        return { ...beat, ...(links ? { links } : {}) }
      })
  }
}
