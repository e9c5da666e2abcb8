import { expect, it } from 'vitest'
import { columnsWithin } from './VirtualTable'

const sort = (order: 'ascending' | undefined) => ({ order, onSort: () => undefined })
const columns = (sorted?: string) =>
  ['a', 'b', 'c', 'd'].map((label) => ({ label, width: 92, isSpare: label !== 'a', sort: sort(label === sorted ? 'ascending' : undefined) }))
const shown = (widthPx: number, sorted?: string): string =>
  columnsWithin(columns(sorted), widthPx)
    .map(({ label, index }) => `${label}${index}`)
    .join(' ')

it('columns that have no room are left out from the end, except the one that the table is sorted by', () => {
  expect(shown(408)).toBe('a0 b1 c2 d3')
  expect(shown(407)).toBe('a0 b1 c2')
  expect(shown(300, 'd')).toBe('a0 d3')
  expect(shown(10)).toBe('a0')
})
