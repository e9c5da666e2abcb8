import { expect, it } from 'vitest'
import { mergeLines } from './merge-lines'

const text = (...lines: string[]): string => [...lines, ''].join('\n')

it('keeps changes of other lines', () => {
  expect(mergeLines(text('a', 'b', 'c'), text('a', 'B', 'c'), text('a', 'b', 'c', 'd'))).toBe(text('a', 'B', 'c', 'd'))
  expect(mergeLines(text('a', 'b', 'c'), text('a', 'c'), text('x', 'a', 'b', 'c'))).toBe(text('x', 'a', 'c'))
})

it('removes a line that a new one follows', () => {
  expect(mergeLines(text('a', 'b'), text('a'), text('a', 'b', 'c'))).toBe(text('a', 'c'))
})

it('is undefined when both change the same lines in different ways', () => {
  expect(mergeLines(text('a', 'b'), text('a', 'x'), text('a', 'y'))).toBeUndefined()
  expect(mergeLines(text('a'), text('a', 'x'), text('a', 'y'))).toBeUndefined()
  expect(mergeLines(text('a', 'b', 'c'), text('a', 'x', 'c'), text('a'))).toBeUndefined()
})

it('takes a change once when both made it', () => {
  expect(mergeLines(text('a', 'b'), text('a', 'x'), text('a', 'x'))).toBe(text('a', 'x'))
})
