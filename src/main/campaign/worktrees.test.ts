import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { WREN, file, get, git, put, tempFolder } from './git/testing/folders'
import { History } from './history'
import { takeLock } from './lock'

let dir: string
let tree: string

/** A repository with two branches, and a linked worktree in which the second one is checked out. */
beforeEach(() => {
  dir = join(tempFolder('worktrees'), 'main')
  tree = join(tempFolder('worktrees'), 'tree')
  git(tempFolder(), 'init', '-q', dir)
  put(dir, 'story.md', 'one\n')
  git(dir, 'add', '-A')
  git(dir, 'commit', '-q', '-m', 'One')
  git(dir, 'worktree', 'add', '-q', '-b', 'side', tree)
})

function play(history: History, text: string): string {
  const files = new Map([['story.md', file(`${text}\n`)]])
  return history.commitFiles({ parent: history.head().commit, files, message: text, author: WREN, time: 0 }).id
}

/** Opens a folder, plays one beat in it and closes it. */
function playOne(at: string, text: string): string {
  const history = History.open(at)
  const id = play(history, text)
  history.dispose()
  return id
}

const whyNot = (run: () => unknown): string => {
  try {
    run()
  } catch (thrown) {
    return (thrown as Error).message
  }
  return ''
}

it('a beat in a linked worktree moves its branch, and leaves everything in the main folder as it was', () => {
  const main = git(dir, 'rev-parse', 'main')
  const id = playOne(tree, 'two')
  expect([git(tree, 'status', '--porcelain'), git(dir, 'status', '--porcelain')]).toEqual(['', ''])
  expect([git(dir, 'rev-parse', 'side').trim(), git(dir, 'rev-parse', 'main')]).toEqual([id, main])
  expect([get(tree, 'story.md'), get(dir, 'story.md')]).toEqual(['two\n', 'one\n'])
  expect([existsSync(join(dir, '.git/proscenium')), readdirSync(join(dir, '.git/worktrees/tree/proscenium')).includes('journal')]).toEqual([
    false,
    true
  ])
  expect(get(dir, '.git/worktrees/tree/logs/HEAD')).toMatch(/\tcommit: two\n$/)
  expect(History.whyReadOnly(tree)).toBeUndefined()
})

it('the main folder and a worktree, played at the same time, keep every beat', () => {
  const [here, there] = [History.open(dir), History.open(tree)]
  const locks = [takeLock(dir), takeLock(tree)]
  const ids = Array.from({ length: 40 }, (_, n) => [play(here, `here ${n}`), play(there, `there ${n}`)])
  for (const history of [here, there]) history.dispose()
  expect(locks.map((lock) => 'release' in lock)).toEqual([true, true])
  for (const lock of locks) if ('release' in lock) lock.release()
  expect(git(dir, 'fsck', '--strict', '--no-dangling')).toBe('')
  expect(git(dir, 'rev-list', 'main', 'side').split('\n').filter(Boolean).toSorted()).toEqual(
    [...ids.flat(), git(dir, 'rev-parse', 'main~40').trim()].toSorted()
  )
  expect(readdirSync(join(dir, '.git/objects/pack')).length).toBeLessThan(64)
})

it('a pack that another worktree is writing is not taken for one that a crash left', () => {
  const half = join(dir, '.git/objects/pack', `pack-70726f731000000007${'0'.repeat(22)}.pack`)
  writeFileSync(half, '')
  const lock = takeLock(tree)
  History.open(dir).dispose()
  expect(existsSync(half)).toBe(true)
  if ('release' in lock) lock.release()
  History.open(dir).dispose()
  expect(existsSync(half)).toBe(false)
})

it('a branch that is checked out in another worktree is not moved, renamed or deleted', () => {
  const ahead = git(dir, 'commit-tree', '-p', 'main', '-m', 'Ahead', 'main^{tree}').trim()
  const sentence = (branch: string, place: string): string =>
    `The branch ${branch} is checked out in another worktree, ${place}. Switch to another branch in one of the two; if that folder is gone, run git worktree prune.`
  for (const [at, branch, place] of [
    [dir, 'side', tree],
    [tree, 'main', dir]
  ] as const) {
    const history = History.open(at)
    const refs = git(dir, 'show-ref')
    expect([
      whyNot(() => history.switchTo(branch)),
      whyNot(() => history.renameBranch(branch, 'other')),
      whyNot(() => history.trash(branch)),
      whyNot(() => history.forward(branch, ahead))
    ]).toEqual(Array.from({ length: 4 }, () => sentence(branch, place)))
    history.dispose()
    expect(git(dir, 'show-ref')).toBe(refs)
  }
  git(tree, 'switch', '-q', '--ignore-other-worktrees', 'main')
  expect([History.whyReadOnly(dir), History.whyReadOnly(tree)]).toEqual([sentence('main', tree), sentence('main', dir)])
})

it('a branch that is being rebased in another worktree counts as checked out there', () => {
  put(dir, 'story.md', 'two\n')
  git(dir, 'commit', '-qam', 'Two')
  put(tree, 'story.md', 'three\n')
  git(tree, 'commit', '-qam', 'Three')
  expect(whyNot(() => git(tree, 'rebase', '-q', 'main'))).not.toBe('')
  const history = History.open(dir)
  expect(whyNot(() => history.trash('side'))).toContain(`checked out in another worktree, ${tree}.`)
  history.dispose()
})

it('a worktree of a bare repository is played, also on the branch that the bare repository names', () => {
  const bare = join(tempFolder(), 'bare.git')
  git(dir, 'clone', '-q', '--bare', dir, bare)
  const own = join(tempFolder(), 'own')
  git(bare, 'worktree', 'add', '-q', own, 'main')
  const id = playOne(own, 'two')
  expect([git(bare, 'rev-parse', 'main').trim(), git(own, 'status', '--porcelain')]).toEqual([id, ''])
})

it('a submodule is played like any repository', () => {
  git(dir, 'submodule', '--quiet', 'add', dir, 'game')
  const id = playOne(join(dir, 'game'), 'two')
  expect([git(join(dir, 'game'), 'rev-parse', 'main').trim(), git(join(dir, 'game'), 'status', '--porcelain')]).toEqual([id, ''])
  expect(existsSync(join(dir, '.git/modules/game/proscenium'))).toBe(true)
})

it('a worktree whose folders name each other by relative paths is played', () => {
  writeFileSync(join(tree, '.git'), `gitdir: ../../${join(dir, '.git/worktrees/tree').split('/').slice(-5).join('/')}\n`)
  git(dir, 'config', 'core.repositoryformatversion', '1')
  git(dir, 'config', 'extensions.relativeWorktrees', 'true')
  playOne(tree, 'two')
  expect(get(tree, 'story.md')).toBe('two\n')
})

it.each<[string, () => string, (at: string) => string]>([
  [
    'a worktree that was moved',
    () => (renameSync(tree, `${tree}-moved`), `${tree}-moved`),
    () => 'This is a git worktree that was moved or copied. Run git worktree repair here and open it again.'
  ],
  [
    'a worktree whose main folder is gone',
    () => (rmSync(dir, { recursive: true }), tree),
    () =>
      `The history of this worktree or submodule was in ${dir}/.git/worktrees/tree, but nothing is there. If its main folder was moved, run git worktree repair in the main folder; otherwise clone the repository again.`
  ],
  [
    'a .git file that names another repository',
    () => (put(tree, '.git', `gitdir: ${dir}/.git\n`), tree),
    () => `The .git of this folder names ${dir}/.git, which is not its worktree or submodule. Clone the repository and open the clone.`
  ],
  [
    'a .git file that names nothing',
    () => (put(tree, '.git', 'here\n'), tree),
    () => 'The .git of this folder is a file that names no folder of git. Clone the repository again.'
  ]
])('%s is refused with one sentence', (_name, make, sentence) => {
  const at = make()
  expect(whyNot(() => History.open(at, { readOnly: true }))).toBe(sentence(at))
})
