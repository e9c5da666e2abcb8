import { expect, it } from 'vitest'
import type { Beat } from '../../../shared/story/play'
import { noBeats, withBeats } from '../../store/beats'
import { beat, branch, line } from '../../store/tiny.fixture'
import { alsoPlayed, inspectedTurn, indexOf, nearest, previousOf, withNewest } from './turn-lines'
import { turnLine } from './turns.fixture'

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => turnLine(from + i))
const page = (from: number, to: number, more: boolean) => ({ lines: numbers(from, to).toReversed(), more })

it('merges the newest page at the end of the list, also if a turn has changed', () => {
  expect(withNewest(numbers(1, 5), page(4, 7, true))).toEqual(numbers(1, 7))
  const changed = { lines: [turnLine(3, { words: 'otherwise' })], more: true }
  expect(withNewest(numbers(1, 3), changed)?.at(-1)?.words).toBe('otherwise')
})
it('reports a gap between the list and a page', () => {
  expect(withNewest(numbers(1, 5), page(8, 9, true))).toBeUndefined()
  expect(withNewest([], page(1, 3, false))).toEqual(numbers(1, 3))
})

it('inspects the turn at the cursor unless another one is selected there', () => {
  expect(inspectedTurn('b4', false, true, undefined)).toEqual({ kind: 'beat', id: 'b4' })
  expect(inspectedTurn('b4', true, true, undefined)).toEqual({ kind: 'live' })
  expect(inspectedTurn('b4', true, true, { kind: 'head', at: 'b4' })).toEqual({ kind: 'beat', id: 'b4' })
  expect(inspectedTurn('b4', true, false, { kind: 'live', at: 'b4' })).toEqual({ kind: 'beat', id: 'b4' })
  expect(inspectedTurn('b4', true, true, { kind: 'turn', id: 'b4:DM:0', at: 'b4' })).toEqual({ kind: 'turn', id: 'b4:DM:0' })
  expect(inspectedTurn('b5', false, false, { kind: 'turn', id: 'b4:DM:0', at: 'b4' })).toEqual({ kind: 'beat', id: 'b5' })
})

it('finds a turn by its beat, an unfinished one by its id, and the one in progress at the end', () => {
  const lines = [...numbers(1, 3), turnLine(4, { beat: undefined, id: 'b3:DM:0' }), turnLine(4, { id: 'b3:DM:1' })]
  expect(indexOf(lines, { kind: 'beat', id: 'b4' })).toBe(4)
  expect(indexOf(lines, { kind: 'turn', id: 'b3:DM:0' })).toBe(3)
  expect(indexOf(lines, { kind: 'beat', id: 'elsewhere' })).toBe(-1)
  expect(indexOf(lines, { kind: 'live' })).toBe(5)
  expect([nearest(lines, 2), nearest(lines, 0)]).toEqual([1, -1])
})

it('finds the previous turn of the same seat', () => {
  const story = line('a', 0, 6).map((one) => ({ ...one, actor: one.n % 3 === 0 ? 'Wren' : 'DM' }))
  expect(previousOf(story, 'Wren', 6)?.id).toBe('a3')
  expect(previousOf(story, 'DM', 4)?.id).toBe('a2')
  // The first beat, which created the campaign, is not a turn.
  expect(previousOf(story, 'Wren', 3)).toBeUndefined()
})

it('finds other turns from the same commit on every branch, also after a reseed', () => {
  const reseed = beat('c3', 3, 'a2', { action: 'reseed', actor: 'designer' })
  const all: Beat[] = [...line('a', 0, 4), beat('b3', 3, 'a2'), reseed, beat('c4', 4, 'c3'), beat('w3', 3, 'a2', { actor: 'Wren' })]
  const heads = ['a4', 'b3', 'c4', 'w3'].map((head) => branch(head, head, head === 'a4'))
  const beats = withBeats(noBeats(), all, heads, false)
  const others = (id: string) => alsoPlayed(beats, beats.byId.get(id) ?? beat('none', 0)).map((one) => one.id)
  expect(others('a3')).toEqual(['b3', 'c4'])
  expect(others('c4')).toEqual(['a3', 'b3'])
  expect(others('a4')).toEqual([])
  expect(others('a0')).toEqual([])
})
