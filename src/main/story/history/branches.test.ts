import { afterAll, beforeAll, expect, it } from 'vitest'
import { desk, type Desk, playOn } from '../../playthroughs/studio.fixture'
import { git as native } from '../../campaign/git/testing/folders'

let at: Desk
let ids: string[]
const git = (...args: string[]): string => native(at.dir, ...args).trim()
const fetchedNow = async () => (await at.studio.present())?.branches.filter(({ fetched }) => fetched).map(({ name, head }) => [name, head])

beforeAll(async () => {
  at = await desk()
  ids = await playOn(at.studio, 8)
  await at.studio.branch({ at: ids[4] ?? '', name: 'elsewhere', seed: '9' })
  await playOn(at.studio, 3)
})
afterAll(() => at.close())

it('a fetched branch is read, searched, compared and played on from; one without a campaign is not shown', async () => {
  const theirs = git('rev-parse', 'elsewhere')
  const subject = (await at.studio.beat({ commit: theirs })).beat.subject
  await at.studio.switchTo({ branch: 'main' })
  git('update-ref', 'refs/remotes/origin/main', theirs)
  git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main')
  git('branch', '-q', '-D', 'elsewhere')
  const code = git('commit-tree', git('mktree'), '-m', 'A program')
  git('update-ref', 'refs/remotes/origin/code', code)
  expect(await fetchedNow()).toEqual([['origin/main', theirs]])
  expect((await at.studio.chronicle({})).columns.ids).toContain(theirs)
  expect((await at.studio.chronicle({})).columns.ids).not.toContain(code)
  expect((await at.studio.at({ commit: theirs })).state?.next.beat).toBe((await at.studio.beat({ commit: theirs })).beat.n)
  expect((await at.studio.searchBeats({ text: subject })).hits.map(({ id }) => id)).toContain(theirs)
  expect((await at.studio.compare({ a: ids.at(-1) ?? '', b: theirs })).b.branches).toEqual(['origin/main'])
  expect((await at.studio.branch({ at: theirs, name: 'theirs' })).head).toBe(theirs)
  await playOn(at.studio, 1)
  expect((await at.studio.present())?.branch).toBe('theirs')
  await at.studio.switchTo({ branch: 'main' })
})

it('git’s changes to fetched branches are noticed, and a local branch of the same name keeps its beats', async () => {
  const [first, second] = [ids[5] ?? '', ids[6] ?? '']
  git('update-ref', 'refs/remotes/origin/main', first)
  expect(await fetchedNow()).toEqual([['origin/main', first]])
  await at.studio.branch({ at: second, name: 'origin/main' })
  expect(await fetchedNow()).toEqual([['refs/remotes/origin/main', first]])
  git('update-ref', '-d', 'refs/remotes/origin/main')
  expect(await fetchedNow()).toEqual([])
})
