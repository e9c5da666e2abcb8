import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { git, tempFolder } from '../../campaign/git/testing/folders'
import { freshSample } from '../../playthroughs/samples.fixture'
import { reading } from '../../playthroughs/commands.fixture'

/** No process has this id. */
const GONE = '.making-999999999-1'

/** A draft with some of a campaign's files. */
async function drafted(name: string, keep: (path: string) => boolean = () => true): Promise<string> {
  const dir = join(tempFolder(), 'well')
  const created = join(tempFolder(), 'made')
  await freshSample(created, 'cairn-hack', '1')
  mkdirSync(dir)
  cpSync(created, join(dir, name), { recursive: true, filter: (from) => keep(from.slice(created.length + 1)) })
  return dir
}
const make = (dir: string): Promise<string> =>
  freshSample(dir, 'cairn-hack', '7').then(
    () => 'made',
    (thrown: Error) => thrown.message
  )
const plays = (dir: string): Promise<number> => reading(dir, ({ snapshot }) => snapshot.state.next.beat)
const isClean = (dir: string): boolean => git(dir, 'status', '--porcelain') === '' && readdirSync(dir).every((name) => !/^\.ma[dk]/.test(name))

it.each([
  ['before there was a history', (path: string) => !path.startsWith('.git')],
  ['while the history was begun', (path: string) => !/^\.git\/(HEAD|refs|objects\/pack)|^world/.test(path)],
  ['when nothing but the names were there', (path: string) => path === ''],
  ['before it was whole', () => true]
])('a folder in which making a campaign was killed %s takes a new one', async (_when, keep) => {
  const dir = await drafted(GONE, keep)
  expect([await make(dir), await plays(dir), isClean(dir)]).toEqual(['made', 0, true])
})

it.each([
  ['at once', [] as string[]],
  ['on the way', ['world', 'next']],
  ['before its history', undefined]
])('a campaign that was whole when making it was killed %s is completed by the next try', async (_when, moved) => {
  const dir = await drafted('.made')
  for (const name of moved ?? readdirSync(join(dir, '.made')).filter((name) => name !== '.git')) renameSync(join(dir, '.made', name), join(dir, name))
  expect(await make(dir)).toMatch(/already holds a campaign/)
  expect([await plays(dir), isClean(dir)]).toEqual([0, true])
})

it('the draft of a running process stays, and so does a link with such a name', async () => {
  const dir = join(tempFolder(), 'well')
  const outside = tempFolder()
  writeFileSync(join(outside, 'mine.md'), 'Mine\n')
  mkdirSync(join(dir, `.making-${process.pid}-`), { recursive: true })
  expect(await make(dir)).toMatch(/is not empty/)
  rmSync(dir, { recursive: true })
  mkdirSync(dir)
  symlinkSync(outside, join(dir, GONE))
  symlinkSync(outside, join(dir, '.made'))
  expect(await make(dir)).toMatch(/is not empty/)
  expect([readdirSync(dir), readdirSync(outside)]).toEqual([['.made', GONE], ['mine.md']])
})
