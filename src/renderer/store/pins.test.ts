import { expect, test } from 'vitest'
import { noPins, readPins, toggled, unpinned } from './pins'

const [a, b] = ['a', 'b'].map((letter) => letter.repeat(40)) as [string, string]

test('a flag is set on purpose, and taken away the same way', () => {
  const both = toggled(toggled(noPins, a), b)
  expect([both, toggled(both, a), unpinned(both, b)]).toEqual([[a, b], [b], [a]])
})

test('what was saved is read, and what is not a flag is left out', () => {
  expect(readPins({ '/w': [b, 7, 'x'], '/x': null })).toEqual({ '/w': [b], '/x': [] })
  expect([readPins('nonsense'), readPins(null)]).toEqual([{}, {}])
})

test('of what an older window saved, the flags that were set on purpose are kept', () => {
  expect(readPins({ '/w': { loose: a, kept: [b] } })).toEqual({ '/w': [b] })
})
