import { api } from '../client'
import { savedEdit, ifEditable } from '../editing'
import { problemOf } from '../problem-of'
import { runCall } from '../run-call'
import { notify, useSession } from '../session'
import { isShown, useNotes } from './state'
const MAX_BEFORE = 100

let running: Promise<void> | undefined
let isStale = false

/** Reads the list and the open note at the beat in view. Calls during a read cause one more read. */
export function loadNotes(): Promise<void> {
  isStale = true
  running ??= (async () => {
    while (isStale) {
      isStale = false
      await read()
    }
  })().finally(() => (running = undefined))
  return running
}

const reading = (): { as?: string; at?: string } => {
  const { cursor } = useSession.getState()
  const { as } = useNotes.get()
  return { ...(as === undefined ? {} : { as }), ...(cursor === undefined ? {} : { at: cursor }) }
}

async function read(): Promise<void> {
  const { as, version } = useNotes.get()
  try {
    const { version: now, list } = await api.notes.query({ ...reading(), ...(version === undefined ? {} : { have: version }) })
    // Another reader's notes must not appear under this name.
    if (useNotes.get().as !== as) return
    useNotes.set({ problem: undefined, ...(list ? { list, version: now } : {}) })
  } catch (error) {
    useNotes.set({ problem: problemOf(error).message })
  }
  await readPage()
}

async function readPage(): Promise<void> {
  const { path, as } = useNotes.get()
  if (path === undefined) return
  const isSame = (): boolean => useNotes.get().path === path && useNotes.get().as === as
  try {
    const page = await api.note.query({ ...reading(), path })
    if (isSame()) useNotes.set({ page, lastTitle: page.title, pageProblem: undefined })
  } catch (error) {
    if (isSame()) useNotes.set({ page: undefined, pageProblem: problemOf(error).message })
  }
}

/** Opens a note; with `isFocusWanted` its text takes the focus when it arrives. */
export function openNote(path: string, isFocusWanted = false): void {
  const { path: last, before } = useNotes.get()
  if (path === last) return useNotes.set({ isFocusWanted })
  const beforeNow = last === undefined ? before : [...before, last].slice(-MAX_BEFORE)
  go(path, { before: beforeNow, after: [], isFocusWanted })
}

function go(path: string, part: Partial<ReturnType<typeof useNotes.get>>): void {
  useNotes.set({ path, page: undefined, lastTitle: undefined, pageProblem: undefined, isEditing: false, ...part })
  void readPage()
}

/** Opens the note that was open before, or moves forward again. */
export function goBack(): void {
  const { before, after, path } = useNotes.get()
  const to = before.at(-1)
  if (to !== undefined) go(to, { before: before.slice(0, -1), after: path === undefined ? after : [...after, path], isFocusWanted: true })
}

export function goForward(): void {
  const { before, after, path } = useNotes.get()
  const to = after.at(-1)
  if (to !== undefined) go(to, { after: after.slice(0, -1), before: path === undefined ? before : [...before, path], isFocusWanted: true })
}

/** Shows the notes that a seat may read; by default all. */
export function readAs(as: string | undefined): void {
  useNotes.set({ as, list: undefined, version: undefined, page: undefined, pageProblem: undefined })
  void loadNotes()
}

/** Creates the missing note of a link, as one beat, and opens it. */
export async function createNote(from: string, target: string): Promise<void> {
  await ifEditable(async () => {
    const beat = await runCall(() => api.createNote.mutate({ from, target }))
    if (!beat) return
    await savedEdit(beat)
    await loadNotes()
    notify(`Created ${beat.path}.`)
    openNote(beat.path, true)
  })
}

/** Follows the campaign while the notes are in view. Returns a function that removes the listeners. */
export function followNotes(): () => void {
  let seen: readonly unknown[] = []
  return useSession.subscribe(({ present, cursor }) => {
    if (!present || !isShown()) return
    const now = [present.campaign.dir, present.head, cursor]
    if (now.every((one, i) => one === seen[i])) return
    seen = now
    void loadNotes()
  })
}
