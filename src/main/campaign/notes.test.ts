import { expect, it } from 'vitest'
import { backlinksOf, buildIndex, parseNote, recall, recordNote, type Recall } from './notes'
import { linkTargets } from './wikilinks'

const borin = `---
tags: [npc, dwarven]
created: 2026-06-16T12:00:00Z
modified: 2026-06-16T14:30:00Z
aliases: [the smith]
---

# Borin Stonehand

Dwarven smith met in [[The Iron Quarter]]. Knows about [[the sealed vault]].
His forge burns day and night. A second forge stands cold.
`
const notes = new Map([
  ['npcs/borin-stonehand.md', borin],
  [
    'locations/iron-quarter.md',
    '---\ntags: [location]\nmodified: 2026-06-16T13:00:00Z\n---\n# The Iron Quarter\n\nSmoke and forge light. See [[npcs/borin-stonehand|Borin]].\n'
  ],
  [
    'clues/vault-rumor.md',
    '---\ntags: clue, quest\nmodified: 2026-06-17T08:00:00Z\n---\nThe Smith whispered: ![[THE SMITH#Fears]] and [[Iron-Quarter#^b1]].\n'
  ],
  ['misc/Bells/ABOUT.md', 'No front matter. The bells of [[borin stonehand]].\n']
])
const index = buildIndex(notes)
const paths = (ask: Recall) => recall(index, ask).map((hit) => hit.path)

it('reads title, tags, times, links and names', () => {
  const { body, lower, ...rest } = parseNote(borin, 'npcs/borin-stonehand.md')
  expect(rest).toEqual({
    path: 'npcs/borin-stonehand.md',
    title: 'Borin Stonehand',
    tags: ['npc', 'dwarven'],
    created: '2026-06-16T12:00:00Z',
    modified: '2026-06-16T14:30:00Z',
    links: ['the iron quarter', 'the sealed vault'],
    names: ['npcs/borin-stonehand.md', 'borin stonehand', 'the smith', 'borin-stonehand.md', 'npcs/borin-stonehand', 'borin-stonehand']
  })
  expect(body.startsWith('\n# Borin')).toBe(true)
  expect(lower).toBe(body.toLowerCase())
  expect(parseNote('x', 'misc/Bells/ABOUT.md').title).toBe('Bells')
})

it('finds text literally, whatever the case, newest first or densest first', () => {
  expect(paths({ query: 'FORGE' })).toEqual(['npcs/borin-stonehand.md', 'locations/iron-quarter.md'])
  expect(paths({ query: 'forge', sort: 'relevance' })).toEqual(['npcs/borin-stonehand.md', 'locations/iron-quarter.md'])
  expect(paths({ query: 'f.rge' })).toEqual([])
  expect(paths({ query: 'forge', tags: ['location'] })).toEqual(['locations/iron-quarter.md'])
  expect(paths({ query: 'nothing of the kind' })).toEqual([])
  expect(paths({})).toEqual(['clues/vault-rumor.md', 'npcs/borin-stonehand.md', 'locations/iron-quarter.md', 'misc/Bells/ABOUT.md'])
  expect(paths({ limit: 1 })).toEqual(['clues/vault-rumor.md'])
  expect(paths({ limit: 0 })).toHaveLength(1)
})

it('gives whole notes for tags and snippets for text', () => {
  expect(recall(index, { tags: ['NPC', '#dwarven'] })).toEqual([
    {
      path: 'npcs/borin-stonehand.md',
      title: 'Borin Stonehand',
      tags: ['npc', 'dwarven'],
      modified: '2026-06-16T14:30:00Z',
      content: borin.slice(borin.indexOf('\n# Borin'))
    }
  ])
  expect(paths({ tags: ['npc', 'quest'] })).toEqual([])
  expect(recall(index, { query: 'second forge' })[0]?.snippet).toBe(
    '… n Quarter]]. Knows about [[the sealed vault]]. His forge burns day and night. A second forge stands cold.'
  )
})

it('follows links by path, file name, title and alias', () => {
  const linking = ['clues/vault-rumor.md', 'locations/iron-quarter.md', 'misc/Bells/ABOUT.md']
  for (const name of ['Borin Stonehand', 'borin-stonehand', 'npcs/borin-stonehand.md', 'The smith']) {
    expect([...backlinksOf(index, name)].toSorted()).toEqual(linking)
  }
  expect(paths({ link_target: 'The sealed Vault' })).toEqual(['npcs/borin-stonehand.md'])
  expect(paths({ link_target: 'iron-quarter' })).toEqual(['clues/vault-rumor.md', 'npcs/borin-stonehand.md'])
  expect(paths({ link_target: 'nobody' })).toEqual([])
})

it('does not look for links in code', () => {
  const body =
    '[[a]] `[[b]]` ``[[c]] ` `` \\[[d]] [[#own heading]] [[e|shown]] ![[f#^x]]\n```md\n[[g]]\n~~~\n[[h]]\n```\n~~~~\n[[i]]\n~~~\n[[j]]\n~~~~\n[[k]] ` [[l]]\n[[ m ]] [[n\no]]\n```\n[[p]]'
  expect(linkTargets(body)).toEqual(['a', 'e', 'f', 'k', 'l', 'm'])
})

it('keeps a note with a broken front matter, as text', () => {
  const note = parseNote('---\ntags: [a\n---\nText with [[link]].\n', 'x.md')
  expect({ tags: note.tags, links: note.links, code: note.problem?.code }).toEqual({ tags: [], links: ['link'], code: 'bad-file' })
})

it('shows text around a match in letters that grow in lower case', () => {
  const text = `${'İ'.repeat(30)} the gate ${'x'.repeat(300)}`
  expect(recall(buildIndex(new Map([['a.md', text]])), { query: 'The Gate' })[0]?.snippet).toContain('the gate')
})

it('records: a new note gets times and tags', () => {
  expect(recordNote(undefined, { content: '# A\n\nText', tags: ['npc', 'NPC', 'clue'], now: '1203-04-01T08:00:00Z' })).toBe(
    '---\ntags: [npc, clue]\ncreated: 1203-04-01T08:00:00Z\nmodified: 1203-04-01T08:00:00Z\n---\n\n# A\n\nText\n'
  )
})

it('records: an old note keeps its keys, comments and first time', () => {
  const old = '---\n# mine\nmood: grim   # very\ntags:\n  - npc\ncreated: 2026-06-16T12:00:00Z\nmodified: 2026-06-16T14:30:00Z\n---\nold body\n'
  const now = '2026-06-20T00:00:00Z'
  expect(recordNote(old, { content: '---\ntags: [clue]\ncreated: never\n---\nnew body\n\n', tags: [], now })).toBe(
    '---\n# mine\nmood: grim   # very\ntags: [npc, clue]\ncreated: 2026-06-16T12:00:00Z\nmodified: 2026-06-20T00:00:00Z\n---\n\nnew body\n'
  )
  expect(recordNote('just text', { content: 'more', now })).toBe(`---\ntags: []\ncreated: ${now}\nmodified: ${now}\n---\n\nmore\n`)
  expect(() => recordNote('---\na: [\n---\n', { content: 'x', now })).toThrow('In this note')
})

it('a recorded note reads back as it was told', () => {
  let text: string | undefined
  for (let day = 10; day < 20; day++) {
    const now = `2026-01-${day}T00:00:00Z`
    text = recordNote(text, { content: `# Day ${day}\n\nSee [[Day ${day - 1}]].`, tags: [`t${day}`], now })
    const note = parseNote(text, 'day.md')
    expect(note).toMatchObject({ title: `Day ${day}`, created: '2026-01-10T00:00:00Z', modified: now, links: [`day ${day - 1}`] })
    expect(note.tags).toHaveLength(day - 9)
  }
})
