import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Problem } from '../../shared/base/problem'
import { git as nativeGit, tempFolder, put as lay } from '../campaign/git/testing/folders'
import { isRefName } from '../campaign/git/refs'
import { History } from '../campaign/history'
import { alike, type Attack, attacks, put } from './harness.fixture'

const head = (dir: string): string => readFileSync(join(dir, '.git/refs/heads/main'), 'utf8').trim()

/** Branch names that git rejects; some of them lead out of the repository. */
const NAMES = [
  '../../../../outside/x',
  '../../../outside/.bashrc',
  '../../proscenium/lock',
  '../../../next',
  'a/../../../../outside/x',
  './main',
  'a//b',
  '/main',
  'main/',
  'main.',
  'main.lock',
  'a.lock/b',
  '.hidden',
  'a..b',
  'a b',
  'a~1',
  'a^',
  'a:b',
  'a?',
  'a*',
  'a[b',
  'a\\b',
  'a@{b',
  'a\u0001b',
  'a\u007fb',
  `${'x/'.repeat(2000)}x`
]
const shown = (name: string): string => JSON.stringify(name.slice(0, 40))

const inHead = (name: string): Attack => ({
  name: `HEAD names the branch ${shown(name)}`,
  plant: ({ dir }) => put(dir, '.git/HEAD', `ref: refs/heads/${name}\n`),
  says: /HEAD names .* can't be the name of a git branch/,
  code: 'bad-repository'
})

/** Other places that hold a ref's name: none of them leads anywhere, and the campaign plays. */
const ELSEWHERE: Attack[] = [
  {
    name: 'HEAD names the ref of a remote',
    plant: ({ dir }) => put(dir, '.git/HEAD', 'ref: refs/remotes/origin/../../heads/main\n'),
    says: /HEAD names/
  },
  {
    name: 'a branch is a reference to a file outside',
    plant: ({ dir, outside }) => {
      put(outside, 'ref', `${head(dir)}\n`)
      put(dir, '.git/refs/heads/main', 'ref: refs/../../outside/ref\n')
    },
    says: /branch file \.git\/refs\/heads\/main is damaged/
  },
  {
    name: 'packed-refs names files outside',
    plant: ({ dir }) => put(dir, '.git/packed-refs', `# pack-refs with: peeled fully-peeled sorted\n${head(dir)} refs/heads/../../../outside/x\n`),
    holds: ({ dir }) => expect(branches(dir)).toEqual(['main'])
  },
  {
    name: 'the note of a change of branch names files outside',
    plant: ({ dir }) => {
      const commit = head(dir)
      const ends = { from: { ref: 'refs/heads/main', commit }, to: { ref: 'refs/heads/../../../outside/x', commit } }
      put(dir, '.git/proscenium/switch', JSON.stringify(ends))
    },
    holds: ({ dir }) => expect(readFileSync(join(dir, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/main\n')
  },
  {
    name: 'the note of unfinished work names files outside',
    plant: ({ dir }) => put(dir, '.git/proscenium/pending', `${head(dir)} refs/heads/../../../outside/x\n`)
  },
  {
    name: 'a remote is called so that its branches lie outside',
    plant: ({ dir, outside }) => {
      put(outside, 'ref', `${head(dir)}\n`)
      put(dir, '.git/config', `${readFileSync(join(dir, '.git/config'), 'utf8')}[remote "../../../outside"]\n\turl = https://example.org/x.git\n`)
    },
    holds: ({ dir }) => {
      const history = History.open(dir, { readOnly: true })
      expect(history.remotes()).toEqual([])
      history.dispose()
    }
  },
  {
    name: 'a file of refs/heads is called as no branch may be',
    plant: ({ dir }) => put(dir, '.git/refs/heads/a..b', `${head(dir)}\n`),
    holds: ({ dir }) => expect(branches(dir)).toEqual(['main'])
  }
]

function branches(dir: string): string[] {
  const history = History.open(dir, { readOnly: true })
  try {
    return history.branches().map(({ name }) => name)
  } finally {
    history.dispose()
  }
}

attacks([...alike(NAMES.map(inHead)), ...ELSEWHERE])

test('names of refs are what git takes them for', () => {
  const dir = tempFolder()
  nativeGit(dir, 'init', '-q')
  const takes = (name: string): boolean => {
    try {
      execFileSync('git', ['check-ref-format', name], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }
  const good = ['main', 'a/b', 'a./b', 'a.b', 'ä/井', '@', 'HEAD', '-x', 'a@b', "it's", '{a}', 'a.lockb']
  const names = [...good, ...NAMES.slice(0, -1)].map((name) => `refs/heads/${name}`)
  expect(names.filter((name) => isRefName(name) !== takes(name))).toEqual([])
  expect(['main', 'heads/main', 'refs', 'refs/', '../refs/heads/x'].filter(isRefName)).toEqual([])
})

test('whoever calls with the name of a branch is held to the same rules', () => {
  const dir = tempFolder()
  lay(dir, 'a.md', 'a\n')
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-q', '-m', 'A']
  ])
    nativeGit(dir, ...args)
  const history = History.open(dir)
  const { commit } = history.head()
  const calls: ((name: string) => unknown)[] = [
    (name) => history.switchTo(name),
    (name) => history.createBranch(name, commit),
    (name) => history.renameBranch('main', name),
    (name) => history.renameBranch(name, 'other'),
    (name) => history.trash(name),
    (name) => history.restore(`refs/proscenium/trash/${name}`),
    (name) => history.forward(name, commit),
    (name) => history.commitBeside(name, { parent: commit, files: new Map(), message: 'x', author: { name: 'x', email: 'x' }, time: 0 })
  ]
  const problemOf = (call: (name: string) => unknown): unknown => {
    try {
      return call('../../../x')
    } catch (thrown) {
      return thrown instanceof Problem
    }
  }
  expect(calls.map(problemOf)).toEqual(calls.map(() => true))
  expect([history.resolve('../../../x'), history.resolve('refs/heads/../../../x')]).toEqual([undefined, undefined])
  history.dispose()
  expect(existsSync(join(dir, 'x'))).toBe(false)
})
