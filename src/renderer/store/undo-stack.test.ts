import { expect, test } from 'vitest'
import { emptyUndoStack, isLocal, nextStep, pushed, stepped, withdrawn, type LocalStep, type UndoDirection, type UndoStack } from './undo-stack'

const local = (label: string): LocalStep => ({ label, undo: () => Promise.resolve(), redo: () => Promise.resolve() })
const SAVED = { saved: true } as const

/** Undoes or redoes the next step; what it was, in words. */
function go(stack: UndoStack, direction: UndoDirection): [UndoStack, string] {
  const step = nextStep(stack, direction)
  if (step === undefined) return [stack, 'nothing']
  return [stepped(stack, direction, step), isLocal(step) ? step.label : 'saved']
}

/** What a row of undos and redos comes to. */
function run(stack: UndoStack, ...directions: UndoDirection[]): string[] {
  const words: string[] = []
  for (const direction of directions) {
    const [next, word] = go(stack, direction)
    stack = next
    words.push(word)
  }
  return words
}

test('edits of any kind are undone last first and redone in order', () => {
  const stack = pushed(pushed(pushed(emptyUndoStack, local('typed')), SAVED), local('moved'))
  expect(run(stack, 'undo', 'undo', 'undo', 'redo', 'redo', 'redo')).toEqual(['moved', 'saved', 'typed', 'typed', 'saved', 'moved'])
})

test('a window that knows of no edit leaves it to the history of the branch', () => {
  expect(run(emptyUndoStack, 'redo', 'undo', 'undo', 'redo')).toEqual(['saved', 'saved', 'saved', 'saved'])
})

test('after another edit nothing that was undone before can be redone', () => {
  const [stack] = go(pushed(emptyUndoStack, local('typed')), 'undo')
  expect(run(pushed(stack, local('moved')), 'redo', 'undo')).toEqual(['nothing', 'moved'])
  expect(pushed(stack, SAVED).undone).toEqual([])
})

test('steps of an editor that was closed are withdrawn; the oldest of very many are forgotten', () => {
  const step = local('typed')
  expect(withdrawn(pushed(pushed(emptyUndoStack, step), SAVED), step)).toEqual({ done: [SAVED], undone: [] })
  let stack = emptyUndoStack
  for (let k = 0; k < 600; k++) stack = pushed(stack, local(String(k)))
  expect([stack.done.length, nextStep(stack, 'undo')]).toMatchObject([500, { label: '599' }])
})
