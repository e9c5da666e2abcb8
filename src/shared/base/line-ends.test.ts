import { expect, it } from 'vitest'
import { plainText, withEndsOf } from './line-ends'

const FILES = [
  '',
  'a',
  'a\n',
  'a\nb\n',
  'a\r\nb\r\n',
  '\uFEFFa\r\nb',
  'a\r\nb\nc\rd\r\n',
  '\uFEFF',
  'x\r\r\ny\n\n\r\n',
  "O'Hara\r\nliest\u2028hier\n"
]

it('an unedited text keeps every byte', () => {
  for (const file of FILES) expect(withEndsOf(file, plainText(file))).toBe(file)
})

it('a line that stays keeps its own end, and a new one gets the most frequent', () => {
  expect(withEndsOf('a\r\nb\nc\r\n', 'a\nnew\nb\nc\n')).toBe('a\r\nnew\r\nb\nc\r\n')
  expect(withEndsOf('a\r\nb\r\n', 'a\nb\nc')).toBe('a\r\nb\r\nc')
  expect(withEndsOf('\uFEFFa\n', 'b\n')).toBe('\uFEFFb\n')
  expect(withEndsOf('a\rb\r\nc\n', 'c\n')).toBe('c\n')
})

it('a saved text reads as it was typed', () => {
  const pieces = ['a', 'b', '\r', '\n', '\r\n', '\uFEFF', 'c\n']
  let seed = 7
  const next = (n: number): number => (seed = (seed * 48271) % 2147483647) % n
  const some = (): string => Array.from({ length: next(9) }, () => pieces[next(pieces.length)]).join('')
  for (let i = 0; i < 400; i++) {
    const [file, typed] = [some(), some().replace(/\r\n?|\uFEFF/g, '\n')]
    expect(plainText(withEndsOf(file, typed))).toBe(typed)
  }
})
