import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../campaign/git/testing/folders'
import { APP_ROOT } from '../place'
import { createInRepository, checkOut } from '../story/creation/beside-files'
import { alike, type Attack, attacks, fingerprint, git, link, put } from './harness.fixture'

const says = (path: string): RegExp => new RegExp(`\\.git/${path.replaceAll('.', '\\.')} is a link`)

/** Repository folders that opening or playing reads, writes or clears. */
const FOLDERS = [
  'refs',
  'refs/heads',
  'logs',
  'logs/refs',
  'objects',
  'objects/pack',
  'objects/info',
  'info',
  'proscenium',
  'proscenium/tmp',
  'proscenium/aside'
]
/** Repository files that opening or playing reads or writes. */
const FILES = [
  'HEAD',
  'config',
  'index',
  'packed-refs',
  'info/exclude',
  'refs/heads/main',
  'refs/heads/side',
  'logs/HEAD',
  'logs/refs/heads/main',
  'index.lock',
  'HEAD.lock',
  'refs/heads/main.lock',
  'proscenium/lock',
  'proscenium/pending',
  'proscenium/switch',
  'proscenium/turns.jsonl',
  'proscenium/turns-1.jsonl.gz',
  'proscenium/prompts.zlib',
  'proscenium/recordings.jsonl',
  'proscenium/chronicle',
  'proscenium/verified.json'
]

/** A folder moved out and replaced by a link to it: its content still reads, so only the link is wrong. */
const movedOut = (path: string): Attack => ({
  name: `.git/${path} is a link to a copy of it outside`,
  plant: ({ dir, outside }) => {
    const at = join(dir, '.git', path)
    const away = join(outside, 'moved')
    if (existsSync(at)) renameSync(at, away)
    else put(away, 'mine.md', 'Mine\n')
    link(dir, `.git/${path}`, away)
  },
  says: says(path)
})
const toLetters = (path: string): Attack => ({
  name: `.git/${path} is a link to a folder of the user's`,
  plant: ({ dir, outside }) => link(dir, `.git/${path}`, join(outside, 'letters')),
  says: says(path)
})
const toFile = (path: string): Attack => ({
  name: `.git/${path} is a link to a file of the user's`,
  plant: ({ dir, outside }) => {
    const at = join(dir, '.git', path)
    if (existsSync(at)) put(outside, '.bashrc', readFileSync(at))
    link(dir, `.git/${path}`, join(outside, '.bashrc'))
  },
  says: says(path)
})
const dangling = (path: string): Attack => ({
  name: `.git/${path} is a link to a file that is not there yet`,
  plant: ({ dir, outside }) => link(dir, `.git/${path}`, join(outside, '.profile')),
  says: says(path)
})

const hard = (path: string): Attack => ({
  name: `.git/${path} is a hard link of a file of the user's`,
  plant: ({ dir, outside }) => {
    const at = join(dir, '.git', path)
    put(outside, '.bashrc', existsSync(at) ? readFileSync(at) : '')
    put(dir, `.git/${path}`, '')
    execFileSync('ln', ['-f', join(outside, '.bashrc'), at])
  },
  says: new RegExp(`\\.git/${path} is a hard link`)
})
const IN_PLACE = [
  'logs/HEAD',
  'logs/refs/heads/main',
  'refs/heads/main',
  'proscenium/turns.jsonl',
  'proscenium/recordings.jsonl',
  'proscenium/prompts.zlib'
]

attacks([
  ...alike(IN_PLACE.map(hard)),
  ...alike(FOLDERS.map(movedOut)),
  ...alike(FOLDERS.slice(3).map(toLetters)),
  ...alike(FILES.map(toFile)),
  ...alike(FILES.slice(1).map(dangling))
])

/** A repository without a campaign, in which one may be created, and a folder beside it. */
function foreign(): { room: string; dir: string; outside: string } {
  const room = tempFolder()
  const [dir, outside] = [join(room, 'code'), join(room, 'outside')]
  mkdirSync(outside)
  put(dir, 'main.c', 'int main() {}\n')
  git(dir, 'init', '-q', '-b', 'main')
  git(dir, 'add', '-A')
  git(dir, 'commit', '-q', '-m', 'Code')
  return { room, dir, outside }
}
const begin = (dir: string): Promise<void> => createInRepository({ dir, game: 'cairn-hack', seed: '1', resources: APP_ROOT, now: 0 })

test('a campaign made in a repository whose .proscenium is a link is refused before anything is written', async () => {
  const { room, dir, outside } = foreign()
  put(dir, '.git/info/exclude', '.proscenium\n')
  symlinkSync(outside, join(dir, '.proscenium'))
  const before = fingerprint(room)
  await expect(begin(dir)).rejects.toThrow(/\.proscenium is a link or a file/)
  expect(fingerprint(room)).toBe(before)
})

test('neither a campaign is made nor a branch taken in a repository with a link inside .git', async () => {
  const { room, dir, outside } = foreign()
  symlinkSync(outside, join(dir, '.git/proscenium'))
  const before = fingerprint(room)
  await expect(begin(dir)).rejects.toThrow(/\.git\/proscenium is a link/)
  expect(() => checkOut(dir, 'story')).toThrow(/\.git\/proscenium is a link/)
  expect(fingerprint(room)).toBe(before)
})
