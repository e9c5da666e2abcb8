import type { Beat } from '../shared/story/play'
import type { RemovedNames } from '../shared/contract/language-calls'
import type { Reference, UndoDirection, WorldEdit } from '../shared/contract/world-edits'
import { api } from './client'
import { refetch } from './sync'
import { problemOf } from './problem-of'
import { runCall } from './run-call'
import { notify, updateMap, useSession } from './session'

// The common part of editing any file of the campaign: whether it is possible now, saved edits, undo and redo.

const get = useSession.getState
const set = useSession.setState
/** The longest wait for the event of a beat before the window fetches the present, in ms. */
const BEAT_TIMEOUT_MS = 3000

/** Why nothing can be edited at the cursor, in one sentence; undefined if editing is possible. */
export const uneditableReason = ({ present, cursor }: Pick<ReturnType<typeof get>, 'present' | 'cursor'>): string | undefined =>
  present?.campaign.readOnly ??
  (cursor === undefined ? undefined : 'You are looking at the past. To edit the story, press Back to now or Continue from here.')

/** Whether there is a story that can be edited now. */
export const isEditable = (): boolean => get().present !== undefined && uneditableReason(get()) === undefined

/** Runs an edit, or shows why nothing can be edited now. */
export async function ifEditable<T>(edit: () => Promise<T>): Promise<T | undefined> {
  const reason = uneditableReason(get())
  if (reason === undefined) return edit()
  notify(reason)
  return undefined
}

let last: Promise<unknown> = Promise.resolve()

/** Runs actions on what is selected one after the other, each with what the one before it has selected: Delete right after Duplicate removes the copies. */
export function inTurn(run: () => unknown): void {
  last = last.then(run, run)
}

function beatShown({ id }: Beat): Promise<void> {
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

/** Waits until the window shows a beat of edits. The status line then names it and offers to reverse it. */
export async function savedEdit(beat: Beat, reverse: UndoDirection = 'undo'): Promise<void> {
  await beatShown(beat)
  set({ edited: { head: beat.id, subject: beat.subject, reverse } })
}

/** Undoes or redoes an edit by a beat of its own. A refusal names the obstacle. */
async function go(direction: UndoDirection): Promise<void> {
  const beat = await ifEditable(() => withReferences([], () => api[direction].mutate()))
  if (beat) await savedEdit(beat, direction === 'undo' ? 'redo' : 'undo')
}

/** Undoes the last edit. */
export const undo = (): Promise<void> => go('undo')

/** Redoes the edit that was undone last. */
export const redo = (): Promise<void> => go('redo')

/** Runs a change of the story; if references prevent it, they are shown instead of a problem. `names`: what the change removes. */
export const withReferences = <T>(
  edits: readonly WorldEdit[] | (() => readonly WorldEdit[]),
  change: () => Promise<T>,
  names?: RemovedNames
): Promise<T | undefined> =>
  runCall(async () => {
    try {
      return await change()
    } catch (error) {
      const { message, data } = problemOf(error)
      const references = data?.['references']
      if (!Array.isArray(references)) throw error
      const about = Array.isArray(data?.['about']) ? (data['about'] as Reference[]) : []
      updateMap({
        question: {
          what: 'refused',
          edits: typeof edits === 'function' ? edits() : edits,
          ...(names ? { names, anyway: data?.['anyway'] === true } : {}),
          message,
          references: references.map(String),
          about
        }
      })
      return undefined
    }
  })
