/** An edit of a draft that isn't saved yet. Saved edits are undone through the history of the branch (`editing.ts`). */
export interface UndoStep {
  undo: () => void
  redo: () => void
}

/** The steps that can be undone and redone. The most recent one of each list comes first. */
export interface UndoStack {
  done: readonly UndoStep[]
  undone: readonly UndoStep[]
}

/** The stack of a draft without edits. */
export const emptyUndoStack: UndoStack = { done: [], undone: [] }

const MAX_STEPS = 500

/** The stack after another edit, which discards the redo steps. */
export const pushed = ({ done }: UndoStack, step: UndoStep): UndoStack => ({ done: [...done, step].slice(-MAX_STEPS), undone: [] })

/** Undoes or redoes the next step, if there is one, and returns the stack after it. */
export function stepped(stack: UndoStack, direction: 'undo' | 'redo'): UndoStack {
  const isUndo = direction === 'undo'
  const step = (isUndo ? stack.done : stack.undone).at(-1)
  if (!step) return stack
  step[direction]()
  return isUndo
    ? { done: stack.done.slice(0, -1), undone: [...stack.undone, step] }
    : { done: [...stack.done, step], undone: stack.undone.slice(0, -1) }
}
