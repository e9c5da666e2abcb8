import { newSheet } from '../../shared/story/new-sheet'
import { api } from '../client'
import { ifEditable, savedEdit } from '../editing'
import { runCall } from '../run-call'
import { useSession } from '../session'
import type { MissingSheet } from '../store/remedy'
import { openAt } from './open-at'

/** Saves the missing sheet of a character as one beat, in the first location, and opens it in the workshop. */
export async function createSheet({ path, id }: MissingSheet): Promise<void> {
  await ifEditable(async () => {
    const [place] = Object.keys(useSession.getState().present?.state.places ?? {}).toSorted()
    const text = newSheet(id, place ?? '')
    const done = await runCall(() => api.saveText.mutate({ path, text, subject: `Added the sheet of ${id}`, over: null }))
    if (!done) return
    if ('beat' in done) await savedEdit(done.beat)
    openAt(path)
  })
}
