import { Problem } from '../../shared/base/problem'
import type { WorkshopCalls } from '../../shared/contract/workshop-calls'
import { campaignFiles, fileText, fileVersions, fileNow, fileHistory, pictureNow } from '../story/edits/current-file'
import { changeFiles } from '../story/edits/change-files'
import type { DraftStore } from '../story/edits/drafts'
import { saveFile } from '../story/edits/save-file'
import { undo } from '../story/edits/edit-history'
import type { OpenCampaign } from '../story/open-campaign'
import { runWizard, wizardPlan } from '../story/wizards/plan'
import type { CallContext } from './call-context'
import type { OpenFolder } from './open-folder'

/** The calls about any file of the campaign. `onGiven` is called with the version of a file's present text that a window was given. */
export function workshopCalls(
  { current, writable, reading, edited, between, announce }: CallContext,
  onGiven: (path: string, version: string) => void
): WorkshopCalls {
  const tellEdits = ({ external }: OpenCampaign): void => announce({ kind: 'edits', edits: external.list() })
  const draftsIn = (dir: string, { campaign }: OpenFolder): DraftStore => {
    if (dir !== campaign.history.dir) throw new Problem('not-found', `The campaign in ${dir} isn't open. Open it first.`, { dir })
    return campaign.drafts
  }
  return {
    campaignFiles: async ({ at }) => campaignFiles(await reading(at), at),
    fileText: async ({ path, at }) => {
      const file = fileText(await reading(at), path, at)
      if (at === undefined) onGiven(path, file.version)
      return file
    },
    fileVersions: async ({ paths }) => fileVersions(await reading(), paths),
    fileHistory: async ({ path, from }) => fileHistory(await reading(from), path, from),
    saveText: (given) =>
      edited(async (campaign) => {
        const saved = await saveFile(campaign, given)
        tellEdits(campaign)
        return saved
      }),
    changeFiles: ({ change, subject }) =>
      edited(async (campaign) => {
        const { beat, links } = await changeFiles(campaign, change, subject)
        return { ...beat, ...(links ? { links } : {}) }
      }),

    draft: async ({ dir, kind, path }) => draftsIn(dir, current()).draftOf(kind, path),
    drafts: async ({ dir, kind }) => draftsIn(dir, current()).paths(kind),
    keepDraft: async ({ dir, kind, path, draft }) => draftsIn(dir, writable()).keep(kind, path, draft),

    edits: async () => {
      const edits = current().campaign.external.list()
      announce({ kind: 'edits', edits })
      return edits
    },
    editLines: async ({ path }) => {
      const { external, past, snapshot } = current().campaign
      return external.lines(path, past.bytes(snapshot.commit.tree, path))
    },
    leaveEdits: async () => writable().campaign.external.leave(),
    adopt: () =>
      between(async ({ campaign }) => {
        const { beat, links } = await campaign.adopt()
        tellEdits(campaign)
        announce({ kind: 'head' })
        return { ...beat, ...(links ? { links } : {}) }
      }),
    setAside: () =>
      between(async ({ campaign }) => {
        const folder = campaign.external.setAside()
        tellEdits(campaign)
        return folder
      }),
    fileNow: async ({ path }) => fileNow(await reading(), path),
    picture: async ({ path, at }) => pictureNow(await reading(at), path, at),
    editHistory: async () => {
      const { editHistory, snapshot } = await reading()
      return editHistory.labels(snapshot.commit.id)
    },
    undo: () => edited((campaign) => undo(campaign, 'undo')),
    redo: () => edited((campaign) => undo(campaign, 'redo')),

    wizardPlan: async ({ answers }) => wizardPlan(current().campaign, answers),
    runWizard: ({ answers }) =>
      edited(async (campaign) => {
        const { beat, plan } = await runWizard(campaign, answers)
        return { beat, plan }
      })
  }
}
