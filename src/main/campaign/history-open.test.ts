import { existsSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { Problem } from '../../shared/base/problem'
import { WREN, file, get, git, leftovers, put, tempFolder } from './git/testing/folders'
import { History } from './history'

/** A repository made by git itself, with two commits and a branch that conflicts. */
function gitRepository(...init: string[]): string {
  const dir = tempFolder('open')
  git(dir, 'init', '-q', ...init)
  put(dir, 'story.md', 'one\n')
  git(dir, 'add', '-A')
  git(dir, 'commit', '-q', '-m', 'One')
  git(dir, 'branch', 'rival')
  put(dir, 'story.md', 'two\n')
  git(dir, 'commit', '-q', '-am', 'Two')
  git(dir, 'switch', '-q', 'rival')
  put(dir, 'story.md', 'rival\n')
  git(dir, 'commit', '-q', '-am', 'Rival')
  git(dir, 'switch', '-q', 'main')
  return dir
}

/** Runs git, expecting it to stop half-way. */
function stopped(dir: string, ...args: string[]): string {
  try {
    git(dir, ...args)
  } catch {
    return dir
  }
  throw new Error(`git ${args.join(' ')} did not stop`)
}

function content(dir: string): unknown {
  if (!existsSync(dir)) return 'nothing'
  if (!statSync(dir).isDirectory()) return readFileSync(dir, 'base64')
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => [path, statSync(join(dir, path)).isDirectory() ? '' : readFileSync(join(dir, path), 'base64')])
}

const changedBy = (...args: string[]): string => {
  const dir = gitRepository()
  git(dir, ...args)
  return dir
}

const gitWith = (path: string, text: string): string => {
  const dir = gitRepository()
  put(dir, path, text)
  return dir
}
const folderWith = (path: string): string => {
  const dir = tempFolder()
  put(dir, path, 'ref: refs/heads/main\n')
  return dir
}
const emptyGit = (...init: string[]): string => {
  const dir = tempFolder()
  git(dir, 'init', '-q', ...init)
  return dir
}
function gitShallow(): string {
  const clone = join(tempFolder(), 'clone')
  git(tempFolder(), 'clone', '-q', '--depth', '1', `file://${gitRepository()}`, clone)
  return clone
}

const REFUSED: [string, () => string, string, RegExp][] = [
  ['no folder', () => join(tempFolder(), 'nowhere'), 'not-found', /^There is no folder .*Check the path/],
  ['a file', () => join(folderWith('x'), 'x'), 'bad-folder', /is not a folder\. Open/],
  ['an empty folder', () => tempFolder(), 'not-a-campaign', /has no history.*Make one/],
  ['a folder inside a repository', () => join(gitWith('in/x', ''), 'in'), 'bad-repository', /inside another repository.*Open that one/],
  ['a bare repository', () => emptyGit('--bare'), 'bad-repository', /bare.*Clone it/],
  ['a repository made bare', () => changedBy('config', 'core.bare', 'true'), 'bad-repository', /bare.*Clone it/],
  ['a shallow clone', gitShallow, 'bad-repository', /git fetch --unshallow/],
  ['SHA-256', () => gitRepository('--object-format=sha256'), 'bad-repository', /SHA-256\. Proscenium needs/],
  ['an unknown extension', () => changedBy('config', 'extensions.compactmap', 'true'), 'bad-repository', /extension compactmap.*Clone it/],
  ['a partial clone', () => changedBy('config', 'extensions.partialclone', 'origin'), 'bad-repository', /partial clone.*without --filter/],
  ['a partial clone of an older git', () => changedBy('config', 'remote.origin.promisor', 'true'), 'bad-repository', /partial clone/],
  ['a reftable', () => changedBy('config', 'extensions.refstorage', 'reftable'), 'bad-repository', /reftable\. Run git refs migrate/],
  ['borrowed objects', () => gitWith('.git/objects/info/alternates', '/x\n'), 'bad-repository', /borrows objects.*Run git repack/],
  ['a sparse checkout', () => changedBy('sparse-checkout', 'set', 'x'), 'bad-repository', /Run git sparse-checkout disable/],
  ['files elsewhere', () => changedBy('config', 'core.worktree', '/tmp'), 'bad-repository', /--unset core.worktree/],
  ['no commit yet', () => emptyGit(), 'bad-repository', /no commit yet\. Make/],
  [
    'a branch without a commit',
    () => changedBy('switch', '-q', '--orphan', 'new'),
    'bad-repository',
    /branch new has no commit yet.*git switch main, and/
  ],
  ['a detached HEAD', () => changedBy('checkout', '-q', '--detach'), 'bad-repository', /detached HEAD.*Run git switch/],
  ['a merge', () => stopped(gitRepository(), 'merge', 'rival'), 'bad-repository', /merge is in progress.*Finish or abort/],
  ['a rebase', () => stopped(gitRepository(), 'rebase', 'rival'), 'bad-repository', /rebase is in progress.*Finish or abort/],
  ['a cherry-pick', () => stopped(gitRepository(), 'cherry-pick', 'rival'), 'bad-repository', /cherry-pick is in progress/],
  ['a bisect', () => changedBy('bisect', 'start'), 'bad-repository', /bisect is in progress/],
  ['a split index', () => changedBy('update-index', '--split-index'), 'bad-repository', /--no-split-index/],
  ['a .git that is not whole', () => folderWith('.git/HEAD'), 'bad-repository', /not a complete repository/]
]

const EVERY = sizeOf(import.meta.filename, 'every')
it.each(REFUSED.filter((_, n) => n % EVERY === 0))('%s is refused with a sentence, and nothing changes', (_name, make, code, sentence) => {
  const dir = make()
  const before = content(dir)
  let problem: unknown
  try {
    History.open(dir).dispose()
  } catch (thrown) {
    problem = thrown
  }
  expect(problem).toBeInstanceOf(Problem)
  expect((problem as Problem).code).toBe(code)
  expect((problem as Problem).message).toMatch(sentence)
  expect(content(dir)).toEqual(before)
})

it.each<[string, () => string, string]>([
  ['during a merge', () => stopped(gitRepository(), 'merge', 'rival'), 'two\n'],
  ['during a rebase', () => stopped(gitRepository(), 'rebase', 'rival'), 'rival\n'],
  ['on a detached HEAD', () => changedBy('checkout', '-q', '--detach', 'rival'), 'rival\n'],
  ['with a split index', () => changedBy('update-index', '--split-index'), 'two\n'],
  ['with a sparse checkout', () => changedBy('sparse-checkout', 'set', 'x'), 'two\n']
])('%s a history can be read, and nothing changes', (_name, make, text) => {
  const dir = make()
  const before = content(dir)
  const history = History.open(dir, { readOnly: true })
  const { commit } = history.head()
  expect([history.blob(history.entry(commit, 'story.md')?.oid ?? '').toString(), history.log([commit], 9).at(-1)?.message]).toEqual([text, 'One\n'])
  expect(history.externalChanges().filter(({ path }) => path !== 'story.md')).toEqual([])
  history.dispose()
  expect([content(dir), History.whyReadOnly(dir)]).toEqual([before, expect.any(String)])
})

it('an index of version 4 is read, and written in a version that git reads', () => {
  const dir = gitRepository()
  put(dir, 'world/a.md', 'a\n')
  put(dir, 'world/b.md', 'b\n')
  git(dir, 'update-index', '--index-version', '4', '--add', 'world/a.md', 'world/b.md')
  const history = History.open(dir)
  history.commitFiles({ parent: history.head().commit, files: new Map([['world/c.md', file('c\n')]]), message: 'C', author: WREN, time: 0 })
  history.dispose()
  expect(git(dir, 'status', '--porcelain')).toBe('A  world/a.md\nA  world/b.md\n')
})

it('a read-only history changes nothing and refuses to write', () => {
  const dir = gitRepository()
  put(dir, '.git/index.lock', '')
  const before = content(dir)
  const history = History.open(dir, { readOnly: true })
  const head = history.head()
  expect(history.blob(history.entry(head.commit, 'story.md')?.oid ?? '').toString()).toBe('two\n')
  expect(history.externalChanges()).toEqual([])
  expect(() => history.commitFiles({ parent: head.commit, files: new Map(), message: 'x', author: WREN, time: 0 })).toThrow(/reading only/)
  history.dispose()
  expect(content(dir)).toEqual(before)
})

it('while index rows wait, a reader sees no changes except those that the user staged', () => {
  const dir = gitRepository()
  put(dir, 'staged.md', 'by hand\n')
  git(dir, 'add', 'staged.md')
  const writer = History.open(dir, { clock: () => 0 })
  let parent = writer.head().commit
  for (const text of ['one', 'two', 'three']) {
    const files = new Map([
      [`${text}.md`, file(text)],
      ['story.md', file(text)]
    ])
    parent = writer.commitFiles({ parent, files, message: text, author: WREN, time: 0 }).id
  }
  expect(existsSync(join(dir, '.git/proscenium/pending'))).toBe(true)
  const before = readFileSync(join(dir, '.git/index'))
  const reader = History.open(dir, { readOnly: true })
  expect(reader.externalChanges()).toEqual([{ path: 'staged.md', change: 'added', staged: true }])
  reader.dispose()
  expect(readFileSync(join(dir, '.git/index'))).toEqual(before)
  writer.dispose()
})

it("a new history can't be created inside another one, nor twice", () => {
  const dir = gitRepository()
  expect(() => History.create(join(dir, 'inner'))).toThrow(/inside another repository/)
  expect(() => History.create(dir)).toThrow(/has a history already/)
  expect(git(dir, 'status', '--porcelain')).toBe('')
})

it('an empty branch file is restored from its reflog', () => {
  const dir = gitRepository()
  const head = git(dir, 'rev-parse', 'HEAD').trim()
  writeFileSync(join(dir, '.git/refs/heads/main'), '')
  const history = History.open(dir)
  expect(history.head().commit).toBe(head)
  expect(history.recovered.notices).toEqual([`The branch main was damaged. Proscenium set it to its last commit, ${head.slice(0, 7)}.`])
  history.dispose()
  expect(git(dir, 'rev-parse', 'HEAD').trim()).toBe(head)
})

it('locks of ended Proscenium processes are removed, and other locks are explained', () => {
  const dir = gitRepository()
  put(dir, '.git/refs/heads/main.lock', `proscenium 999999999 - ${hostname()}\n`)
  put(dir, '.git/index.lock', 'somebody else')
  const history = History.open(dir)
  expect(history.recovered.notices).toEqual([expect.stringMatching(/left .*\.git\/index\.lock\. If.*remove that file/)])
  expect(leftovers(dir)).toEqual(['index.lock'])
  history.dispose()
})

it('while another program holds a lock of git, a beat is refused with the age of the lock, and nothing changes', () => {
  const dir = gitRepository()
  const now = Date.now()
  const history = History.open(dir, { clock: () => now })
  const head = history.head().commit
  const beat = { parent: head, files: new Map([['story.md', file('three\n')]]), message: 'Three', author: WREN, time: 0 }
  for (const [name, seconds, age] of [
    ['index', 3 * 3600, '3 hours old'],
    ['refs/heads/main', 60, '1 minute old']
  ] as const) {
    const lock = join(dir, `.git/${name}.lock`)
    put(dir, `.git/${name}.lock`, '')
    utimesSync(lock, now / 1000 - seconds, now / 1000 - seconds)
    const message = `Git has locked this repository: ${lock} is ${age}. If a git command is running, wait until it has finished. If none is running, remove that file. Then try again.`
    expect(() => history.commitFiles(beat)).toThrow(message)
    expect([history.head().commit, get(dir, 'story.md'), get(dir, `.git/${name}.lock`)]).toEqual([head, 'two\n', ''])
    expect(get(dir, '.git/proscenium/pending')).toBeUndefined()
    rmSync(lock)
  }
  history.commitFiles(beat)
  history.dispose()
  // A commit by the user undoes nothing.
  expect([git(dir, 'status', '--porcelain'), leftovers(dir)]).toEqual(['', []])
})

it('of a partial clone, what was fetched can be read, and the rest is named', () => {
  const origin = gitRepository()
  put(origin, 'story.md', 'three\n')
  git(origin, 'commit', '-q', '-a', '-m', 'Three')
  git(origin, 'config', 'uploadpack.allowFilter', 'true')
  const dir = join(tempFolder('partial'), 'clone')
  git(origin, 'clone', '-q', '--filter=blob:none', `file://${origin}`, dir)
  const history = History.open(dir, { readOnly: true })
  const read = (commit: string): string => history.blob(history.entry(commit, 'story.md')?.oid ?? '').toString()
  const [now = '', before = ''] = history.log([history.head().commit], 2).map(({ id }) => id)
  expect([read(now), history.externalChanges()]).toEqual(['three\n', []])
  expect(() => read(before)).toThrow(/only on the server, because this is a partial clone\. Clone the repository again without --filter/)
  history.dispose()
})
