import { expect, it } from 'vitest'
import { nameBeginning } from './use-typed'

const NAMES = ['Ada', 'Bodkin', 'Adam', 'نور', "O'Dell"]

it('a single letter goes to the next name with it, around the end', () => {
  expect(nameBeginning(NAMES, 0, 'a')).toBe(2)
  expect(nameBeginning(NAMES, 2, 'A')).toBe(0)
  expect(nameBeginning(NAMES, -1, 'b')).toBe(1)
})

it('more letters stay at a name that begins with them', () => {
  expect(nameBeginning(NAMES, 0, 'ada')).toBe(0)
  expect(nameBeginning(NAMES, 0, 'adam')).toBe(2)
  expect(nameBeginning(NAMES, 0, "o'd")).toBe(4)
  expect(nameBeginning(NAMES, 4, 'نو')).toBe(3)
})

it('finds nothing where no name begins so, or there are none', () => {
  expect(nameBeginning(NAMES, 0, 'x')).toBe(-1)
  expect(nameBeginning([], -1, 'a')).toBe(-1)
})
