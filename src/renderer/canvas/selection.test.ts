import { expect, it } from 'vitest'
import { clicked, isSelected, marqueeSelected } from './selection'

const a = { kind: 'node', id: 'a' } as const
const b = { kind: 'node', id: 'b' } as const
const edge = { kind: 'edge', id: 'a' } as const

it('a click selects one item; an additive click adds or removes it', () => {
  expect([clicked([a], b, false), clicked([a], b, true), clicked([a, b], a, true)]).toEqual([[b], [a, b], [b]])
})

it('a marquee adds unselected nodes; an edge with the same id is another item', () => {
  expect(marqueeSelected([edge, b], ['a', 'b'])).toEqual([edge, b, a])
  expect([isSelected([edge], a), isSelected([edge, a], a)]).toEqual([false, true])
})
