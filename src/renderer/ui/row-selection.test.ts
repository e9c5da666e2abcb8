import { describe, expect, it } from 'vitest'
import { droppedBefore, nextAfter, selectedAfter } from './row-selection'

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
