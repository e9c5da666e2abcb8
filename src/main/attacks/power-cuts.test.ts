import { existsSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Attack, type Target, attacks, git, put } from './harness.fixture'

// What a power cut leaves: recently written files are empty, full of NULs, truncated or missing.

const NULS = Buffer.alloc(41)
const main = 'refs/heads/main'
const read = (dir: string, path: string): string => readFileSync(join(dir, '.git', path), 'utf8')

/** Main's former commit is an ancestor of its present one, and git finds nothing wrong. */
const wentOn =
  (heads: Map<string, string>) =>
  ({ dir }: Target): void => {
    git(dir, 'merge-base', '--is-ancestor', heads.get(dir) ?? '', 'refs/heads/main')
    expect(git(dir, 'fsck', '--no-dangling')).toBe('')
    expect(git(dir, 'status', '--porcelain')).toBe('')
    expect(git(dir, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main\n')
  }

/** The campaign opens without help and play continues where it was. */
function mended(name: string, spoil: (dir: string) => unknown, holds?: (at: Target) => void): Attack {
  const heads = new Map<string, string>()
  return {
    name,
    plant: ({ dir }) => {
      heads.set(dir, git(dir, 'rev-parse', 'HEAD').trim())
      spoil(dir)
    },
    mends: true,
    holds: (at) => {
      wentOn(heads)(at)
      holds?.(at)
    }
  }
}
const sideIsThere = ({ dir }: Target): void => expect(git(dir, 'rev-parse', '--verify', 'refs/heads/side')).toMatch(/^[0-9a-f]{40}\n$/)
const wentBack = ({ dir }: Target): void => expect(git(dir, 'log', '--format=%s')).not.toContain('Lost')
const keptIndex = ({ dir }: Target): void => expect(existsSync(join(dir, '.git/proscenium/index.damaged'))).toBe(true)

attacks([
  mended('the branch is empty', (dir) => put(dir, `.git/${main}`, '')),
  mended('the branch is full of NULs', (dir) => put(dir, `.git/${main}`, NULS)),
  mended('the branch is cut off', (dir) => put(dir, `.git/${main}`, read(dir, main).slice(0, 17))),
  mended('the branch is not there', (dir) => rmSync(join(dir, '.git', main))),
  mended('the branch and the end of its log are full of NULs', (dir) => {
    put(dir, `.git/${main}`, NULS)
    put(dir, `.git/logs/${main}`, `${read(dir, `logs/${main}`)}${'\0'.repeat(100)}`)
  }),
  mended('HEAD is empty', (dir) => put(dir, '.git/HEAD', '')),
  mended('HEAD is full of NULs', (dir) => put(dir, '.git/HEAD', NULS)),
  mended('HEAD is empty, and there are more branches', (dir) => {
    git(dir, 'branch', 'side', 'HEAD~1')
    git(dir, 'branch', 'same')
    const commit = git(dir, 'rev-parse', main).trim()
    put(dir, '.git/HEAD', '')
    put(dir, '.git/logs/HEAD', `${read(dir, 'logs/HEAD')}${commit} ${commit} A <a> 1 +0000\tcheckout: moving from side to main\n`)
  }),
  mended('HEAD and its branch are empty', (dir) => (put(dir, '.git/HEAD', ''), put(dir, `.git/${main}`, ''))),
  mended(
    'another branch is empty',
    (dir) => {
      git(dir, 'branch', 'side')
      put(dir, '.git/refs/heads/side', '')
    },
    sideIsThere
  ),
  mended('the index is empty', (dir) => put(dir, '.git/index', ''), keptIndex),
  mended('the index is full of NULs', (dir) => put(dir, '.git/index', Buffer.alloc(4096)), keptIndex),
  mended('the index is cut off', (dir) => truncateSync(join(dir, '.git/index'), statSync(join(dir, '.git/index')).size >> 1), keptIndex),
  mended('the index is not there', (dir) => rmSync(join(dir, '.git/index'))),
  mended('the index is empty and a beat was underway', (dir) => {
    put(dir, '.git/index', '')
    put(dir, '.git/proscenium/pending', `${git(dir, 'rev-parse', 'HEAD~1').trim()} refs/heads/main\n`)
  }),
  mended('branch, HEAD, index and notes are full of NULs', (dir) => {
    for (const path of [main, 'HEAD', 'index', 'proscenium/pending', 'proscenium/switch']) put(dir, `.git/${path}`, NULS)
  }),
  {
    name: 'the branch is empty and there is no log of it',
    plant: ({ dir }) => (put(dir, `.git/${main}`, ''), rmSync(join(dir, '.git/logs'), { recursive: true })),
    says: /branch file \.git\/refs\/heads\/main is damaged, and its log names no commit/
  },
  {
    name: 'HEAD is empty and any of two branches may be meant',
    plant: ({ dir }) => {
      git(dir, 'branch', 'side')
      put(dir, '.git/HEAD', '')
      rmSync(join(dir, '.git/logs'), { recursive: true })
    },
    says: /HEAD is damaged.*ref: refs\/heads/
  },
  {
    name: 'the last commit is lost but for its branch: the one before is the present',
    plant: ({ dir }) => {
      put(dir, 'lost.md', 'Lost\n')
      git(dir, 'add', '-A')
      git(dir, 'commit', '-q', '-m', 'Lost')
      const last = git(dir, 'rev-parse', 'HEAD').trim()
      git(dir, 'read-tree', '--reset', '-u', 'HEAD~1')
      put(dir, `.git/objects/${last.slice(0, 2)}/${last.slice(2)}`, '')
    },
    mends: true,
    holds: wentBack
  }
])
