import { expect, test } from 'vitest'
import { parseCommit } from './campaign/git/commits'
import { configPairs } from './campaign/git/repository'
import { hostileName } from './campaign/git/trees'
import { readTalk, talkLine } from './campaign/lines'
import { readNote } from './campaign/notes/note'
import { readGame } from './rules/read'
import { checkGame } from './rules/load'

const MANY = 2_000_000
const spaces = ' '.repeat(MANY)
const commit = (author: string) => parseCommit(Buffer.from(`tree ${'0'.repeat(40)}\nauthor ${author}\ncommitter x\n\nHello\n`), '1'.repeat(40))
const manifest = 'game: G\nversion: "1"\n'

/** Nothing here is measured: what takes the square of its length does not come to an end. */
test.each<[string, () => unknown, unknown]>([
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

test('what is said of a commit, a private line and git settings is read as before', () => {
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
