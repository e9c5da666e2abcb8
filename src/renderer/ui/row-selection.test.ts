import { describe, expect, it } from 'vitest'
import { movedTo, droppedBefore, nextAfter, selectedAfter } from './row-selection'

const ids = ['a', 'b', 'c', 'd', 'e']

describe('the rows of a list', () => {
  it('are selected alone, one more, or from the anchor on in both directions', () => {
    expect(selectedAfter(ids, ['a', 'c'], 'd', 'alone')).toEqual(['d'])
    expect(selectedAfter(ids, ['a', 'c'], 'd', 'toggle')).toEqual(['a', 'c', 'd'])
    expect(selectedAfter(ids, ['a', 'c'], 'a', 'toggle')).toEqual(['c'])
    expect(selectedAfter(ids, ['b'], 'd', 'range')).toEqual(['b', 'c', 'd'])
    expect(selectedAfter(ids, ['b', 'c', 'd'], 'a', 'range', 'b')).toEqual(['b', 'a'])
    expect(selectedAfter(ids, [], 'b', 'range')).toEqual(['b'])
  })

  it('give the selection to the next one that stays when they are removed, else to the one before', () => {
    expect(nextAfter(ids, ['b', 'c'])).toBe('d')
    expect(nextAfter(ids, ['d', 'e'])).toBe('c')
    expect(nextAfter(ids, ids)).toBeUndefined()
  })

  it('go above or below the row they are dropped on, also to the end, and nothing moves where they are already', () => {
    expect(droppedBefore(ids, ['d'], 'a', false)).toBe('a')
    expect(droppedBefore(ids, ['a'], 'c', true)).toBe('d')
    expect(droppedBefore(ids, ['a'], 'e', true)).toBeNull()
    expect(droppedBefore(ids, ['a', 'c'], 'd', true)).toBe('e')
    expect(droppedBefore(ids, ['a', 'e'], 'c', false)).toBe('c')
    expect(droppedBefore(ids, ['c'], 'c', true)).toBeUndefined()
    expect(droppedBefore(ids, ['c'], 'b', true)).toBeUndefined()
    expect(droppedBefore(ids, ['b', 'c'], 'd', false)).toBeUndefined()
    expect(droppedBefore(ids, ['a'], 'gone', true)).toBeUndefined()
  })
})

it('arrow keys go through lines of any length and stop at the ends', () => {
  const to = (key: string, at: number, columns = 3): number | undefined => movedTo(key, at, 8, columns, 2)
  expect(['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'End', 'Home', 'PageDown'].map((key) => to(key, 4))).toEqual([7, 5, 1, 3, 7, 0, 7])
  expect([to('ArrowUp', 1), to('ArrowDown', 6), to('ArrowLeft', 0), to('ArrowRight', 7)]).toEqual([1, 6, 0, 7])
  expect([to('ArrowDown', -1), to('ArrowUp', -1), to('ArrowRight', 2, 1), to('x', 2)]).toEqual([0, 7, undefined, undefined])
  expect(movedTo('ArrowDown', -1, 0, 1, 2)).toBeUndefined()
})
it('Home and End go to the first and the last entry, also if all are in one line or none is selected', () => {
  const ends = (at: number, size: number, columns: number): unknown => ['Home', 'End'].map((key) => movedTo(key, at, size, columns, 1))
  expect([ends(2, 3, 3), ends(0, 3, 3), ends(-1, 3, 3), ends(0, 1, 1)]).toEqual([
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 0]
  ])
  expect(ends(-1, 0, 3)).toEqual([undefined, undefined])
  // A page is one line here; the last page ends with the last entry.
  expect([movedTo('PageDown', 4, 6, 3, 1), movedTo('PageUp', 1, 6, 3, 1)]).toEqual([5, 0])
})
