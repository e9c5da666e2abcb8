import type { NotesCalls } from '../../shared/notes-calls'
import { createNote } from '../story/notes/create-note'
import { noteList, notePage } from '../story/notes/read-notes'
import type { Desk } from './desk'
import { edited } from './world-calls'

/** The calls about notes. */
export function notesCalls(desk: Desk): NotesCalls {
  return {
    notes: async ({ as, at, have }) => noteList(desk.current().campaign, as, at, have),
    note: async ({ path, as, at }) => notePage(desk.current().campaign, path, as, at),
    createNote: ({ from, target }) =>
      edited(desk, async (campaign) => {
        const { beat, path } = await createNote(campaign, from, target)
        return { ...beat, path }
      })
  }
}
