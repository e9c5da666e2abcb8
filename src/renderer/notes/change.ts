import { splitHeading } from '../../shared/story/heading'
import { freeName, slug } from '../../shared/story/names'
import type { TreeChange } from '../../shared/contract/workshop-calls'
import { api } from '../client'
import { ifEditable, inTurn, savedEdit } from '../editing'
import { notifyLinks } from '../operations'
import { runCall } from '../run-call'
import { notify } from '../session'
import { counted } from '../ui/amounts'
import { editNote, editOf, noteFiles } from './edits'
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

/** The paths of the notes that are selected in the list: the row that has the focus, or whose menu is open, and those selected with it. */
function pathsHere(): string[] {
  const { row = '', rows, list } = useNotes.get()
  const paths = (rows.length === 0 ? [row] : [...rows.filter((key) => key !== row), ...rows.filter((key) => key === row)]).map((key) =>
    key.slice(key.indexOf('\0') + 1)
  )
  return [...new Set(paths)].filter((path) => list?.notes.some((note) => note.path === path))
}
const pathHere = (): string | undefined => pathsHere().at(-1)

/** Whether a note is selected in the list. */
export const hasRow = (): boolean => pathHere() !== undefined

const titleOf = (path: string): string => useNotes.get().list?.notes.find((note) => note.path === path)?.title ?? path
const isTaken = (path: string): boolean => useNotes.get().list?.notes.some((note) => note.path.toLowerCase() === path.toLowerCase()) === true
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const freePath = (folder: string, title: string, taken: readonly string[] = []): string =>
  `${folder}/${freeName(slug(title), (name) => isTaken(`${folder}/${name}.md`) || taken.includes(`${folder}/${name}.md`))}.md`

/** Runs a change of the selected notes in its turn, unless one of them belongs to something else or has unsaved changes. */
const onNotes = (run: (paths: readonly string[]) => unknown) => (): void =>
  inTurn(() =>
    ifEditable(async () => {
      const paths = pathsHere()
      if (paths.length === 0) return undefined
      for (const path of paths) {
        const [, kind = ''] = /^world\/(\w+)\/.*ABOUT\.md$/i.exec(path) ?? []
        const owner = OWNERS[kind]
        if (owner !== undefined) return notify(`This text belongs to “${titleOf(path)}”. Rename, duplicate or remove that in the ${owner}.`)
      }
      await noteFiles.inOrder(async () => undefined)
      const unsaved = paths.find((path) => {
        const edit = editOf(path)
        return edit && isUnsaved(edit)
      })
      if (unsaved !== undefined) return notify(`“${titleOf(unsaved)}” has unsaved changes. Save or discard them first.`)
      return run(paths)
    })
  )

/** The notes in a sentence. */
const named = (paths: readonly string[]): string => (paths.length === 1 ? `the note “${titleOf(paths[0] ?? '')}”` : counted(paths.length, 'note'))

async function change(what: TreeChange | TreeChange[], subject: string): Promise<boolean> {
  const beat = await runCall(() => api.changeFiles.mutate({ change: what, subject: clipped(subject, 300) }))
  if (!beat) return false
  await savedEdit(beat)
  if (beat.links) notifyLinks(beat.links)
  await loadNotes()
  return true
}

function show(path: string): void {
  // Its row is known at once in the list by folder, so that the next key is about this note.
  useNotes.set({ row: useNotes.get().by === 'folders' ? path : undefined, rows: [] })
  openNote(path)
  focusNotes()
}

/** The list. */
export const notesElement = (): HTMLElement | null => document.getElementById('notes-tree')
export const focusNotes = (): void => notesElement()?.focus()

/** Asks for the title of a new note. */
export const askNote = (): Promise<void | undefined> => ifEditable(async () => useNotes.set({ naming: 'new' }))

/** Asks for another title of the selected note. */
export const askTitle = onNotes(() => useNotes.set({ naming: { row: useNotes.get().row ?? '' } }))

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

/** Copies the selected notes, each beside itself, as one beat. */
export const copyNotes = onNotes(async (paths) => {
  const copies: string[] = []
  for (const path of paths) copies.push(freePath(folderOf(path), path.slice(path.lastIndexOf('/') + 1).replace(/(-\d+)?\.md$/i, ''), copies))
  const changes = paths.map((path, i): TreeChange => ({ what: 'copy', path, to: copies[i] ?? '' }))
  if (await change(changes, `Copied ${named(paths)}`)) show(copies.at(-1) ?? '')
})

/** Removes the selected notes as one beat. The next one in the list is selected. */
export const removeNotes = onNotes(async (paths) => {
  const all = useNotes.get().list?.notes.map((note) => note.path) ?? []
  const path = paths.at(-1) ?? ''
  const near = all.filter((one) => folderOf(one) === folderOf(path) && !paths.includes(one))
  const next = near.find((one) => one > path) ?? near.at(-1)
  const subject = `Removed ${named(paths)}`
  if (
    !(await change(
      paths.map((one) => ({ what: 'remove', path: one })),
      subject
    ))
  )
    return
  if (next !== undefined) return show(next)
  useNotes.set({ row: undefined, rows: [], path: undefined, page: undefined })
  focusNotes()
})
