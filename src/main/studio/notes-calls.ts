import type { NotesCalls } from '../../shared/contract/notes-calls'
import { createNote } from '../story/notes/create-note'
import { noteList, notePage } from '../story/notes/read-notes'
import type { OpenCampaign } from '../story/open-campaign'
import type { Desk } from './desk'
import { edited } from './world-calls'

/** The calls about notes. */
export function notesCalls(desk: Desk): NotesCalls {
  /** The open campaign, updated with external changes if the call is about the present. */
  const reading = async (at: string | undefined): Promise<OpenCampaign> => {
    const { campaign } = desk.current()
    if (at === undefined) await campaign.inStep()
    return campaign
  }
  return {
    notes: async ({ as, at, have }) => noteList(await reading(at), as, at, have),
    note: async ({ path, as, at }) => notePage(await reading(at), path, as, at),
    createNote: ({ from, target }) =>
      edited(desk, async (campaign) => {
        const { beat, path } = await createNote(campaign, from, target)
        return { ...beat, path }
      })
  }
}
