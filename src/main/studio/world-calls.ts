import type { NewEvent } from '../../shared/present'
import type { WorldCalls } from '../../shared/world-calls'
import type { OpenCampaign } from '../story/open-campaign'
import type { OpenFolder } from './open-folder'
import { editWorld } from '../story/world/edit-world'
import { fileNow } from '../story/edits/current-file'
import { exportWorld, importWorld } from '../story/world/map-files'
import { undo } from '../story/edits/undo'

/** What these calls need of the Studio. */
interface Desk {
  current: () => OpenFolder
  writable: () => OpenFolder
  announce: (event: NewEvent) => void
}

/** The part of the Studio that edits the world. Every failure is a Problem. */
export function worldCalls({ current, writable, announce }: Desk): WorldCalls {
  /** An edit waits for the turn that is being played and does not stop the table. */
  const edited = <T>(work: (campaign: OpenCampaign) => Promise<T>): Promise<T> => {
    const { campaign, table } = writable()
    return table.inOrder(async () => {
      await campaign.inStep()
      const done = await work(campaign)
      announce({ kind: 'head' })
      table.tell()
      return done
    })
  }
  return {
    editWorld: (edits) => edited((campaign) => editWorld(campaign, edits)),
    editHistory: async () => {
      const { campaign } = current()
      await campaign.inStep()
      return campaign.editLine.words(campaign.snapshot.commit.id)
    },
    undo: () => edited((campaign) => undo(campaign, 'undo')),
    redo: () => edited((campaign) => undo(campaign, 'redo')),
    importWorld: (text, format, region) => edited((campaign) => importWorld(campaign, { text, format, region })),
    exportWorld: async (format, at, secrets = false) => {
      const { campaign } = current()
      return exportWorld(campaign, format, { at: at ?? campaign.snapshot.commit.id, secrets })
    },
    fileNow: async (path) => {
      const { campaign } = current()
      await campaign.inStep()
      return fileNow(campaign, path)
    }
  }
}
