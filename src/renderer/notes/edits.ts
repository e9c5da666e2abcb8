import { own } from '../../shared/base/json'
import { pathTo } from '../../shared/base/paths'
import type { FileText } from '../../shared/contract/workshop-calls'
import { fold } from '../../shared/story/names'
import { pictureText } from '../../shared/story/note-pictures'
import { pictureName, PICTURES } from '../../shared/story/pictures'
import { api } from '../client'
import { ifEditable, savedEdit } from '../editing'
import type { ChosenPicture } from '../fields/PictureDialog'
import { focusFieldSoon } from '../fields/focus-field'
import { openAt } from '../files/open-at'
import { proposedMessage } from '../proposed-message'
import { keptDrafts } from '../kept-drafts'
import { problemOf } from '../problem-of'
import { runCall } from '../run-call'
import { notify, useSession } from '../session'
import { begunEdit, decidedEdit, followedEdit, isUnsaved, picturesFor, savedEditOf, typedEdit, type NoteEdit } from './note-edit'
import { isShown, useNotes } from './state'

// Notes are edited in the view. A note's draft is the one of its file, so the Workshop finds it too.

export const editOf = (path: string): NoteEdit | undefined => own(useNotes.get().edits, path)

/** The unsaved notes, which survive closing or a crash of the app. */
export const keptNotes = keptDrafts('text', (path) => {
  const edit = editOf(path)
  return edit && isUnsaved(edit) ? { text: edit.text, over: edit.version } : undefined
})

/** The name of the field of a note's text, to focus it. */
export const fieldOf = (path: string): string => `note:${path}`

function put(path: string, edit: NoteEdit | undefined): void {
  const { [path]: _, ...others } = useNotes.get().edits
  if (edit) useNotes.set({ edits: { ...others, [path]: edit } })
  else useNotes.set({ edits: others, ...(useNotes.get().path === path ? { isEditing: false } : {}) })
}

let last: Promise<unknown> = Promise.resolve()

/** Reads and saves run one after the other, so that no answer is older than the edit it applies to. */
function inOrder<T>(run: () => Promise<T>): Promise<T> {
  const done = last.then(run)
  last = done.catch(() => undefined)
  return done
}

/** Resolves when the saves that have begun are done. */
export const savesDone = (): Promise<void> => inOrder(async () => undefined)

/** Edits a note in the view, with its stored unsaved text. */
export const editNote = (path: string): Promise<void | undefined> =>
  ifEditable(async () => {
    if (!editOf(path)) {
      const read = await runCall(() => Promise.all([api.fileText.query({ path }), keptNotes.draftOf(path)]))
      if (!read || useNotes.get().path !== path) return
      const edit = begunEdit(...read)
      if (isUnsaved(edit)) notify(`Restored the unsaved changes in ${path}.`)
      put(path, edit)
    }
    useNotes.set({ isEditing: true, isGraph: false })
    focusFieldSoon(fieldOf(path))
  })

/** Shows the text of the note again. Unsaved changes are kept. */
export function leaveEditor(path: string): void {
  const edit = editOf(path)
  if (edit && isUnsaved(edit)) keptNotes.keepNow(path)
  else put(path, undefined)
  useNotes.set({ isEditing: false, isFocusWanted: true })
}

export function typeNote(path: string, plain: string): void {
  const edit = editOf(path)
  if (edit) put(path, typedEdit(edit, plain))
  keptNotes.keep(path)
}

/** Shows a picture in a note that is edited; `insert` adds a paragraph to the text. A new picture is saved with the text, as one beat. */
export async function addPicture(path: string, { file, bytes }: ChosenPicture, alt: string, insert: (paragraph: string) => void): Promise<void> {
  const edit = editOf(path)
  if (!edit) return
  const show = (name: string): void => insert(pictureText(pathTo(path, `${PICTURES}/${name}`), alt))
  if (bytes === undefined) return show(file)
  const taken = new Set([...Object.keys(useSession.getState().present?.lore.pictures ?? {}), ...Object.keys(edit.pictures ?? {})].map(fold))
  const start = Uint8Array.from(atob(bytes.slice(0, 64)), (one) => one.charCodeAt(0))
  const name = pictureName(file, start, (one) => taken.has(fold(one)))
  put(path, { ...edit, pictures: { ...edit.pictures, [name]: bytes } })
  show(name)
  return saveNote(path)
}

export function setMessage(path: string, message: string | undefined): void {
  const edit = editOf(path)
  if (edit) put(path, { ...edit, message })
}

/** Discards the unsaved changes of a note. In the editor, the user goes on with the saved text. */
export function discardEdit(path: string): void {
  const edit = editOf(path)
  const isInEditor = useNotes.get().isEditing
  put(path, edit && isInEditor ? decidedEdit({ ...edit, text: edit.saved, message: undefined, pictures: undefined }, 'theirs') : undefined)
  void keptNotes.forget(path)
  if (isInEditor && editOf(path)) focusFieldSoon(fieldOf(path))
  else useNotes.set({ isEditing: false, isFocusWanted: true })
}

/** The message that a save proposes. */
export async function messageOf(path: string): Promise<string> {
  const edit = editOf(path)
  return edit ? proposedMessage(path, edit.version === null ? undefined : edit.saved, edit.text) : ''
}

/** Saves a note as one beat, over the version that the designer has seen. */
export const saveNote = (path: string): Promise<void> => inOrder(() => save(path))

async function save(path: string): Promise<void> {
  const edit = editOf(path)
  if (!edit || !isUnsaved(edit) || edit.theirs !== undefined) return
  const { text, version } = edit
  const pictures = picturesFor(edit, text).named.map(([file, bytes]) => ({ file, bytes }))
  useNotes.set({ isSaving: true })
  try {
    await ifEditable(async () => {
      const subject = edit.message?.trim() || (await messageOf(path))
      const done = await runCall(async () => {
        try {
          return await api.saveText.mutate({ path, text, subject, over: version, ...(pictures.length > 0 ? { pictures } : {}) })
        } catch (error) {
          if (problemOf(error).code !== 'conflict') throw error
          await follow(path)
          return undefined
        }
      })
      const now = editOf(path)
      if (!done || !now) return
      put(path, savedEditOf(now, text, done.version))
      keptNotes.keepNow(path)
      if (done.aside !== undefined) notify(`Saved. A copy of the version that was changed outside is in ${done.aside}.`)
      if ('held' in done) notify(`Saved in the folder, but not in use: ${done.held.message}`)
      else await savedEdit(done.beat)
    })
  } finally {
    useNotes.set({ isSaving: false })
  }
}

/** Decides which version of a note to keep after its file changed while it had unsaved changes. */
export function keepVersion(path: string, keep: 'mine' | 'theirs'): void {
  const edit = editOf(path)
  put(path, edit && decidedEdit(edit, keep))
  keptNotes.keepNow(path)
  focusFieldSoon(fieldOf(path))
}

async function follow(path: string): Promise<void> {
  let file: FileText | null
  try {
    file = await api.fileText.query({ path })
  } catch (error) {
    // An unreadable file or a core that doesn't answer says nothing about the text; a save over another version is refused.
    if (problemOf(error).code !== 'not-found') return
    file = null
  }
  const edit = editOf(path)
  if (!edit) return
  const next = followedEdit(edit, file)
  if (next === edit) return
  put(path, next)
  // The Workshop forgets the draft of a file that it rereads; this one is still unsaved.
  if (next && isUnsaved(next)) keptNotes.keep(path)
}

/** Rereads the files of edited notes: a note without unsaved changes is updated; for the others the user is asked which version to keep. */
export const compareNotes = (): Promise<void> =>
  inOrder(async () => {
    for (const path of Object.keys(useNotes.get().edits)) await follow(path)
  })

/** Opens a note in the Workshop, which shows its unsaved changes. */
export async function openInWorkshop(path: string): Promise<void> {
  const edit = editOf(path)
  if (edit && isUnsaved(edit)) await keptNotes.put(path, { text: edit.text, over: edit.version })
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
    void compareNotes()
  })
}
