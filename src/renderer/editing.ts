import type { Beat } from '../shared/play'
import type { Reference, WorldEdit } from '../shared/world-edits'
import { api } from './client'
import { refetch } from './following'
import { problemOf } from './problem-of'
import { news, onMap, useSession } from './session'
import { isLocal, nextStep, pushed, stepped, withdrawn, type LocalStep, type UndoDirection } from './store/undo-stack'
import { texts } from './ui/texts'
import { run } from './verbs'

// What editing any file of the story has in common: whether one can now, waiting for what was saved, undo and redo.

const get = useSession.getState
const set = useSession.setState
const t = texts.editing
/** How long the window waits for the event of a beat before it asks for the present, in ms. */
const BEAT_TIMEOUT_MS = 3000

/** Why nothing of the story can be edited where the reader stands, in one sentence; undefined when it can. */
export const uneditableReason = ({ present, cursor }: Pick<ReturnType<typeof get>, 'present' | 'cursor'>): string | undefined =>
  present?.campaign.readOnly ?? (cursor === undefined ? undefined : t.past)

/** Whether there is a story that can be edited now. */
export const isEditable = (): boolean => get().present !== undefined && uneditableReason(get()) === undefined

/** Runs an edit unless nothing can be edited now, which is told then. */
export async function whereEditable<T>(edit: () => Promise<T>): Promise<T | undefined> {
  const reason = uneditableReason(get())
  if (reason === undefined) return edit()
  news(reason)
  return undefined
}

/** Resolves when the window shows a beat. */
export function shown({ id }: Beat): Promise<void> {
  if (get().beats.byId.has(id)) return Promise.resolve()
  return new Promise((done) => {
    const finish = (): void => {
      clearTimeout(timer)
      leave()
      done()
    }
    const leave = useSession.subscribe((now) => now.beats.byId.has(id) && finish())
    const timer = setTimeout(() => void refetch().finally(finish), BEAT_TIMEOUT_MS)
  })
}

/** Says in the status line what was edited last, and how to go back from it. */
function announce(words: string, back: UndoDirection, head = get().present?.head): void {
  if (head !== undefined) set({ edited: { head, words, back } })
}

/** Waits until the window shows a beat of edits that was saved; from then on undo takes it back, and the status line says so. */
export async function savedEdit(beat: Beat): Promise<void> {
  await shown(beat)
  set({ undoStack: pushed(get().undoStack, { saved: true }) })
  announce(beat.subject, 'undo', beat.id)
}

/** Records an edit that is not a beat, such as one of a draft: undo and redo take it with all others in order. Returns what takes it out again. */
export function recordStep(step: LocalStep): () => void {
  set({ undoStack: pushed(get().undoStack, step) })
  announce(step.label, 'undo')
  return () => set({ undoStack: withdrawn(get().undoStack, step) })
}

const OPPOSITE = { undo: 'redo', redo: 'undo' } as const

async function go(direction: UndoDirection): Promise<void> {
  const step = nextStep(get().undoStack, direction)
  if (!step) return news(t.nothingToRedo)
  const words = isLocal(step) ? await run(() => step[direction]().then(() => step.label)) : await whereEditable(() => goSaved(direction))
  if (words === undefined) return
  set({ undoStack: stepped(get().undoStack, direction, step) })
  announce(words, OPPOSITE[direction])
}

/** Has the core undo or redo a saved edit by a beat of its own. Answers what that did, in words; undefined when it was refused, which has been told. */
const goSaved = (direction: UndoDirection): Promise<string | undefined> =>
  orReferences([], async () => {
    const beat = await api[direction].mutate()
    await shown(beat)
    return beat.subject
  })

/** Undoes the last edit. */
export const undo = (): Promise<void> => go('undo')

/** Redoes the edit that was undone last. */
export const redo = (): Promise<void> => go('redo')

/** Runs a change of the story; when something that refers to it is in the way, that is shown instead of a problem. */
export const orReferences = <T>(edits: readonly WorldEdit[] | (() => readonly WorldEdit[]), change: () => Promise<T>): Promise<T | undefined> =>
  run(async () => {
    try {
      return await change()
    } catch (error) {
      const { message, data } = problemOf(error)
      const references = data?.['references']
      if (!Array.isArray(references)) throw error
      const about = Array.isArray(data?.['about']) ? (data['about'] as Reference[]) : []
      onMap({ asking: { what: 'refused', edits: typeof edits === 'function' ? edits() : edits, message, references: references.map(String), about } })
      return undefined
    }
  })
