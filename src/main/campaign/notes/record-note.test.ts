import { describe, expect, it } from 'vitest'
import { readNote } from './note'
import { recordNote, normalizedNote } from './record-note'

const now = '1203-04-01T08:00:00Z'
const path = 'player-notes/Wren/a.md'
const record = (old: string | undefined, content: string, tags?: string[]): string =>
  recordNote(old, { path, content, now, ...(tags ? { tags } : {}) })
const front = (tags: string, created = now): string => `---\ntags: ${tags}\ncreated: ${created}\nmodified: ${now}\n---\n\n`

it('a new note gets times, tags and the given body', () => {
  expect(record(undefined, '# A\n\nText  \n\n- [ ] a\t#x\n', ['npc', 'clue', 'NPC', '#a b'])).toBe(
    `${front('[npc, clue, a b]')}# A\n\nText  \n\n- [ ] a\t#x\n`
  )
  expect(record(undefined, 'A\r\nB')).toBe(`${front('[]')}A\nB\n`)
})

it('an existing note keeps its keys, comments and time of creation', () => {
  const old =
    '---\n# mine\nmood: grim   # very\ntags:\n  - npc\ncreated: 2026-06-16T12:00:00Z\nmodified: 2026-06-16T14:30:00Z\ncssclasses: [wide]\n---\nold body\n'
  expect(record(old, 'new body\n\n', ['clue'])).toBe(
    `---\n# mine\nmood: grim   # very\ntags: [npc, clue]\ncreated: 2026-06-16T12:00:00Z\nmodified: ${now}\ncssclasses: [wide]\n---\n\nnew body\n`
  )
  expect(record('\uFEFF---\n# only words\n---\nx', 'y')).toBe(`---\n# only words\ntags: []\ncreated: ${now}\nmodified: ${now}\n---\n\ny\n`)
  expect(record('just text', 'more')).toBe(`${front('[]')}more\n`)
  expect(record('---\ntags: npc, dwarven\n---\nx', 'y', ['NPC'])).toBe(`---\ntags: npc, dwarven\ncreated: ${now}\nmodified: ${now}\n---\n\ny\n`)
  expect(record('---\r\ntags: npc\r\n---\r\nx', 'y', ['b'])).toBe(`---\ntags: [npc, b]\ncreated: ${now}\nmodified: ${now}\n---\n\ny\n`)
})

it('a body may begin with a rule', () => {
  const body = '---\nA line between rules.\n---\n\nAnd more.\n'
  const text = record(undefined, body)
  expect(text).toBe(front('[]') + body)
  expect(readNote(record(text, body), path)).toMatchObject({ tags: [], created: now })
})

it.each([
  ['that does not parse', '---\na: [\n---\nkept\n'],
  ['that is a list', '---\n- a\n---\nkept\n'],
  ['that is a word', '---\nword\n---\nkept\n']
])('an old front matter %s is refused, because it would be lost', (_what, old) => {
  const says =
    'The front matter of player-notes/Wren/a.md is damaged, so the note was not changed. Repair the file, or save this note under another name.'
  expect(() => record(old, 'x')).toThrow(expect.objectContaining({ code: 'refused', message: says }))
})

it.each([
  ['too many', Array.from({ length: 41 }, (_, i) => `t${i}`)],
  ['one without end', ['t'.repeat(61)]]
])('of tags, %s is refused', (_what, tags) => {
  const says = 'A note has at most 40 tags of 60 characters each. Give fewer or shorter tags.'
  expect(() => record(undefined, 'x', tags)).toThrow(expect.objectContaining({ code: 'refused', message: says }))
})

describe('what is said to be recorded', () => {
  const said = (content: string, tags?: string | string[]) => normalizedNote({ note_path: 'a.md', content, ...(tags === undefined ? {} : { tags }) })

  it('is its body, with the tags of a front matter before it', () => {
    expect(said('\n---\r\ntags: [clue, "#npc"]\r\ncreated: never\r\n---\r\n\r\n# A\r\n', 'wary, npc')).toEqual({
      note_path: 'a.md',
      content: '# A',
      tags: ['wary', 'npc', 'clue', 'npc']
    })
    expect(said('---\nmood: grim\n---\nA', ['b'])).toEqual({ note_path: 'a.md', content: 'A', tags: ['b'] })
    expect(said('---\nmood: grim\n---\nA')).toEqual({ note_path: 'a.md', content: 'A' })
  })

  it.each(['# A\n\n---\n\nB', '---\nA line between rules.\n---\nMore.', '---\n---\nMore.', '--- not a rule', '---\nno end', ''])(
    'is left alone: %j',
    (content) => expect(said(content, ['t'])).toEqual({ note_path: 'a.md', content, tags: ['t'] })
  )

  it.each([
    ['---\ntags: [a\n---\nx', /^The text, line \d.* Give only the body\. The table writes the front matter\.$/],
    ['---\ntags: [a]\n---\n  \n', /^The note has front matter but no body\. Give the whole Markdown body\.$/]
  ])('is refused: %j', (content, says) => {
    expect(() => said(content)).toThrow(expect.objectContaining({ code: 'refused', message: expect.stringMatching(says) }))
  })
})

it('never refuses tags that the user wrote', () => {
  const old = `---\ntags: [${Array.from({ length: 60 }, (_, i) => `t${i}`).join(', ')}]\n---\nx`
  expect(readNote(record(old, 'y', ['T3']), path).tags).toHaveLength(60)
})

it('a recorded note reads back as given', () => {
  let text: string | undefined
  for (let day = 10; day < 20; day++) {
    const at = `2026-01-${day}T00:00:00Z`
    text = recordNote(text, { path, content: `# Day ${day}\n\nSee [[Day ${day - 1}]].`, tags: [`t${day}`], now: at })
    const note = readNote(text, 'day.md')
    expect(note).toMatchObject({ title: `Day ${day}`, created: '2026-01-10T00:00:00Z', modified: at, links: [`day ${day - 1}`] })
    expect(note.tags).toHaveLength(day - 9)
  }
})
