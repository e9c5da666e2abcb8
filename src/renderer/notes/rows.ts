import type { NoteLine } from '../../shared/contract/world-calls'
import type { TreeRow } from '../canvas/tree'

/** A row of the list: a note, or a folder or tag with the number of its notes. */
export interface NoteRow extends TreeRow {
  path?: string
  count?: number
}

interface Folder {
  folders: Map<string, Folder>
  notes: NoteLine[]
}

const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const byTitle = (a: NoteLine, b: NoteLine): number => compare(a.title, b.title) || (a.path < b.path ? -1 : 1)

/** The notes with a text in title or path, or with the tag that a text such as `#clue` names. */
export function matching(notes: readonly NoteLine[], query: string): readonly NoteLine[] {
  const wanted = query.trim().normalize('NFC').toLowerCase()
  if (wanted === '') return notes
  const tag = wanted.startsWith('#') ? wanted.slice(1) : undefined
  return notes.filter(({ title, path, tags }) =>
    tag !== undefined
      ? tags.some((one) => one.toLowerCase().startsWith(tag))
      : title.normalize('NFC').toLowerCase().includes(wanted) || path.toLowerCase().includes(wanted)
  )
}

/** The folders in which a note is listed. An ABOUT.md represents its folder. */
export const foldersOf = (path: string): string[] =>
  path
    .replace(/\/ABOUT\.md$/i, '.md')
    .split('/')
    .slice(0, -1)

/** The visible rows by folder. `isOpen` says which folders are open. */
export function folderRows(notes: readonly NoteLine[], isOpen: (key: string) => boolean): NoteRow[] {
  const top: Folder = { folders: new Map(), notes: [] }
  for (const note of notes) {
    let at = top
    for (const name of foldersOf(note.path)) {
      const next = at.folders.get(name) ?? { folders: new Map(), notes: [] }
      at.folders.set(name, next)
      at = next
    }
    at.notes.push(note)
  }
  const rows: NoteRow[] = []
  const add = ({ folders, notes: own }: Folder, prefix: string, level: number, above: number | undefined): void => {
    const names = [...folders].toSorted(([a], [b]) => order(a, level) - order(b, level) || compare(a, b))
    const size = names.length + own.length
    names.forEach(([name, folder], i) => {
      const key = `${prefix}${name}/`
      const open = isOpen(key)
      const at = rows.push({ key, label: name, level, open, position: i + 1, size, count: countOf(folder), ...under(above) }) - 1
      if (open) add(folder, key, level + 1, at)
    })
    own.toSorted(byTitle).forEach(({ path, title }, i) => {
      rows.push({ key: path, path, label: title, level, position: names.length + i + 1, size, ...under(above) })
    })
  }
  add(top, '', 1, undefined)
  return rows
}

const order = (name: string, level: number): number => (level === 1 && name === 'world' ? 0 : 1)
const under = (above: number | undefined): { above?: number } => (above === undefined ? {} : { above })
const countOf = ({ folders, notes }: Folder): number => notes.length + [...folders.values()].reduce((sum, folder) => sum + countOf(folder), 0)

/** The key of the row of a tag, and of a note under it. */
export const tagKey = (tag: string, path = ''): string => `#${tag.toLowerCase()}\0${path}`

/** The visible rows by tag, ignoring case; a note has a row under each of its tags. Notes without tags come last. */
export function tagRows(notes: readonly NoteLine[], isOpen: (key: string) => boolean, untagged: string): NoteRow[] {
  const tags = new Map<string, { label: string; notes: NoteLine[] }>()
  const plain: NoteLine[] = []
  for (const note of notes) {
    if (note.tags.length === 0) plain.push(note)
    for (const tag of note.tags) {
      const one = tags.get(tag.toLowerCase()) ?? { label: tag, notes: [] }
      tags.set(tag.toLowerCase(), one)
      if (one.notes.at(-1) !== note) one.notes.push(note)
    }
  }
  const groups = [...tags.values()]
    .toSorted((a, b) => compare(a.label, b.label))
    .map(({ label, notes: own }) => ({ key: tagKey(label), tag: label, label: `#${label}`, own }))
  if (plain.length > 0) groups.push({ key: tagKey(''), tag: '', label: untagged, own: plain })
  const rows: NoteRow[] = []
  groups.forEach(({ key, tag, label, own }, i) => {
    const open = isOpen(key)
    const above = rows.push({ key, label, level: 1, open, position: i + 1, size: groups.length, count: own.length }) - 1
    if (open)
      own.toSorted(byTitle).forEach(({ path, title }, j) => {
        rows.push({ key: tagKey(tag, path), path, label: title, level: 2, position: j + 1, size: own.length, above })
      })
  })
  return rows
}
