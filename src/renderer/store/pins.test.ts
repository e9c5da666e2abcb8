import { expect, test } from 'vitest'
import { noPins, pinned, pinsOf, readPins, toggled, unpinned } from './pins'

const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [string, string, string]

test('a click moves the loose flag; flags that are to stay, stay', () => {
  const pins = pinned(toggled(pinned(noPins, a), b), c)
  expect(pins).toEqual({ loose: c, kept: [b] })
  expect(pinsOf(pins)).toEqual([c, b])
  expect(pinned(pins, b)).toEqual({ kept: [b] })
})

test('keeping the loose flag leaves one flag; doing it again takes it away', () => {
  const kept = toggled(pinned(noPins, a), a)
  expect([kept, toggled(kept, a)]).toEqual([{ kept: [a] }, { kept: [] }])
  expect(unpinned({ loose: a, kept: [b] }, a)).toEqual({ kept: [b] })
})

test('what was saved is read, and what is no flag is left out', () => {
  expect(readPins({ '/w': { loose: a, kept: [b, 7, 'x'] }, '/x': null })).toEqual({ '/w': { loose: a, kept: [b] }, '/x': { kept: [] } })
  expect([readPins('nonsense'), readPins(null)]).toEqual([{}, {}])
})
