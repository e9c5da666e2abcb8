import { expect, it } from 'vitest'
import { noPins, readPins, toggled, unpinned } from './pins'

const [a, b] = ['a', 'b'].map((letter) => letter.repeat(40)) as [string, string]

it('adds and removes a flag', () => {
  const both = toggled(toggled(noPins, a), b)
  expect([both, toggled(both, a), unpinned(both, b)]).toEqual([[a, b], [b], [a]])
})

it('reads saved flags and skips anything else', () => {
  expect(readPins({ '/w': [b, 7, 'x'], '/x': null })).toEqual({ '/w': [b], '/x': [] })
  expect([readPins('nonsense'), readPins(null)]).toEqual([{}, {}])
})

it('reads the deliberate flags of an older window', () => {
  expect(readPins({ '/w': { loose: a, kept: [b] } })).toEqual({ '/w': [b] })
})
