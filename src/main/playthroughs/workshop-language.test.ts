import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileProblem, Search } from '../../shared/contract/language-calls'
import { desk, type Desk } from './studio.fixture'
import { runProgram } from '../campaign/git/testing/small-process'

const git = (dir: string, ...args: string[]): string => runProgram('git', ['-C', dir, ...args]).trim()
const search = (text: string): Search => ({ text, regex: false, matchCase: true, wholeWord: true, paths: '' })

let own: Desk
beforeAll(async () => {
  own = await desk()
})
afterAll(() => own.close())

const tree = (path: string): string => git(own.dir, 'rev-parse', `HEAD:${path}`)

test('an item is renamed in rules and sheets as one beat, which undo takes back', async () => {
  const { studio, dir } = own
  const [before, head] = [tree('rules'), await own.head()]
  const plan = await studio.renamePlan({ kind: 'item', id: 'rope', to: "sailor's rope", possible: false, drafts: {} })
  expect(plan.files.length).toBeGreaterThan(2)
  await expect(
    studio.renameName({
      kind: 'item',
      id: 'rope',
      to: "sailor's rope",
      possible: false,
      drafts: { 'rules/equipment/items.yaml': 'rope: { name: Rope, kind: tool }\n' }
    })
  ).rejects.toThrow('rules/equipment/items.yaml has unsaved changes. Save or discard them first.')
  const beat = await studio.renameName({ kind: 'item', id: 'rope', to: "sailor's rope", possible: false, drafts: {} })
  expect(beat.subject).toBe("Renamed the item rope to sailor's rope")
  expect(git(dir, 'rev-list', '--count', `${head}..HEAD`)).toBe('1')
  expect((await studio.names({ drafts: {} })).some(({ kind, id }) => kind === 'item' && id === "sailor's rope")).toBe(true)
  await studio.undo()
  expect(tree('rules')).toBe(before)
})

test('renaming a place does what the same edit on the map does', async () => {
  const { studio } = own
  await studio.editWorld({ edits: [{ op: 'rename', what: 'place', id: 'chalk-row', to: 'white-row' }] })
  const byMap = tree('world')
  await studio.undo()
  await studio.renameName({ kind: 'place', id: 'chalk-row', to: 'white-row', possible: false, drafts: {} })
  expect(tree('world')).toBe(byMap)
  await studio.undo()
})

test('words are replaced in all files at once, and undo takes that back', async () => {
  const { studio } = own
  const before = tree('world')
  const found = []
  for await (const news of studio.searchFiles({ search: search('Margery'), replacement: 'Mildred', drafts: { 'world/draft.md': 'Margery\n' } }))
    found.push(...news.files.map(({ path }) => path))
  expect(found).toContain('world/draft.md')
  const paths = found.filter((path) => path.startsWith('world/story/'))
  const { subject, replaced } = await studio.replaceInFiles({ search: search('Margery'), replacement: 'Mildred', paths, drafts: {} })
  expect(subject).toBe(`Replaced "Margery" with "Mildred" in ${replaced} places in 1 file`)
  expect(tree('world')).not.toBe(before)
  await studio.undo()
  expect(tree('world')).toBe(before)
})

test('problems follow drafts and files changed outside; a later question ends an earlier one', async () => {
  const { studio, dir } = own
  writeFileSync(join(dir, 'rules/conditions/soaked.yaml'), 'name: Soaked\ngrants: [wring]\n')
  const drafts = { 'rules/tables/wet.yaml': 'name: Wet\ndice: d4\nrows:\n  1-4: { text: Wet., condition: soakd }\n' }
  const first = studio.liveProblems({ drafts })[Symbol.asyncIterator]()
  const news: { problems: FileProblem[]; whole: boolean } = (await first.next()).value
  expect(news.whole).toBe(false)
  expect(news.problems.find(({ path }) => path === 'rules/conditions/soaked.yaml')).toMatchObject({ line: 2, column: 10, level: 'error' })
  expect(news.problems.find(({ path }) => path === 'rules/tables/wet.yaml')?.fixes[0]?.title).toBe('Change "soakd" to "soaked"')
  const second = studio.liveProblems({ drafts: {} })[Symbol.asyncIterator]()
  expect((await second.next()).value).toMatchObject({ whole: false })
  expect(await first.next()).toEqual({ value: undefined, done: true })
  await second.return?.()
})
