import { expect, it } from 'vitest'
import type { NoteLine } from '../../shared/contract/world-calls'
import { allNotes, aroundNote, linkedFrom, type NoteGraph } from './graph-layout'
import { folderRows, matching, tagKey, tagRows } from './rows'
import { notesTexts } from './texts'

const line = (path: string, title: string, tags: string[] = [], links: number[] = []): NoteLine => ({ path, title, tags, modified: '', links })
const NOTES: readonly NoteLine[] = [
  line('player-notes/Wren/clues/rope.md', 'A cut rope', ['Clue'], [2]),
  line('world/misc/Mill/ABOUT.md', "O'Hara's Mill", ['place'], [2]),
  line('world/npcs/Hask/ABOUT.md', 'Hask', ['npc', 'clue'], [0]),
  line('world/npcs/Hask/debts.md', 'Debts 10'),
  line('world/npcs/Hask/debts-2.md', 'Debts 2')
]
const shown = (rows: readonly { level: number; label: string; count?: number }[]): string[] =>
  rows.map(({ level, label, count }) => `${'·'.repeat(level)}${label}${count === undefined ? '' : ` ${count}`}`)

it('lists notes by folder, the world first, an ABOUT.md as its folder, in natural order', () => {
  expect(shown(folderRows(NOTES, () => true))).toEqual([
    '·world 4',
    '··misc 1',
    "···O'Hara's Mill",
    '··npcs 3',
    '···Hask 2',
    '····Debts 2',
    '····Debts 10',
    '···Hask',
    '·player-notes 1',
    '··Wren 1',
    '···clues 1',
    '····A cut rope'
  ])
  const folded = folderRows(NOTES, (key) => key === 'world/')
  expect(shown(folded)).toEqual(['·world 4', '··misc 1', '··npcs 3', '·player-notes 1'])
  expect(folded.map(({ position, size, above }) => [position, size, above])).toEqual([
    [1, 2, undefined],
    [1, 2, 0],
    [2, 2, 0],
    [2, 2, undefined]
  ])
})

it('lists notes under each tag in any case, those without tags last', () => {
  expect(shown(tagRows(NOTES, (key) => key === tagKey('clue'), 'No tags'))).toEqual([
    '·#Clue 2',
    '··A cut rope',
    '··Hask',
    '·#npc 1',
    '·#place 1',
    '·No tags 2'
  ])
})

it('filters titles and paths, and tags with #', () => {
  const found = (query: string): string[] => matching(NOTES, query).map(({ title }) => title)
  expect(found("o'hara")).toEqual(["O'Hara's Mill"])
  expect(found('HASK')).toEqual(['Hask', 'Debts 10', 'Debts 2'])
  expect(found('#clu')).toEqual(['A cut rope', 'Hask'])
  expect(found('#constructor')).toEqual([])
  expect(found('  ')).toHaveLength(5)
})

/** Pairs of overlapping notes. */
const overlaps = ({ nodes }: NoteGraph): string[] =>
  nodes.flatMap((a, i) =>
    nodes.slice(i + 1).flatMap((b) => (Math.abs(a.x - b.x) < a.width && Math.abs(a.y - b.y) < a.height ? [`${a.id} ${b.id}`] : []))
  )

it('the graph around a note has its links in both directions, each once', () => {
  const from = linkedFrom(NOTES)
  const one = aroundNote(NOTES, from, 1, 1)
  expect(one.nodes.map(({ title, distance }) => [title, distance])).toEqual([
    ["O'Hara's Mill", 0],
    ['Hask', 1]
  ])
  const two = aroundNote(NOTES, from, 1, 2)
  expect(two.nodes.map(({ title }) => title)).toEqual(["O'Hara's Mill", 'Hask', 'A cut rope'])
  expect(two.edges.map((edge) => [edge.from, edge.to])).toEqual([
    ['player-notes/Wren/clues/rope.md', 'world/npcs/Hask/ABOUT.md'],
    ['world/misc/Mill/ABOUT.md', 'world/npcs/Hask/ABOUT.md']
  ])
})

it('notes of a graph don’t overlap, and links beyond the maximum are counted', () => {
  const many = Array.from({ length: 10_000 }, (_, i) =>
    line(`world/misc/g${i % 7}/n-${i}.md`, `Note ${i}`, [], i === 0 ? Array.from({ length: 9999 }, (_, k) => k + 1) : [0])
  )
  const around = aroundNote(many, linkedFrom(many), 0, 2)
  expect([around.nodes.length, around.left, around.isCut, around.edges.length]).toEqual([120, 9880, true, 40])
  expect(overlaps(around)).toEqual([])
  const all = allNotes(many)
  expect([all.nodes.length, all.areas.length, all.edges.length, all.isCut]).toEqual([10_000, 7, 40, true])
  expect(overlaps(allNotes(many.slice(0, 300)))).toEqual([])
  const { width, height } = all.areas.reduce((a, b) => ({ width: Math.max(a.width, b.x + b.width), height: Math.max(a.height, b.y + b.height) }), {
    width: 0,
    height: 0
  })
  expect(width / height).toBeGreaterThan(0.5)
  expect(width / height).toBeLessThan(4)
  expect(allNotes([])).toMatchObject({ nodes: [], edges: [], areas: [] })
})

it.each([
  [{ believes: 0.8, source: 'told', from_whom: 'Jory' }, 'believes it (80%); told by Jory'],
  [{ doubts: 0.25, denies: 1 }, 'doubts it (25%), denies it (100%)'],
  [{ heard: 1, source: 'witnessed' }, 'has heard of it (100%); witnessed'],
  [{}, 'knows of it']
])('describes a belief: %j', (belief, words) => expect(notesTexts.about.belief(belief)).toBe(words))
