import { expect, it } from 'vitest'
import type { Search, SearchNews } from '../../shared/contract/language-calls'
import { MAX_MATCHES, pathFilter, replaceInTexts, searchTexts } from './search'

const FILES = new Map([
  ['rules/actions/a.ts', "const name = 'Wet Rope' // wet-rope\r\nexport { name }\r\n"],
  ['sessions/session-1/001-scene/LOG.yaml', '- {text: wet rope}\n'],
  ['world/b.md', 'A wet rope, a ropewalk, WET ROPES.\n\n'],
  ['world/c.md', '']
])
const search = (text: string, more: Partial<Search> = {}): Search => ({ text, regex: false, matchCase: false, wholeWord: false, paths: '', ...more })
const found = (wish: Search, texts: ReadonlyMap<string, string> = FILES): string[] =>
  [...searchTexts(texts, wish)].flatMap(({ files }) =>
    files.flatMap(({ path, matches }) => matches.map(({ line, column, text, from, to }) => `${path}:${line}:${column} ${text.slice(from, to)}`))
  )
const last = (news: Iterable<SearchNews>): SearchNews | undefined => [...news].at(-1)

it('a search finds text in any case, whole words, patterns, and only in the files named', () => {
  expect(found(search('wet rope'))).toEqual([
    'rules/actions/a.ts:1:15 Wet Rope',
    'sessions/session-1/001-scene/LOG.yaml:1:10 wet rope',
    'world/b.md:1:3 wet rope',
    'world/b.md:1:25 WET ROPE'
  ])
  expect(found(search('wet rope', { matchCase: true, paths: 'world, !c.md' }))).toEqual(['world/b.md:1:3 wet rope'])
  expect(found(search('rope', { wholeWord: true, paths: '*.md' }))).toEqual(['world/b.md:1:7 rope'])
  expect(found(search('w[e]t.ropes?', { regex: true, paths: 'b.md' }))).toEqual(['world/b.md:1:3 wet rope', 'world/b.md:1:25 WET ROPES'])
  expect(found(search('export.*', { regex: true }))).toEqual(['rules/actions/a.ts:2:1 export { name }'])
  expect(found(search('.'))).not.toEqual([])
  expect(['rules/x.yaml', 'x/rules.md'].map(pathFilter('rules/*.yaml'))).toEqual([true, false])
})

it('a pattern with too many steps is given up with a reason, and an invalid one is refused', () => {
  const hostile = search('(a+)+$', { regex: true })
  expect(last(searchTexts(new Map([['world/a.md', `${'a'.repeat(5000)}!`]]), hostile))?.capped).toBe(
    'The regular expression takes too many steps, so the search was given up. Make it simpler.'
  )
  expect(() => found(search('(', { regex: true }))).toThrow('"(" is not a regular expression. Correct it, or turn off "Regular expression".')
  expect(found(search('x*', { regex: true }))).toEqual([])
  expect(() => replaceInTexts(new Map([['world/a.md', `${'a'.repeat(5000)}!`]]), hostile, 'b', ['world/a.md'])).toThrow('takes too many steps')
})

it('ten thousand files are searched in parts, and thousands of matches are capped in a sentence', () => {
  const many = new Map(Array.from({ length: 10_000 }, (_, i) => [`world/n${i}.md`, i % 2 === 0 ? 'a rope\n' : 'nothing\n']))
  const news = [...searchTexts(many, search('rope'))]
  expect(news.length).toBeGreaterThan(10)
  expect(news.reduce((sum, { files }) => sum + files.length, 0)).toBe(MAX_MATCHES)
  expect(last(news)?.capped).toBe(`The search stopped after ${MAX_MATCHES} matches. Search for something longer, or name the files to search.`)
})

it('replacing keeps every other byte and never touches what the table wrote', () => {
  const { files, replaced: count } = replaceInTexts(FILES, search('wet rope'), '$& cord', [...FILES.keys()])
  expect([...files]).toEqual([
    ['rules/actions/a.ts', "const name = '$& cord' // wet-rope\r\nexport { name }\r\n"],
    ['world/b.md', 'A $& cord, a ropewalk, $& cordS.\n\n']
  ])
  expect(count).toBe(3)
  expect(() => replaceInTexts(FILES, search('wet rope'), 'x', ['sessions/session-1/001-scene/LOG.yaml'])).toThrow('There is nothing to replace')
  expect(() => replaceInTexts(FILES, search('wet rope', { matchCase: true }), 'wet rope', ['world/b.md'])).toThrow('There is nothing to replace')
})
