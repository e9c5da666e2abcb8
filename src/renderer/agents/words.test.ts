import { expect, test } from 'vitest'
import { short } from './words'

test('values are put on one line', () => {
  expect([short(['a', 'b']), short([]), short({ item: 'rope', count: 2 }), short({ x: 1, y: 'z' }), short({})]).toEqual([
    'a, b',
    '—',
    'rope',
    'x 1, y z',
    '—'
  ])
})
