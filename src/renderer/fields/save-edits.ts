import type { RemovedNames } from '../../shared/contract/language-calls'
import type { WorldEdit } from '../../shared/contract/world-edits'
import { api } from '../client'
import { ifEditable, savedEdit, withReferences } from '../editing'
import { notifyLinks } from '../operations'
import { problemOf } from '../problem-of'
import { updateMap, useSession } from '../session'
import { withFault, withSavedDraft } from '../store/drafts'
import { editIn, fieldIn, renamedFrom, withRenames } from '../store/renames'

const get = useSession.getState

/** Edits of the world, or a function that makes them once all earlier edits are shown. */
type Edits = readonly WorldEdit[] | (() => readonly WorldEdit[])

let last: Promise<unknown> = Promise.resolve()

/** Keeps the selection and the drafts with their items when ids change. Returns a function that removes the listener. */
export const followRenames = (): (() => void) =>
  useSession.subscribe(({ present, mapState }, { present: before }) => {
    const moved = present && before && renamedFrom(before.state, present.state, mapState)
    if (moved) updateMap(moved)
  })

/** Saves edits of the world as one beat and waits until it is shown; one after another, so each builds on the last and its new ids. */
function queueEdits(asked: Edits): Promise<string[]> {
  const making = last.then(() => {
    const { present, mapState } = get()
    const wanted = typeof asked === 'function' ? asked() : asked
    const edits = wanted.map((edit) => (present ? editIn(present.state, mapState.renames, edit) : edit))
    const renames = withRenames(mapState.renames, edits)
    if (renames !== mapState.renames) updateMap({ renames })
    return edits.length === 0 ? [] : saveEdits(edits)
  })
  last = making.catch(() => undefined)
  return making
}

async function saveEdits(edits: WorldEdit[]): Promise<string[]> {
  const { beat, created, links } = await api.editWorld.mutate({ edits })
  await savedEdit(beat)
  if (links) notifyLinks(links)
  return created
}

/** Edits the world as one beat and waits until it is shown. Returns the new ids, or undefined after showing a refusal with its references. */
export async function editWorld(edits: Edits): Promise<string[] | undefined> {
  return ifEditable(() => withReferences(edits, () => queueEdits(edits)))
}

/** Removes things of one kind as one beat. A refusal is shown with what names them; `anyway` removes that too. Resolves with whether they are gone. */
export const removeNames = async (removed: RemovedNames, anyway = false): Promise<boolean> =>
  (await ifEditable(async () => {
    const beat = await withReferences([], () => api.removeNames.mutate({ ...removed, anyway, drafts: {} }), removed)
    if (beat) await savedEdit(beat)
    return beat !== undefined
  })) ?? false

const saving = new Map<string, string>()

/** Saves the draft of a field as one beat. If that is refused, the field keeps the draft and shows the reason. */
export async function saveField(field: string, text: string, edits: Edits): Promise<void> {
  if (saving.get(field) === text) return
  saving.set(field, text)
  try {
    await queueEdits(edits)
    updateMap({ drafts: withSavedDraft(get().mapState.drafts, fieldNow(field), text) })
  } catch (error) {
    updateMap({ drafts: withFault(get().mapState.drafts, fieldNow(field), text, problemOf(error).message) })
  } finally {
    saving.delete(field)
  }
}

function fieldNow(field: string): string {
  const { present, mapState } = get()
  return present ? fieldIn(present.state, mapState.renames, field) : field
}
