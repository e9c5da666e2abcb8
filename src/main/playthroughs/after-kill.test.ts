import { cpSync, existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { git, leftovers, put, tempFolder } from '../campaign/git/testing/folders'
import { takeLock } from '../campaign/lock'
import { checkDir } from '../story/checks/check'
import { examineRepository } from '../story/creation/beside-files'
import { freshSample } from './samples.fixture'
import { exportMap, playMany, stateAt, storyLog } from './commands.fixture'

let base: string
beforeAll(async () => {
  base = join(tempFolder(), 'well')
  await freshSample(base, 'cairn-hack', '7')
  await playMany(base, { beats: 4 }, () => undefined)
})

/** A campaign left by a process that was killed in a burst of beats: HEAD has moved, git's index lags behind and is locked. */
function killed(lock: string): string {
  const dir = join(tempFolder(), 'well')
  cpSync(base, dir, { recursive: true })
  git(dir, 'read-tree', 'HEAD~2')
  put(dir, '.git/proscenium/pending', `${git(dir, 'rev-parse', 'HEAD~2').trim()} refs/heads/main\n`)
  put(dir, '.git/index.lock', lock)
  return dir
}
const OURS = `proscenium 999999999 - ${hostname()}\n`

test.each<[string, (dir: string) => Promise<unknown>]>([
  ['log', (dir) => storyLog(dir)],
  ['state', (dir) => stateAt(dir)],
  ['map export', (dir) => exportMap(dir, 'json', false)],
  ['check', (dir) => checkDir(dir)],
  ['play', (dir) => playMany(dir, { beats: 1 }, () => undefined)]
])('after a kill, %s lets native git work again, and git sees nothing undone', async (_name, command) => {
  const dir = killed(OURS)
  expect(() => git(dir, 'add', '-A')).toThrow(/index\.lock/)
  await command(dir)
  expect([leftovers(dir), git(dir, 'status', '--porcelain')]).toEqual([[], ''])
})

test('a lock of ours on the config goes too', async () => {
  const dir = killed(OURS)
  put(dir, '.git/config.lock', OURS)
  await storyLog(dir)
  git(dir, 'config', 'user.name', 'Ann')
  expect(leftovers(dir)).toEqual([])
})

test('reading leaves it to whoever plays there', async () => {
  const dir = killed(OURS)
  const held = takeLock(dir)
  await storyLog(dir)
  expect(existsSync(join(dir, '.git/index.lock'))).toBe(true)
  if ('release' in held) held.release()
  await storyLog(dir)
  expect(existsSync(join(dir, '.git/index.lock'))).toBe(false)
})

test('a lock of git stays', async () => {
  const dir = killed('')
  rmSync(join(dir, '.git/proscenium/pending'))
  await storyLog(dir)
  expect(existsSync(join(dir, '.git/index.lock'))).toBe(true)
})

test('play says that git is locked before anything is played', async () => {
  const dir = join(tempFolder(), 'well')
  cpSync(base, dir, { recursive: true })
  put(dir, '.git/index.lock', '')
  utimesSync(join(dir, '.git/index.lock'), 0, 0)
  const head = git(dir, 'rev-parse', 'HEAD')
  const beats: unknown[] = []
  await expect(playMany(dir, { beats: 2 }, (beat) => beats.push(beat))).rejects.toThrow(/index\.lock is [\d,]+ days old/)
  expect([beats, git(dir, 'rev-parse', 'HEAD')]).toEqual([[], head])
})

test('a folder that is not a campaign is not touched', () => {
  const dir = tempFolder()
  git(dir, 'init', '-q')
  mkdirSync(join(dir, 'src'))
  put(dir, 'src/a.c', 'a\n')
  git(dir, 'add', '-A')
  git(dir, 'commit', '-q', '-m', 'A')
  examineRepository(dir)
  expect(existsSync(join(dir, '.git/proscenium'))).toBe(false)
})
