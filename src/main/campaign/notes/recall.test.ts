import { expect, it } from 'vitest'
import { readNote } from './note'
import { buildIndex } from './note-index'
import type { Recall } from '../../../shared/story/recall'
import { recall } from './recall'
import { recallWords } from '../../../shared/words/recall-words'

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
const paths = (request: Recall) => recall(index, request).hits.map((hit) => hit.path)
const one = (text: string) => buildIndex(new Map([['a.md', text]]))

it('reads title, tags, times, links and names', () => {
  const { body, searched, ...rest } = readNote(borin, 'npcs/borin-stonehand.md')
  expect(rest).toEqual({
    path: 'npcs/borin-stonehand.md',
    title: 'Borin Stonehand',
    tags: ['npc', 'dwarven'],
    created: '2026-06-16T12:00:00Z',
    modified: '2026-06-16T14:30:00Z',
    properties: [],
    links: ['the iron quarter', 'the sealed vault'],
    called: ['borin stonehand', 'the smith'],
    matter: ''
  })
  expect(body.startsWith('\n# Borin')).toBe(true)
  expect(searched).toBe(`borin stonehand\n\n${body.toLowerCase()}`)
  expect(readNote('x', 'misc/Bells/ABOUT.md').title).toBe('Bells')
  expect(readNote('```\n# not this\n```\n# This  ##\n', 'a.md').title).toBe('This')
  expect(readNote('\uFEFF---\r\ntitle: From the front\r\ntags: "#a, b"\r\n---\r\ntext', 'a.md')).toMatchObject({
    title: 'From the front',
    tags: ['a', 'b'],
    body: 'text'
  })
})

it('finds text literally in any case, newest first or by relevance', () => {
  expect(paths({ query: 'FORGE' })).toEqual(['npcs/borin-stonehand.md', 'locations/iron-quarter.md'])
  expect(paths({ query: 'forge', sort: 'relevance' })).toEqual(['npcs/borin-stonehand.md', 'locations/iron-quarter.md'])
  expect(paths({ query: 'smoke', sort: 'relevance' })).toEqual(['locations/iron-quarter.md'])
  expect(paths({ query: 'f.rge' })).toEqual([])
  expect(paths({ query: 'fo' })).toEqual(['npcs/borin-stonehand.md', 'locations/iron-quarter.md'])
  expect(paths({ query: 'forge', tags: ['location'] })).toEqual(['locations/iron-quarter.md'])
  expect(paths({ query: 'forge', tags: ['location'], link_target: 'the smith' })).toEqual(['locations/iron-quarter.md'])
  expect(paths({ query: 'nothing of the kind' })).toEqual([])
  expect(paths({})).toEqual(['clues/vault-rumor.md', 'npcs/borin-stonehand.md', 'locations/iron-quarter.md', 'misc/Bells/ABOUT.md'])
})

it('finds the words of a query in any order, after the notes with its literal text', () => {
  const world = buildIndex(
    new Map([
      ['a.md', 'The bell was cracked. He sold it all the same.'],
      ['b.md', 'Nobody knows who sold the bell.'],
      ['c.md', 'The bell hangs.'],
      ['wren.md', '---\nwants: [{ want: Her brother Jory, met: fact.bell-sold }]\n---\nA ropemaker.']
    ])
  )
  const found = (query: string): string[] => recall(world, { query }).hits.map(({ path }) => path)
  expect(found('who sold the bell')).toEqual(['b.md', 'a.md'])
  expect(found('"sold the bell"')).toEqual(['b.md'])
  expect(found('bell, cracked')).toEqual(['a.md'])
  expect(found('the bell')).toEqual(['a.md', 'b.md', 'c.md'])
  expect(found('who was it')).toEqual([])
  expect(recall(world, { query: 'brother' }).hits).toMatchObject([{ path: 'wren.md', snippet: 'Her brother Jory' }])
  expect(recall(world, { query: 'sold bell', sort: 'relevance' }).hits.map(({ path }) => path)).toEqual(['b.md', 'a.md'])
})

it('finds words with and without accents, and however their letters are spelled', () => {
  const spelt: [query: string, text: string][] = [
    ['cafe eveque', 'Au Café de l’Évêque.'],
    ['Café Évêque', 'the cafe of the eveque'],
    ['strasse', 'In der Straße.'],
    ['STRASSE', 'In der Straße.'],
    ['Straße', 'In der Strasse.'],
    ['oeuvre', 'Son œuvre.'],
    ['lodz', 'Nach Łódź.'],
    ['smorrebrod', 'Et smørrebrød.'],
    ['istanbul', 'İstanbul'],
    ["l'eveque", 'l’évêque'],
    ['ёлка', 'елка']
  ]
  expect(spelt.filter(([query, text]) => recall(one(text), { query }).hits.length !== 1)).toEqual([])
  expect(recall(one(`${'é '.repeat(200)}Straße ${'ß '.repeat(200)}`), { query: 'strasse' }).hits[0]?.snippet).toMatch(/^… é .* Straße ß .* …$/)
})

it('sorts by matches per length, the newest first among equals', () => {
  const at = (day: number, text: string) => `---\nmodified: 2026-06-${day}T00:00:00Z\n---\n${text}`
  const many = buildIndex(
    new Map([
      ['thin.md', at(19, 'One bell in a great many other words that say nothing of it at all.')],
      ['thick.md', at(10, 'Bell, bell, bell.')],
      ['old.md', at(11, 'A bell rings.')],
      ['new.md', at(12, 'A bell rings.')]
    ])
  )
  const order = (request: Recall) => recall(many, request).hits.map(({ path }) => path)
  expect(order({ query: 'bell', sort: 'relevance' })).toEqual(['thick.md', 'new.md', 'old.md', 'thin.md'])
  expect(order({ query: 'bell', sort: 'relevance', limit: 2 })).toEqual(['thick.md', 'new.md'])
  expect(order({ query: 'bell' })).toEqual(['thin.md', 'new.md', 'old.md', 'thick.md'])
})

it('observes the limit, and says when more notes match', () => {
  expect(recall(index, { limit: 1 })).toMatchObject({ hits: [{ path: 'clues/vault-rumor.md' }], more: true })
  expect(recall(index, { limit: 4 })).toMatchObject({ more: false })
  expect(paths({ limit: 0 })).toHaveLength(1)
  expect(paths({ limit: Number.NaN })).toHaveLength(4)
  const crowd = buildIndex(new Map(Array.from({ length: 60 }, (_, i) => [`${i}.md`, 'bell'])))
  expect(recall(crowd, { query: 'bell' }).hits).toHaveLength(10)
  expect(recall(crowd, { query: 'bell', limit: 1000 }).hits).toHaveLength(50)
})

it('gives whole notes for tags and snippets for text', () => {
  expect(recall(index, { tags: ['NPC', '#dwarven'] }).hits).toEqual([
    {
      path: 'npcs/borin-stonehand.md',
      title: 'Borin Stonehand',
      tags: ['npc', 'dwarven'],
      modified: '2026-06-16T14:30:00Z',
      content: borin.slice(borin.indexOf('# Borin')).trim()
    }
  ])
  expect(paths({ tags: ['npc', 'quest'] })).toEqual([])
  expect(recall(index, { query: 'second forge' }).hits[0]?.snippet).toBe(
    '… Quarter]]. Knows about [[the sealed vault]]. His forge burns day and night. A second forge stands cold.'
  )
})

it('follows links by path, file name, title and alias', () => {
  const linking = ['clues/vault-rumor.md', 'locations/iron-quarter.md', 'misc/Bells/ABOUT.md']
  for (const name of [
    'Borin Stonehand',
    'borin-stonehand',
    'npcs/borin-stonehand.md',
    'The smith',
    '[[borin-stonehand|him]]',
    '/npcs/Borin-Stonehand'
  ])
    expect([name, index.backlinks(name)]).toEqual([name, linking])
  expect(paths({ link_target: 'The sealed Vault' })).toEqual(['npcs/borin-stonehand.md'])
  expect(paths({ link_target: 'iron-quarter' })).toEqual(['clues/vault-rumor.md', 'npcs/borin-stonehand.md'])
  expect(paths({ link_target: 'nobody' })).toEqual([])
  const far = one(`${'x '.repeat(500)}as [[Borin Stonehand|he]] said ${'y '.repeat(500)}`)
  expect(recall(far, { link_target: 'borin stonehand' }).hits[0]?.snippet).toMatch(/^… x .* as \[\[Borin Stonehand\|he\]\] said y .* y …$/)
})

it('treats composed and decomposed letters as equal in names, links, tags and text', () => {
  const [composed, decomposed] = ['Zoë', 'Zoe\u0308']
  const two = buildIndex(
    new Map([
      ['npcs/zoe.md', `---\naliases: ${decomposed}\ntags: [${decomposed}]\n---\nShe is ${decomposed} of the mill.`],
      ['b.md', `[[${composed}]]`]
    ])
  )
  expect(two.backlinks('zoe')).toEqual(['b.md'])
  expect(recall(two, { tags: [composed] }).hits.map(({ path }) => path)).toEqual(['npcs/zoe.md'])
  expect(recall(two, { query: `${composed} OF` }).hits[0]?.snippet).toBe(`She is ${composed} of the mill.`)
})

it('finds a note by the links in its properties and the tags in its text', () => {
  const note = readNote(
    '---\ntags: [npc]\nhome: "[[The Mill|mill]]"\nkin: [[Hask]]\nsees:\n  - "[Ada](Ada%20Lark.md)"\n---\n#NPC, #clue/bell\n',
    'a.md'
  )
  expect([note.tags, note.links]).toEqual([
    ['npc', 'clue/bell'],
    ['the mill', 'hask', 'ada lark.md']
  ])
  const index = buildIndex(
    new Map([
      ['a.md', note.body],
      ['b.md', 'Of [Ada](Ada%20Lark.md).'],
      ['Ada Lark.md', '#witness']
    ])
  )
  expect(
    [recall(index, { tags: ['clue/bell'] }).hits, recall(index, { link_target: 'Ada Lark' }).hits].map((hits) => hits.map(({ path }) => path))
  ).toEqual([['a.md'], ['b.md']])
})

it('reports a note whose front matter has no end', () => {
  const unclosed = one('---\ntags: [a]\n\nText.\n')
  expect(unclosed.at('a.md')?.problem?.message).toBe('a.md, line 1: the front matter has no end, so it is read as text. Add a line --- below it.')
  expect(one('---\nA rule above.\n').at('a.md')?.problem).toBeUndefined()
})

it('keeps a note with a broken front matter, as text, and says so', () => {
  const broken = one('---\ntags: [a\n---\nText with [[link]].\n')
  expect(broken.at('a.md')).toMatchObject({ tags: [], links: ['link'], problem: { code: 'bad-file' } })
  expect(recall(broken, { query: 'text with' }).hits[0]?.problem).toMatch(/^a\.md, line 2:/)
})

it('shows text around a match with letters that get longer in lower case', () => {
  const body = `${'İ'.repeat(300)} the gate ${'x'.repeat(300)}`
  const [hit] = recall(one(body), { query: 'The Gate' }).hits
  expect(hit?.snippet).toBe(`… ${'İ'.repeat(79)} the gate ${'x'.repeat(79)} …`)
})

it('prints recalled notes briefly, with the paths under which they are recorded', () => {
  const wordsOf = (request: Recall, of = index) => recallWords({ ...recall(of, request), of: of.size, cited: [] })
  expect(wordsOf({ query: 'forge', limit: 1 })).toBe(
    [
      '1 note of 4, and more match; narrow the search or raise the limit:',
      '',
      'npcs/borin-stonehand.md — Borin Stonehand (tags: npc, dwarven; 2026-06-16T14:30:00Z)',
      '… smith met in [[The Iron Quarter]]. Knows about [[the sealed vault]]. His forge burns day and night. A second forge stands cold.'
    ].join('\n')
  )
  expect(wordsOf({ query: 'no such thing' })).toBe('No match in 4 notes.')
  expect(recallWords({ hits: [], more: false, of: 1, cited: [{ beat: 7, by: 'Wren' }] })).toBe(
    'No match in 1 note.\nNamed in this scene: beat 7 by Wren.'
  )
})

it('cuts long notes, says so, and limits the answer', () => {
  const tale = (length: number) => `---\ntags: [long]\n---\n${'a long tale '.repeat(length)}`
  const crowd = buildIndex(new Map(Array.from({ length: 50 }, (_, i) => [`${i}.md`, tale(i === 0 ? 100_000 : 500)])))
  const words = recallWords({ ...recall(crowd, { tags: ['long'], limit: 50 }), of: 50, cited: [] })
  expect(words).toContain('[cut here: 1195999 more characters; search for words in them to see them]')
  expect(words.length).toBeLessThan(26_000)
  expect(words).toContain('49.md')
})
