import type { NoteList, NotePage } from '../../shared/contract/world-calls'
import { useSession } from '../session'
import { slice } from '../slice'
import type { NoteEdit } from './note-edit'

/** The number of links that the graph follows from the open note. */
type GraphReach = 1 | 2 | 'all'

interface NotesState {
  /** The list of notes with its version, once it is read. */
  list?: NoteList | undefined
  version?: string | undefined
  problem?: string | undefined
  /** The seat whose notes are shown; absent for all notes. */
  as?: string | undefined
  path?: string | undefined
  page?: NotePage | undefined
  pageProblem?: string | undefined
  /** The title of the open note when it was last read: a renamed note keeps it. */
  lastTitle?: string | undefined
  by: 'folders' | 'tags'
  query: string
  folds: Readonly<Record<string, boolean>>
  row?: string | undefined
  /** The rows of the selected notes, if several rows were selected; else `row` is. */
  rows: readonly string[]
  /** The row of the list whose title is being edited, or `new` while the title of a new note is asked for. */
  naming?: { row: string } | 'new' | undefined
  /** Notes that were open before, and those that “Back” left, the most recent last. */
  before: readonly string[]
  after: readonly string[]
  isGraph: boolean
  reach: GraphReach
  /** The notes that are edited, by path. An edit that was left stays here with its unsaved changes. */
  edits: Readonly<Record<string, NoteEdit>>
  /** Whether the open note is shown in the editor. */
  isEditing: boolean
  isSaving: boolean
  /** Whether the text takes the focus when it arrives. */
  isFocusWanted: boolean
}

const FIRST: NotesState = {
  by: 'folders',
  query: '',
  folds: { 'world/': true, 'player-notes/': true },
  rows: [],
  before: [],
  after: [],
  isGraph: false,
  reach: 1,
  edits: {},
  isEditing: false,
  isSaving: false,
  isFocusWanted: false
}

/** The notes' slice of the store. */
export const useNotes = slice<NotesState>('notes', FIRST)

/** Whether the notes are in view. */
export const isShown = (): boolean => {
  const { present, desk, coverView } = useSession.getState()
  return present !== undefined && desk.view === 'notes' && coverView === undefined
}
