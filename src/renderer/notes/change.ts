import { splitHeading } from '../../shared/story/heading'
import { freeName, slug } from '../../shared/story/names'
import type { TreeChange } from '../../shared/contract/workshop-calls'
import { api } from '../client'
import { ifEditable, inTurn, savedEdit } from '../editing'
import { notifyLinks } from '../operations'
import { runCall } from '../run-call'
import { notify } from '../session'
import { editNote, editOf, savesDone } from './edits'
import { loadNotes, openNote } from './load'
import { isUnsaved } from './note-edit'
import type { NoteRow } from './rows'
import { useNotes } from './state'
import { clipped } from '../../shared/words/clipped'

// Creating, renaming, copying and removing notes. Each is one beat that Undo takes back.

/** The folder of new notes where none is selected. */
const FOLDER = 'world/misc'
/** The views that edit what an ABOUT.md belongs to, by its folder. */
const OWNERS: Readonly<Record<string, string>> = { players: 'Cast (key 8)', npcs: 'Cast (key 8)', regions: 'Map (key 2)', story: 'Story (key 9)' }

/** The path of the row of the list that has the focus, or whose menu is open. */
const pathHere = (): string | undefined => {
  const { row = '' } = useNotes.get()
  const path = row.slice(row.indexOf('\0') + 1)
  return useNotes.get().list?.notes.some((note) => note.path === path) ? path : undefined
}

/** Whether a note is selected in the list. */
export const hasRow = (): boolean => pathHere() !== undefined

const titleOf = (path: string): string => useNotes.get().list?.notes.find((note) => note.path === path)?.title ?? path
const isTaken = (path: string): boolean => useNotes.get().list?.notes.some((note) => note.path.toLowerCase() === path.toLowerCase()) === true
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const freePath = (folder: string, title: string): string => `${folder}/${freeName(slug(title), (name) => isTaken(`${folder}/${name}.md`))}.md`

/** Runs a change of the selected note in its turn, unless the note belongs to something else or has unsaved changes. */
const onNote = (run: (path: string) => unknown) => (): void =>
  inTurn(() =>
    ifEditable(async () => {
      const path = pathHere()
      if (path === undefined) return undefined
      const [, kind = ''] = /^world\/(\w+)\/.*ABOUT\.md$/i.exec(path) ?? []
      const owner = OWNERS[kind]
      if (owner !== undefined) return notify(`This text belongs to “${titleOf(path)}”. Rename, duplicate or remove that in the ${owner}.`)
      await savesDone()
      const edit = editOf(path)
      if (edit && isUnsaved(edit)) return notify(`“${titleOf(path)}” has unsaved changes. Save or discard them first.`)
      return run(path)
    })
  )

async function change(what: TreeChange, subject: string): Promise<boolean> {
  const beat = await runCall(() => api.changeFiles.mutate({ change: what, subject: clipped(subject, 300) }))
  if (!beat) return false
  await savedEdit(beat)
  if (beat.links) notifyLinks(beat.links)
  await loadNotes()
  return true
}

function show(path: string): void {
  useNotes.set({ row: undefined })
  openNote(path)
  focusNotes()
}

/** The list. */
export const notesElement = (): HTMLElement | null => document.getElementById('notes-tree')
export const focusNotes = (): void => notesElement()?.focus()

/** Asks for the title of a new note. */
export const askNote = (): Promise<void | undefined> => ifEditable(async () => useNotes.set({ naming: 'new' }))

/** Asks for another title of the selected note. */
export const askTitle = onNote(() => useNotes.set({ naming: { row: useNotes.get().row ?? '' } }))

/** Creates a note beside the selected one and opens it in the editor. */
export async function addNote(title: string): Promise<void> {
  const here = pathHere() ?? ''
  const folder = /^world\/(players|npcs|regions|story)\//.test(here) || folderOf(here) === '' ? FOLDER : folderOf(here)
  const path = freePath(folder, title)
  if (!(await change({ what: 'create', path, text: `# ${title}\n\n` }, `Added the note “${title}”`))) return
  openNote(path)
  await editNote(path)
}

/** Changes the title of a note: its heading, or its file's name if it has none. */
export async function retitleNote({ path = '' }: NoteRow, title: string): Promise<void> {
  const file = await runCall(() => api.fileText.query({ path }))
  if (!file) return
  const subject = clipped(`Renamed the note “${titleOf(path)}” to “${title}”`, 300)
  const [front = ''] = /^---\r?\n[^]*?\r?\n---\r?\n/.exec(file.text) ?? []
  const { heading } = splitHeading(file.text.slice(front.length))
  if (heading === '') {
    const to = freePath(folderOf(path), title)
    if (await change({ what: 'move', path, to }, subject)) show(to)
    return
  }
  const text = front + file.text.slice(front.length).replace(/# .*/, () => `# ${title}`)
  const done = await runCall(() => api.saveText.mutate({ path, text, subject, over: file.version }))
  if (!done || 'held' in done) return
  await savedEdit(done.beat)
  await loadNotes()
}

/** Copies the selected note beside it. */
export const copyNote = onNote(async (path) => {
  const to = freePath(folderOf(path), path.slice(path.lastIndexOf('/') + 1).replace(/(-\d+)?\.md$/i, ''))
  if (await change({ what: 'copy', path, to }, `Copied the note “${titleOf(path)}”`)) show(to)
})

/** Removes the selected note. The next one in the list is selected. */
export const removeNote = onNote(async (path) => {
  const paths = useNotes.get().list?.notes.map((note) => note.path) ?? []
  const folder = folderOf(path)
  const near = paths.filter((one) => folderOf(one) === folder && one !== path)
  const next = near.find((one) => one > path) ?? near.at(-1)
  if (!(await change({ what: 'remove', path }, `Removed the note “${titleOf(path)}”`))) return
  if (next !== undefined) return show(next)
  useNotes.set({ row: undefined, path: undefined, page: undefined })
  focusNotes()
})
