import { expect, it } from 'vitest'
import { appended, childrenOf, indexIn, lineFor, lineOf, noBeats, shownBranches, survivingAncestor, withBeats, withMarks, withNumber } from './beats'
import { beat, branch, line } from './tiny.fixture'

const ids = (beats: readonly { id: string }[]): string => beats.map((one) => one.id).join(' ')
const story = () => {
  const trunk = line('a', 0, 4)
  const other = line('b', 3, 5, 'a2')
  return withBeats(noBeats(), [...other, ...trunk].toReversed(), [branch('what-if', 'b5', true), branch('main', 'a4')], false)
}

it('lays the current branch as one straight lane and every other branch from its fork', () => {
  expect(story().tracks.map((track) => ({ branch: track.branch, lane: track.lane, fork: track.fork?.id, beats: ids(track.beats) }))).toEqual([
    { branch: 'what-if', lane: 0, fork: undefined, beats: 'a0 a1 a2 b3 b4 b5' },
    { branch: 'main', lane: 1, fork: 'a2', beats: 'a3 a4' }
  ])
})

it('the line of a branch runs through its parents to its head', () => {
  const beats = story()
  expect(ids(lineFor(beats, 'what-if', undefined))).toBe('a0 a1 a2 b3 b4 b5')
  expect(ids(lineFor(beats, 'main', undefined))).toBe('a0 a1 a2 a3 a4')
})

it('keeps the line of the current branch while the cursor is on it and follows the cursor to another', () => {
  const beats = story()
  expect(ids(lineFor(beats, 'what-if', 'a1'))).toBe('a0 a1 a2 b3 b4 b5')
  expect(ids(lineFor(beats, 'what-if', 'a4'))).toBe('a0 a1 a2 a3 a4')
})

it('appends a beat to its track if its parent is the head, else lays out everything again', () => {
  const beats = appended(story(), beat('b6', 6, 'b5'), 'what-if')
  expect(ids(beats.tracks[0]?.beats ?? [])).toBe('a0 a1 a2 b3 b4 b5 b6')
  const forked = appended(beats, beat('c4', 4, 'a3'), 'third')
  expect(forked.tracks.map((track) => [track.branch, track.lane, track.fork?.id])).toEqual([
    ['what-if', 0, undefined],
    ['main', 1, 'a2'],
    ['third', 2, 'a3']
  ])
})

it('ignores a known beat', () => {
  const beats = story()
  expect(appended(beats, beat('a4', 4, 'a3'), 'main')).toBe(beats)
})

it('puts a beat on its line when its event arrives after it was read', () => {
  const read = withMarks(story(), [beat('b6', 6, 'b5')], [branch('what-if', 'b5', true), branch('main', 'a4')], false)
  expect(read.trackOf.has('b6')).toBe(false)
  expect(ids(lineFor(appended(read, beat('b6', 6, 'b5'), 'what-if'), 'what-if', undefined))).toBe('a0 a1 a2 b3 b4 b5 b6')
})

it('branches that don’t overlap share a lane', () => {
  const trunk = line('a', 0, 40)
  const first = line('b', 3, 6, 'a2')
  const second = line('c', 31, 33, 'a30')
  const beats = withBeats(
    noBeats(),
    [...trunk, ...first, ...second],
    [branch('main', 'a40', true), branch('early', 'b6'), branch('late', 'c33')],
    false
  )
  expect(beats.tracks.map((track) => track.lane)).toEqual([0, 1, 1])
})

it('shows a branch without beats of its own as a stub', () => {
  const beats = withBeats(story(), [], [branch('main', 'a4', true), branch('fresh', 'a1')], false)
  const fresh = beats.tracks.find((track) => track.branch === 'fresh')
  expect({ beats: fresh?.beats, fork: fresh?.fork?.id, line: fresh && ids(lineOf(beats, fresh)) }).toEqual({ beats: [], fork: 'a1', line: 'a0 a1' })
})

it('finds beats by number on a line whose older beats are still missing', () => {
  const late = line('a', 700, 720)
  expect(indexIn(late, late[13] ?? beat('none', 0))).toBe(13)
  expect(indexIn(late, beat('elsewhere', 705))).toBe(-1)
})

it('lays twenty thousand beats as one line', () => {
  const beats = withBeats(noBeats(), line('a', 0, 20_000), [branch('main', 'a20000', true)], false)
  expect(lineFor(beats, 'main', undefined)).toHaveLength(20_001)
})

it('finds the children of a beat on every branch', () => {
  expect([childrenOf(story(), 'a2'), childrenOf(story(), 'b5'), childrenOf(story(), 'nobody')].map(ids)).toEqual(['b3 a3', '', ''])
})

it('an external commit has a place of its own and the number of the beat before it', () => {
  const foreign = { ...beat('f', -1, 'a1'), kind: 'foreign' as const, time: 1 }
  const beats = withBeats(noBeats(), [beat('a0', 0), beat('a1', 1, 'a0'), foreign, beat('a2', 2, 'f')], [branch('main', 'a2', true)], false)
  const whole = lineFor(beats, 'main', undefined)
  expect(whole.map(({ id, n, place }) => [id, n, place])).toEqual([
    ['a0', 0, 0],
    ['a1', 1, 1],
    ['f', 1, 2],
    ['a2', 2, 3]
  ])
  expect([withNumber(whole, 1)?.id, withNumber(whole, 2)?.id, withNumber(whole, 9)]).toEqual(['a1', 'a2', undefined])
})

it('a beat without a branch leads to the last one before it that is on a line', () => {
  const left = withMarks(story(), [], [branch('main', 'a4', true)], false)
  expect([survivingAncestor(left, 'b5')?.id, survivingAncestor(left, 'a4')?.id, survivingAncestor(left, 'nobody')]).toEqual(['a2', 'a4', undefined])
})

it('a beat puts its branch one ahead of its upstream; without an upstream nothing changes', () => {
  const { branches } = story()
  const shared = { ...story(), branches: branches.map((one) => (one.current ? { ...one, upstream: { ahead: 1, behind: 2 } } : one)) }
  const played = appended(shared, beat('b6', 6, 'b5'), 'what-if')
  expect(played.branches.map(({ name, head, upstream }) => [name, head, upstream])).toEqual([
    ['what-if', 'b6', { ahead: 2, behind: 2 }],
    ['main', 'a4', undefined]
  ])
})

it('puts a fetched branch in a lane behind the others, or in none once a branch has its commits', () => {
  const trunk = line('a', 0, 4)
  const theirs = line('f', 5, 7, 'a4')
  const copy = { ...branch('origin/main', 'f7'), fetched: true }
  const old = { ...branch('origin/old', 'a2'), fetched: true }
  const names = (beats: ReturnType<typeof withBeats>) => beats.tracks.map((track) => [track.branch, track.fork?.id, track.fetched])
  const behind = withBeats(noBeats(), [...trunk, ...theirs], [old, copy, branch('main', 'a4', true)], false)
  expect(names(behind)).toEqual([
    ['main', undefined, false],
    ['origin/main', 'a4', true]
  ])
  expect(ids(lineFor(behind, 'main', 'f6'))).toBe('a0 a1 a2 a3 a4 f5 f6 f7')
  expect(shownBranches(behind).map(({ name }) => name)).toEqual(['origin/main', 'main'])
  const caught = withMarks(behind, [], [old, copy, branch('main', 'f7', true)], false)
  expect(names(caught)).toEqual([['main', undefined, false]])
  const pruned = withMarks(behind, [], [branch('main', 'a4', true)], false)
  expect([names(pruned), survivingAncestor(pruned, 'f6')?.id]).toEqual([[['main', undefined, false]], 'a4'])
})
