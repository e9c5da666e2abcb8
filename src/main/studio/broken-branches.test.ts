import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, type Desk, playOn } from './studio.fixture'

let at: Desk
let scratch: string
const git = (dir: string, ...args: string[]): string =>
  execFileSync('git', ['-C', dir, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()

/** A commit that follows on the present and says something else in one file, made in a clone; answers its id. */
function following(path: string, text: string): string {
  git(at.home, 'clone', '-q', at.dir, scratch)
  mkdirSync(dirname(join(scratch, path)), { recursive: true })
  writeFileSync(join(scratch, path), text)
  git(scratch, 'add', '-A', '-f')
  git(scratch, 'commit', '-q', '-m', 'A change')
  git(at.dir, 'fetch', '-q', scratch, 'HEAD')
  const made = git(scratch, 'rev-parse', 'HEAD')
  execFileSync('rm', ['-r', scratch])
  return made
}

const standing = (): unknown => [
  git(at.dir, 'rev-parse', 'HEAD'),
  git(at.dir, 'symbolic-ref', 'HEAD'),
  git(at.dir, 'for-each-ref'),
  git(at.dir, 'status', '--porcelain'),
  readFileSync(join(at.dir, 'world/STATE.yaml'), 'utf8')
]

beforeAll(async () => {
  at = await desk()
  scratch = join(at.home, 'scratch')
  await playOn(at.studio, 4)
  await at.studio.addRemote('origin', 'https://example.com/campaign.git')
})
afterAll(() => at.close())

const BROKEN: [name: string, path: string, text: string, says: RegExp][] = [
  ['a state that is not YAML', 'world/STATE.yaml', 'facts: {}\nclock: [1\n', /world\/STATE\.yaml, line 3/],
  ['a sheet that does not fit', 'world/npcs/Nobody/STATS.yaml', 'name: 7\n', /world\/npcs\/Nobody\/STATS\.yaml/],
  ['a rule that does not load', 'rules/actions/attack.ts', 'export default {', /attack\.ts/],
  ['a newer format', 'narrative-version', 'engine: 99\nformat: 99\n', /newer version of Proscenium/]
]

test.each(BROKEN)('%s: no branch that holds it becomes the present, and the sentence says why', async (_name, path, text, says) => {
  const broken = following(path, text)
  git(at.dir, 'update-ref', 'refs/heads/broken', broken)
  git(at.dir, 'update-ref', 'refs/remotes/origin/main', broken)
  const before = standing()
  const refused = { message: expect.stringMatching(says), code: 'bad-file' }
  await expect(at.studio.switchTo('broken')).rejects.toMatchObject(refused)
  await expect(at.studio.branch(broken, 'from-broken')).rejects.toMatchObject(refused)
  await expect(at.studio.catchUp('origin', 'main')).rejects.toMatchObject(refused)
  expect(standing()).toEqual(before)
  await at.studio.close()
  await expect(at.studio.openBranch(at.dir, 'broken')).rejects.toMatchObject(refused)
  expect(standing()).toEqual(before)
  await at.studio.open(at.dir)
  await playOn(at.studio, 1)
})

test('a branch that opens is followed as before', async () => {
  const sound = following('world/CANON.md', 'Once.\n')
  git(at.dir, 'update-ref', 'refs/remotes/origin/main', sound)
  await at.studio.catchUp('origin', 'main')
  expect((await at.studio.present())?.head).toBe(sound)
})
