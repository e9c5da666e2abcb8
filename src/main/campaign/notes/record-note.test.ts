import { expect, it } from 'vitest'
import { readNote } from './note'
import { recordNote } from './record-note'

const now = '1203-04-01T08:00:00Z'
const path = 'player-notes/Wren/a.md'
const record = (old: string | undefined, content: string, tags?: string[]): string =>
  recordNote(old, { path, content, now, ...(tags ? { tags } : {}) })
const front = (tags: string, created = now): string => `---\ntags: ${tags}\ncreated: ${created}\nmodified: ${now}\n---\n\n`

it('a new note gets times and tags, and its body as it was given', () => {
  expect(record(undefined, '# A\n\nText  \n\n- [ ] a\t#x\n', ['npc', 'clue', 'NPC', '#a b'])).toBe(
    `${front('[npc, clue, a b]')}# A\n\nText  \n\n- [ ] a\t#x\n`
  )
  expect(record(undefined, 'A\r\nB')).toBe(`${front('[]')}A\nB\n`)
})

it('an old note keeps its keys, comments and first time', () => {
  const old =
    '---\n# mine\nmood: grim   # very\ntags:\n  - npc\ncreated: 2026-06-16T12:00:00Z\nmodified: 2026-06-16T14:30:00Z\ncssclasses: [wide]\n---\nold body\n'
  expect(record(old, '---\ntags: [clue]\ncreated: never\nmine: no\n---\nnew body\n\n')).toBe(
    `---\n# mine\nmood: grim   # very\ntags: [npc, clue]\ncreated: 2026-06-16T12:00:00Z\nmodified: ${now}\ncssclasses: [wide]\n---\n\nnew body\n`
  )
  expect(record('just text', 'more')).toBe(`${front('[]')}more\n`)
  expect(record('---\ntags: npc, dwarven\n---\nx', 'y', ['NPC'])).toBe(`---\ntags: npc, dwarven\ncreated: ${now}\nmodified: ${now}\n---\n\ny\n`)
  expect(record('---\r\ntags: npc\r\n---\r\nx', 'y', ['b'])).toBe(`---\ntags: [npc, b]\ncreated: ${now}\nmodified: ${now}\n---\n\ny\n`)
})

it('what begins like front matter and is none stays text', () => {
  const body = '---\nA line between rules.\n---\n\nAnd more.\n'
  const text = record(undefined, body)
  expect(text).toBe(front('[]') + body)
  expect(readNote(record(text, body), path)).toMatchObject({ tags: [], created: now })
})

it.each([
  [
    'an old front matter that does not parse',
    '---\na: [\n---\nkept\n',
    'x',
    undefined,
    /front matter of player-notes\/Wren\/a\.md is broken.*another name\.$/
  ],
  ['an old front matter that is a list', '---\n- a\n---\nkept\n', 'x', undefined, /is broken/],
  ['a given front matter that does not parse', undefined, '---\ntags: [a\n---\nx', undefined, /^In the text, line \d.* Give the body alone/],
  ['nothing but front matter', 'kept', '---\ntags: [a]\n---\n  \n', undefined, /^Nothing would stand in/],
  ['too many tags', undefined, 'x', Array.from({ length: 41 }, (_, i) => `t${i}`), /at most 40 tags/],
  ['a tag without end', undefined, 'x', ['t'.repeat(61)], /60 letters/]
])('refuses %s in one sentence', (_what, old, content, tags, says) => {
  expect(() => record(old, content, tags)).toThrow(expect.objectContaining({ code: 'refused', message: expect.stringMatching(says) }))
})

it('never refuses for tags that a hand has written', () => {
  const old = `---\ntags: [${Array.from({ length: 60 }, (_, i) => `t${i}`).join(', ')}]\n---\nx`
  expect(readNote(record(old, 'y', ['T3']), path).tags).toHaveLength(60)
})

it('a recorded note reads back as it was told', () => {
  let text: string | undefined
  for (let day = 10; day < 20; day++) {
    const at = `2026-01-${day}T00:00:00Z`
    text = recordNote(text, { path, content: `# Day ${day}\n\nSee [[Day ${day - 1}]].`, tags: [`t${day}`], now: at })
    const note = readNote(text, 'day.md')
    expect(note).toMatchObject({ title: `Day ${day}`, created: '2026-01-10T00:00:00Z', modified: at, links: [`day ${day - 1}`] })
    expect(note.tags).toHaveLength(day - 9)
  }
})
