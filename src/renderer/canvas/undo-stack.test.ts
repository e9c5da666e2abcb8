import { expect, it } from 'vitest'
import { emptyUndoStack, pushed, stepped, type UndoStep } from './undo-stack'

const log: string[] = []
const step = (label: string): UndoStep => ({ undo: () => void log.push(`undo ${label}`), redo: () => void log.push(`redo ${label}`) })

it('undoes the last edit first and redoes in order', () => {
  let stack = pushed(pushed(emptyUndoStack, step('a')), step('b'))
  for (const direction of ['redo', 'undo', 'undo', 'undo', 'redo', 'redo', 'redo'] as const) stack = stepped(stack, direction)
  expect(log.splice(0)).toEqual(['undo b', 'undo a', 'redo a', 'redo b'])
})

it('another edit discards the redo steps', () => {
  let stack = stepped(pushed(emptyUndoStack, step('a')), 'undo')
  stack = stepped(pushed(stack, step('b')), 'redo')
  stepped(stack, 'undo')
  expect(log.splice(0)).toEqual(['undo a', 'undo b'])
})

it('drops the oldest of very many edits', () => {
  let stack = emptyUndoStack
  for (let k = 0; k < 600; k++) stack = pushed(stack, step(String(k)))
  expect(stack.done).toHaveLength(500)
  stepped(stack, 'undo')
  expect(log.splice(0)).toEqual(['undo 599'])
})
