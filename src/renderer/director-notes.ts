import type { NoteOnBeat, NoteWritten } from '../shared/story/director-notes'
import { api } from './client'
import type { LineSpot } from './line-spot'
import { problemOf } from './problem-of'
import { runCall } from './run-call'
import { notify, useSession } from './session'
import { onChange, slice } from './slice'

interface Notes {
  /** Every director's note, in the order of the beats; undefined until they are known. */
  notes?: readonly NoteOnBeat[] | undefined
  byCommit: ReadonlyMap<string, readonly NoteOnBeat[]>
  /** Sentences about notes that can't be read. */
  problems: readonly string[]
  /** The note or the line that the dialog is about. */
  writing?: (LineSpot & { note?: NoteOnBeat }) | undefined
  /** What was typed and not saved, by the note or line that it is about. */
  drafts: Readonly<Record<string, string>>
  /** The note that was removed last in this window. */
  removed?: NoteOnBeat | undefined
}

/** The director's notes of the campaign. */
export const useDirectorNotes = slice<Notes>('director-notes', { byCommit: new Map(), problems: [], drafts: {} })

const none: readonly NoteOnBeat[] = []
/** The notes on a beat. */
export const notesOn = ({ byCommit }: Notes, commit: string | undefined): readonly NoteOnBeat[] =>
  (commit === undefined ? undefined : byCommit.get(commit)) ?? none

function byCommit(notes: readonly NoteOnBeat[]): Map<string, readonly NoteOnBeat[]> {
  const all = new Map<string, NoteOnBeat[]>()
  for (const note of notes) all.set(note.commit, [...(all.get(note.commit) ?? []), note])
  return all
}

async function fetchNotes(): Promise<void> {
  try {
    const { notes, problems } = await api.directorNotes.query()
    useDirectorNotes.set({ notes, problems, byCommit: byCommit(notes) })
  } catch (error) {
    useDirectorNotes.set({ notes: useDirectorNotes.get().notes ?? [], problems: [problemOf(error).message] })
  }
}

/** Reads the notes whenever one has changed, in this window or elsewhere. Returns a function that removes the listener. */
export function followNotes(): () => void {
  void fetchNotes()
  return onChange(
    () => useSession.getState().present?.notes,
    () => void fetchNotes()
  )
}

/** The key of a draft. */
export const draftKey = ({ commit, line, note }: LineSpot & { note?: NoteOnBeat }): string => note?.id ?? `${commit}/${line ?? ''}`

/** Opens the dialog for a note on a line. Every feature may call it. */
export function writeNoteOn(spot: LineSpot & { note?: NoteOnBeat }): void {
  useDirectorNotes.set({ writing: spot })
  useSession.setState({ dialog: 'director-note' })
}

/** Writes a note. Throws what the core throws. */
export const saveNote = (note: NoteWritten): Promise<string> => api.writeDirectorNote.mutate(note)

/** Marks a note as done or open. */
export const markNote = ({ commit, id, text, line, quote, done }: NoteOnBeat): Promise<unknown> =>
  runCall(() => saveNote({ commit, id, was: text, text, line, quote, done: done !== true }))

/** Removes a note. It can be brought back until another one is removed. */
export async function removeNote(note: NoteOnBeat): Promise<void> {
  const done = await runCall(async () => {
    await api.removeDirectorNote.mutate({ commit: note.commit, id: note.id })
    return true
  })
  if (!done) return
  useDirectorNotes.set({ removed: note })
  notify('Removed the director’s note.', { command: 'director.restore', words: 'Undo' })
}

/** Brings back the note that was removed last. */
export async function restoreNote(): Promise<void> {
  const { removed } = useDirectorNotes.get()
  if (!removed) return
  const { commit, id, text, line, quote, done } = removed
  const back = await runCall(() => saveNote({ commit, id, text, line, quote, done: done === true }))
  if (back !== undefined) useDirectorNotes.set({ removed: undefined })
}
