import { expect, test } from 'vitest'
import { clicked, isSelected, marqueeSelected } from './selection'

const a = { kind: 'node', id: 'a' } as const
const b = { kind: 'node', id: 'b' } as const
const edge = { kind: 'edge', id: 'a' } as const

test('a click selects one item, an additive one adds it or takes it away', () => {
  expect([clicked([a], b, false), clicked([a], b, true), clicked([a, b], a, true)]).toEqual([[b], [a, b], [b]])
})

test('a marquee adds the nodes that were not selected; an edge of the same id is another item', () => {
  expect(marqueeSelected([edge, b], ['a', 'b'])).toEqual([edge, b, a])
  expect([isSelected([edge], a), isSelected([edge, a], a)]).toEqual([false, true])
})
