import { attempt } from '../../../shared/base/attempt'
import { randomUUID } from 'node:crypto'
import { Problem } from '../../../shared/base/problem'
import { DirectorNote, MAX_NOTE_CHARACTERS, MAX_QUOTE_CHARACTERS, type DirectorNotes, type NoteWritten } from '../../../shared/story/director-notes'
import { beatFactsOf } from '../../campaign/beat-message'
import { NOTES_REF } from '../../campaign/git/commit-notes'
import type { History } from '../../campaign/history'

type Notes = Pick<History, 'notes' | 'writeNotes' | 'blob' | 'commit' | 'person'>

/** A text that changes whenever a note does; undefined without notes. Never throws, because a campaign opens whatever became of its notes. */
export const notesVersion = (history: Pick<History, 'resolve'>): string | undefined => attempt(() => history.resolve(NOTES_REF), 'damaged')

/** Every director's note of a repository, whatever branch has its beat, by the number of the beat. */
export function directorNotes(history: Notes): DirectorNotes {
  const problems: string[] = []
  const notes = [...history.notes()].flatMap(([commit, { oid }]) => {
    const all = readNotes(history.blob(oid).toString('utf8'))
    if (!all) problems.push(damaged(commit).message)
    const beat = beatOf(history, commit)
    return (all ?? []).map((note) => ({ ...note, commit, ...beat }))
  })
  return { notes: notes.toSorted((a, b) => a.n - b.n || (a.line ?? -1) - (b.line ?? -1) || a.at - b.at), problems }
}

/** The number and subject of a beat. Git keeps a note longer than a commit that no branch has. */
function beatOf(history: Notes, commit: string): { n: number; subject: string } {
  try {
    const { n, subject } = beatFactsOf(history.commit(commit)).facts
    return { n, subject }
  } catch {
    return { n: -1, subject: '' }
  }
}

/** Writes a note and returns its id. Throws Problem `bad-input`, `conflict` if another window has changed it, `not-found`, `bad-file`. */
export function writeNote(history: Notes, { commit, id, was, done, text: typed, line, quote }: NoteWritten, now: number): string {
  const text = typed.replaceAll('\r\n', '\n').trim()
  if (text === '') throw new Problem('bad-input', 'The note is empty. Write something, or remove the note.')
  if (text.length > MAX_NOTE_CHARACTERS)
    throw new Problem(
      'bad-input',
      `The note has ${text.length.toLocaleString('en')} characters, and ${MAX_NOTE_CHARACTERS.toLocaleString('en')} fit. Shorten it, or write it in the Notes view.`
    )
  if (id === undefined) history.commit(commit)
  const known = notesOn(history, commit)
  const old = known.find((note) => note.id === id)
  // A note that was removed comes back under its id.
  if (was !== undefined && old?.text !== was)
    throw new Problem('conflict', old ? 'This note was changed in another window. Copy what you typed and open the note again.' : gone, { id })
  const { name } = history.person()
  const note: DirectorNote = {
    id: id ?? randomUUID().slice(0, 8),
    ...(line === undefined ? {} : { line }),
    ...(quote === undefined ? {} : { quote: quote.slice(0, MAX_QUOTE_CHARACTERS) }),
    text,
    ...(done === true ? { done } : {}),
    ...(name === undefined ? {} : { by: name }),
    at: now
  }
  history.writeNotes(new Map([[commit, written([...known.filter((one) => one !== old), note])]]), old ? 'Edit a note' : 'Add a note')
  return note.id
}

const gone = 'This note was removed in another window. Copy what you typed and write a new note.'

/** Removes a note. Throws Problem `not-found`, `bad-file`. */
export function removeNote(history: Notes, commit: string, id: string): void {
  const known = notesOn(history, commit)
  const rest = known.filter((note) => note.id !== id)
  if (rest.length === known.length) throw new Problem('not-found', 'This note no longer exists. Another window may have removed it.', { id })
  history.writeNotes(new Map([[commit, rest.length === 0 ? undefined : written(rest)]]), 'Remove a note')
}

function notesOn(history: Notes, commit: string): DirectorNote[] {
  const blob = history.notes().get(commit)
  if (!blob) return []
  const notes = readNotes(history.blob(blob.oid).toString('utf8'))
  if (!notes) throw damaged(commit)
  return notes
}

const damaged = (commit: string): Problem =>
  new Problem(
    'bad-file',
    `The director's notes on beat ${commit.slice(0, 10)} can't be read, because something else has written them. See them with "git notes --ref=proscenium show ${commit.slice(0, 10)}", and remove them with "remove" in place of "show".`,
    { commit }
  )

/** One note a line, as JSON, so that git can merge the notes of two copies line by line. */
const written = (notes: readonly DirectorNote[]): string => notes.map((note) => `${JSON.stringify(note)}\n`).join('')

/** The notes of a beat; undefined if a line is none. Of two versions of a note, as after a merge, the later one counts. */
export function readNotes(text: string): DirectorNote[] | undefined {
  const byId = new Map<string, DirectorNote>()
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const note = readNote(line)
    if (!note) return undefined
    const other = byId.get(note.id)
    if (!other || other.at <= note.at) byId.set(note.id, note)
  }
  return [...byId.values()]
}

const readNote = (line: string): DirectorNote | undefined => attempt(() => DirectorNote.safeParse(JSON.parse(line)).data, undefined)
