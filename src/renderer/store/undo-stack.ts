/** An edit that the window can undo by itself, such as one of a draft that is not saved yet. */
export interface LocalStep {
  /** What it did, in words: "Moved 3 lines". */
  label: string
  undo: () => Promise<void>
  redo: () => Promise<void>
}

/** An edit that was saved as a beat: the branch's history says what undoing and redoing it takes. */
export interface SavedStep {
  saved: true
}

export type UndoStep = LocalStep | SavedStep

/** The edits of this window that can be undone and redone, of whatever files; the last of each list comes first. */
export interface UndoStack {
  done: readonly UndoStep[]
  undone: readonly UndoStep[]
}

export type UndoDirection = 'undo' | 'redo'

/** Nothing was edited in this window. */
export const emptyUndoStack: UndoStack = { done: [], undone: [] }

/** How many steps are remembered. */
const MAX_STEPS = 500

export const isLocal = (step: UndoStep | undefined): step is LocalStep => step !== undefined && 'undo' in step

/** The stack after another edit: what was undone before it cannot be redone. */
export const pushed = ({ done }: UndoStack, step: UndoStep): UndoStack => ({ done: [...done, step].slice(-MAX_STEPS), undone: [] })

/**
 * The step to undo or redo next. Where the window knows of none it is one that was saved before the window was opened, if there is one; undefined
 * only for a redo after an edit that is not saved, which no saved one can follow.
 */
export function nextStep({ done, undone }: UndoStack, direction: UndoDirection): UndoStep | undefined {
  if (direction === 'undo') return done.at(-1) ?? { saved: true }
  return undone.at(-1) ?? (isLocal(done.at(-1)) ? undefined : { saved: true })
}

/** The stack after its next step, which is given, was undone or redone. */
export function stepped({ done, undone }: UndoStack, direction: UndoDirection, step: UndoStep): UndoStack {
  return direction === 'undo'
    ? { done: done.slice(0, -1), undone: [...undone, step].slice(-MAX_STEPS) }
    : { done: [...done, step].slice(-MAX_STEPS), undone: undone.slice(0, -1) }
}

/** The stack without a step, once what it would be undone in is gone. */
export const withdrawn = ({ done, undone }: UndoStack, step: UndoStep): UndoStack => ({
  done: done.filter((one) => one !== step),
  undone: undone.filter((one) => one !== step)
})
