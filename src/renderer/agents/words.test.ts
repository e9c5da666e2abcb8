import { expect, it } from 'vitest'
import { short } from './words'

it('formats values on one line', () => {
  expect([short(['a', 'b']), short([]), short({ item: 'rope', count: 2 }), short({ x: 1, y: 'z' }), short({})]).toEqual([
    'a, b',
    '—',
    'rope',
    'x 1, y z',
    '—'
  ])
})
