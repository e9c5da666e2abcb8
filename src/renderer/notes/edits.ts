import { own } from '../../shared/base/json'
import { pathTo } from '../../shared/base/paths'
import { pictureText } from '../../shared/story/note-pictures'
import { PICTURES } from '../../shared/story/pictures'
import { api } from '../client'
import { editedFiles, textEditor } from '../edited-files'
import { ifEditable } from '../editing'
import type { ChosenPicture } from '../fields/PictureDialog'
import { focusFieldSoon } from '../fields/focus-field'
import { picturesFor, withNewPicture } from '../fields/new-pictures'
import { openAt } from '../files/open-at'
import { proposedMessage } from '../proposed-message'
import { showProblem, useSession } from '../session'
import { isUnsaved, typedText, type NoteEdit } from './note-edit'
import { isShown, useNotes } from './state'

// Notes are edited in the view. A note's draft is the one of its file, so the Workshop finds it too.

export const editOf = (path: string): NoteEdit | undefined => own(useNotes.get().edits, path)

const proposed = ({ path, version, saved }: NoteEdit, text: string): Promise<string> =>
  proposedMessage(path, version === null ? undefined : saved, text)

/** The edited notes as files of the campaign. */
export const noteFiles = editedFiles<string, NoteEdit>({
  ...textEditor,
  files: () => useNotes.get().edits,
  setFiles: (edits) => useNotes.set({ edits }),
  contentOf: ({ text }) => text,
  isUnsaved,
  show: (path, text) => noteFiles.change(path, { text }),
  onGone: (path) => useNotes.get().path === path && useNotes.set({ isEditing: false }),
  onUnreadable: (path, error) => {
    showProblem(error)
    if (useNotes.get().path === path) useNotes.set({ isEditing: false })
  },
  propose: proposed,
  save: async ({ path, version, pictures }, text, subject) => {
    const saved = await api.saveText.mutate({ path, text, subject, over: version, pictures: picturesFor(pictures, text).named })
    noteFiles.change(path, { pictures: picturesFor(editOf(path)?.pictures, text).others })
    return saved
  },
  onSaving: (_, isSaving) => useNotes.set({ isSaving })
})

/** The name of the field of a note's text, to focus it. */
export const fieldOf = (path: string): string => `note:${path}`

/** Edits a note in the view, with its stored unsaved text. */
export const editNote = (path: string): Promise<void | undefined> =>
  ifEditable(async () => {
    if (!editOf(path)) {
      const file = await noteFiles.open(path)
      if (!file || useNotes.get().path !== path) return
      useNotes.set({ edits: { ...useNotes.get().edits, [path]: { ...file, text: file.draft ?? file.saved } } })
    }
    useNotes.set({ isEditing: true, isGraph: false })
    focusFieldSoon(fieldOf(path))
  })

/** Shows the text of the note again. Unsaved changes are kept. */
export function leaveEditor(path: string): void {
  const edit = editOf(path)
  if (edit && isUnsaved(edit)) noteFiles.drafts.keepNow(path)
  else noteFiles.close(path)
  useNotes.set({ isEditing: false, isFocusWanted: true })
}

export function typeNote(path: string, plain: string): void {
  const edit = editOf(path)
  if (edit) noteFiles.change(path, { text: typedText(edit, plain) })
  noteFiles.drafts.keep(path)
}

/** Shows a picture in a note that is edited; `insert` adds a paragraph to the text. A new picture is saved with the text, as one beat. */
export async function addPicture(path: string, { file, bytes }: ChosenPicture, alt: string, insert: (paragraph: string) => void): Promise<void> {
  const edit = editOf(path)
  if (!edit) return
  const show = (name: string): void => insert(pictureText(pathTo(path, `${PICTURES}/${name}`), alt))
  if (bytes === undefined) return show(file)
  const { name, pictures } = withNewPicture(edit.pictures, { file, bytes }, useSession.getState().present?.lore)
  noteFiles.change(path, { pictures })
  show(name)
  return saveNote(path)
}

/** Discards the unsaved changes of a note. In the editor, the user goes on with the saved text. */
export function discardEdit(path: string): void {
  const isInEditor = useNotes.get().isEditing
  noteFiles.discard(path)
  if (isInEditor && editOf(path)) return focusFieldSoon(fieldOf(path))
  noteFiles.close(path)
  useNotes.set({ isEditing: false, isFocusWanted: true })
}

/** The message that a save proposes. */
export async function messageOf(path: string): Promise<string> {
  const edit = editOf(path)
  return edit ? proposed(edit, edit.text) : ''
}

/** Saves a note as one beat, over the version that the designer has seen. */
export const saveNote = async (path: string): Promise<void> => void (await ifEditable(() => noteFiles.save(path)))

/** Decides which version of a note to keep after its file changed while it had unsaved changes. */
export function keepVersion(path: string, keep: 'mine' | 'theirs'): void {
  noteFiles.keepVersion(path, keep)
  focusFieldSoon(fieldOf(path))
}

/** Opens a note in the Workshop, which shows its unsaved changes. */
export async function openInWorkshop(path: string): Promise<void> {
  const edit = editOf(path)
  if (edit && isUnsaved(edit)) await noteFiles.drafts.put(path, { text: edit.text, over: edit.version })
  openAt(path)
}

/** Follows the files of edited notes while the notes are in view. Returns a function that removes the listeners. */
export function followEdits(): () => void {
  let seen: readonly unknown[] = []
  return useSession.subscribe(({ present }) => {
    if (!present || !isShown() || Object.keys(useNotes.get().edits).length === 0) return
    const now = [present.campaign.dir, present.head, present.edits]
    if (now.every((one, i) => one === seen[i])) return
    seen = now
    void noteFiles.compare()
  })
}
