import { expect, it } from 'vitest'
import { sizeOf } from '../../lint/tiers.mjs'
import { parseCommit } from './campaign/git/commits'
import { configPairs } from './campaign/git/config'
import { hostileName } from './campaign/git/trees'
import { readTalk, talkLine } from './campaign/lines'
import { readNote } from './campaign/notes/note'
import { readGame } from './rules/read-game'
import { checkGame } from './rules/load-game'
import { readYamlFile } from './rules/yaml-file'
import { parseFully } from './campaign/yaml/parse'
import { Problem } from '../shared/base/problem'

const MANY = 2_000_000
const spaces = ' '.repeat(MANY)
const commit = (author: string) => parseCommit(Buffer.from(`tree ${'0'.repeat(40)}\nauthor ${author}\ncommitter x\n\nHello\n`), '1'.repeat(40))
const manifest = 'game: G\nversion: "1"\n'

/** No times are measured: anything quadratic would not finish. */
it.each<[string, () => unknown, unknown]>([
  ['an author of two million angle brackets', () => commit(`${'<'.repeat(MANY)}> 5 +0000`).time, 5000],
  ['an author of two million brackets that are never closed', () => commit('<'.repeat(MANY)).author, { name: '', email: '' }],
  ['a line of git settings of spaces', () => configPairs(`[a]\nb =${spaces}x${spaces}y`).length, 1],
  ['a title of git settings of spaces', () => configPairs(`[a${spaces}`), []],
  ['a name of two million dots', () => hostileName(`${'.'.repeat(MANY)}x`), 'it is longer than any system allows'],
  ['a heading of spaces', () => readNote(`#${spaces}x${'#'.repeat(MANY)}y`, 'a.md').title.length > 0, true],
  ['a private line of two million names', () => readTalk(`**${'** '.repeat(MANY)}x`, (name) => name), []],
  [
    'imports of spaces',
    async () =>
      (
        await checkGame(
          new Map([
            ['manifest.yaml', manifest],
            ['lib.ts', `const x = 1 //\nimport${' '.repeat(500_000)}x`]
          ])
        )
      ).length > 0,
    true
  ],
  ['a thousand actions over large files', () => readGame(thousandActions()).problems.length > 0, true]
])('%s: an end in as many steps as there are characters', async (_name, work, answer) => {
  expect(await work()).toEqual(answer)
})

function thousandActions(): Map<string, string> {
  const files = new Map([['manifest.yaml', manifest]])
  for (let i = 0; i < 300; i++) files.set(`actions/(a+)+${i}.ts`, `export const x = ${JSON.stringify('a'.repeat(20_000))}\n`)
  return files
}

it('commit messages, private lines and git settings are read as before', () => {
  const { author, time } = commit('Mira of the Hill <mira@example.com> 17 +0200')
  expect([author, time]).toEqual([{ name: 'Mira of the Hill', email: 'mira@example.com' }, 17_000])
  expect(readTalk(talkLine('Mira', 'one\ntwo ** three --> four', 7), (name) => name.toLowerCase())).toEqual([
    { by: 'mira', text: 'one\ntwo ** three --> four', beat: 7 }
  ])
  const text = '[core]\n\tbare = false ; no\n  quiet\n[remote "a b"] url = "https://x/y" # z\n= 3\nno sense here\n'
  expect(configPairs(text)).toEqual([
    ['core.bare', 'false'],
    ['core.quiet', 'true'],
    ['remote.a b.url', 'https://x/y']
  ])
})

/** Fragments of YAML that a reader may scan repeatedly, or that are each an error; a file consists of a beginning, many fragments and an end. */
const LONG_YAML: [name: string, part: string, before?: string, after?: string][] = [
  ['spaces within a value', ' ', 'a: x', 'y'],
  ['spaces before a colon', ' ', 'a', ': x'],
  ['spaces before a fold', ' ', 'a: x', 'z\n  y'],
  ['spaces at the end of quoted lines', ' ', 'a: "x', '\ny"'],
  ['tabs before a fold', '\t ', 'a: x', 'z\n  y'],
  ['quotes', '"'],
  ['strings one after another', '"a"', '{'],
  ['strange escapes', '\\q', 'a: "', '"'],
  ['escapes beyond Unicode', '\\Uffffffff', 'a: "', '"'],
  ['colons', ':'],
  ['colons and spaces', ': '],
  ['keys without an end', 'a b\n'],
  ['question marks', '? '],
  ['a key in many lines', 'x\n', '"', '": 1'],
  ['commas', ',', '[', ']'],
  ['closing brackets', ']'],
  ['keys with closing brackets', 'a: ]'],
  ['brackets one after another', '[]'],
  ['empty maps', '{},', '[', ']'],
  ['maps on one line', '{a: 1},', '[', ']'],
  ['comments within brackets', '#\n', '[', ']'],
  ['blank lines', '\n', 'a: |\n', ' x'],
  ['folded lines', ' x\n', 'a: >\n'],
  ['folded blank lines', ' \n', 'a: >\n x\n', ' y'],
  ['headers of blocks', '+', 'a: |', '\n x'],
  ['lines of a plain value', 'x\n ', 'a: '],
  ['anchors', '&a ', '', 'x'],
  ['a long anchor', 'a', '&', ' x'],
  ['aliases of one anchor', '- *a\n', '- &a x\n'],
  ['aliases of nothing', '- *a\n'],
  ['merges', '  <<: *a\n', 'a: &a {x: 1}\nb:\n'],
  ['comments', '# x\n', 'a: 1\n', 'b: 1\n'],
  ['comments after values', 'a: 1 # x\n'],
  ['digits with underscores', '1_', '%YAML 1.1\n---\na: ', 'x'],
  ['digits', '1', 'a: ', 'x'],
  ['zeros behind a point', '0', 'a: 1.', 'x'],
  ['parts of sixty', ':01', '%YAML 1.1\n---\na: 1', 'x'],
  ['spaces in a time', ' ', '%YAML 1.1\n---\na: 2001-01-01', 'x'],
  ['tags', '- !a x\n'],
  ['a tag of percents', '%41', '!!', ' x'],
  ['directives of tags', '%TAG !a! b\n', '', '---\na'],
  ['spaces in a directive', ' ', '%TAG', 'x\n---\na'],
  ['strange directives', '%\n', '', '---\na'],
  ['documents', '---\n'],
  ['exclamation marks', '! '],
  ['byte order marks', '\uFEFF']
]
/** Characters in a test file. The limit is 2,000,000, and 262,144 for a file of the rules. */
const LONG = sizeOf(import.meta.filename, 'characters')
const LONG_RULE = Math.min(LONG, 256 << 10)
const longest = (length: number, part: string, before: string, after: string): string =>
  before + part.repeat(Math.floor((length - before.length - after.length) / part.length)) + after
const ends = (read: () => unknown): boolean => {
  try {
    read()
    return true
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'bad-file') return /^[^\n]{1,400}[.]$/.test(thrown.message)
    throw thrown
  }
}

/** In the gate, every nth kind of text represents the others. */
const EVERY = sizeOf(import.meta.filename, 'every')

it.each(LONG_YAML.filter((_, n) => n % EVERY === 0))(
  'a long YAML file of %s is read or refused in one line',
  (_name, part, before = '', after = '') => {
    expect(ends(() => parseFully(longest(LONG, part, before, after), 'a.yaml'))).toBe(true)
    expect(ends(() => readYamlFile(longest(LONG_RULE, part, before, after), 'a.yaml'))).toBe(true)
  }
)

it.each<[string, (i: number) => string]>([
  ['keys', (i) => `k${i}:\n`],
  ['anchors with an alias each', (i) => `- &a${i} x\n- *a${i}\n`],
  ['keys in question', (i) => `? k${i}\n`]
])('a YAML file of very many %s is read or refused in one line', (_name, line) => {
  const lines = (length: number) => {
    let text = ''
    for (let i = 0; text.length < length - 40; i++) text += line(i)
    return text
  }
  expect(ends(() => parseFully(`${lines(LONG / 2)}z: !x\n`, 'a.yaml'))).toBe(true)
  expect(ends(() => readYamlFile(lines(200_000), 'a.yaml'))).toBe(true)
})
