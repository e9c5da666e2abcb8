import { expect, it } from 'vitest'
import { mergeLines, mergeParts } from './merge-lines'

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

it('names both versions of lines that both changed, with what only one side changed around them', () => {
  expect(mergeParts(text('a', 'b', 'c', 'd'), text('a', 'x', 'c', 'D'), text('A', 'y', 'c', 'd'))).toEqual([
    { ours: ['A', 'y'], theirs: ['a', 'x'] },
    { lines: ['c'] },
    { lines: ['D'] },
    { lines: [''] }
  ])
  expect(mergeParts('', 'a', 'b')).toEqual([{ ours: ['b'], theirs: ['a'] }])
  expect(mergeParts('a', 'a', 'a')).toEqual([{ lines: ['a'] }])
})

it('loses no line of either side, whatever is merged', () => {
  let seed = 3
  const next = (n: number): number => (seed = (seed * 48271) % 2147483647) % n
  const some = (): string => Array.from({ length: next(7) }, () => 'abcde'[next(5)]).join('\n')
  for (let i = 0; i < 600; i++) {
    const [from, to, ours] = [some(), some(), some()]
    const parts = mergeParts(from, to, ours)
    const side = (key: 'ours' | 'theirs'): string[] => parts.flatMap((part) => ('lines' in part ? part.lines : part[key]))
    const lost = (text: string, key: 'ours' | 'theirs'): string[] =>
      text.split('\n').filter((line) => !from.split('\n').includes(line) && !side(key).includes(line))
    expect([...lost(to, 'theirs'), ...lost(ours, 'ours')]).toEqual([])
    expect(
      mergeParts(from, from, ours)
        .flatMap((part) => ('lines' in part ? part.lines : []))
        .join('\n')
    ).toBe(ours)
    expect(
      mergeParts(from, to, from)
        .flatMap((part) => ('lines' in part ? part.lines : []))
        .join('\n')
    ).toBe(to)
  }
})
