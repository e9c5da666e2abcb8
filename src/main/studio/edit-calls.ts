import type { EditCalls } from '../../shared/contract/edit-calls'
import { fileNow } from '../story/edits/current-file'
import { undo } from '../story/edits/undo'
import type { Desk } from './desk'
import { edited } from './world-calls'

/** The calls about external changes, undo and redo. */
export function editCalls(desk: Desk): EditCalls {
  const { current, writable, between, announce } = desk
  return {
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
        const saved = await campaign.adopt()
        announce({ kind: 'edits', edits: campaign.external.list() })
        announce({ kind: 'head' })
        return { ...saved.beat, ...(saved.links ? { links: saved.links } : {}) }
      }),
    setAside: () =>
      between(async ({ campaign }) => {
        const folder = campaign.external.setAside()
        announce({ kind: 'edits', edits: campaign.external.list() })
        return folder
      }),
    fileNow: async ({ path }) => {
      const { campaign } = current()
      await campaign.inStep()
      return fileNow(campaign, path)
    },
    editHistory: async () => {
      const { campaign } = current()
      await campaign.inStep()
      return campaign.editHistory.labels(campaign.snapshot.commit.id)
    },
    undo: () => edited(desk, (campaign) => undo(campaign, 'undo')),
    redo: () => edited(desk, (campaign) => undo(campaign, 'redo'))
  }
}
