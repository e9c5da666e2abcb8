import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, statSync, symlinkSync, mkdirSync, linkSync, rmSync, lstatSync, chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../shared/base/problem'
import { WREN, file, get, git, put, tempFolder } from './git/testing/folders'
import { History, type NewFile } from './history'

const NOW = 1_700_000_000_000

function story(beats: number, options: { clock?: () => number } = {}): { dir: string; history: History; ids: string[]; logs: string[] } {
  const dir = tempFolder('read')
  const history = History.create(dir, options)
  const ids: string[] = []
  const logs: string[] = []
  let log = ''
  for (let beat = 0; beat < beats; beat++) {
    const line = `- {"beat":${beat},"text":"${'A long way down the well. '.repeat(8)}"}\n`
    log += line
    const files = new Map<string, NewFile>([
      ['sessions/session-1/LOG.yaml', beat === 0 ? file(log) : file(log, line)],
      [`notes/${beat % 7}.md`, file(`note ${beat}\n`)]
    ])
    const parent = ids.at(-1)
    ids.push(history.commitFiles({ parent, files, message: `Beat ${beat}`, author: WREN, time: NOW + beat * 400 }).id)
    logs.push(log)
  }
  history.flushIndex()
  return { dir, history, ids, logs }
}

function problem(run: () => unknown): Problem {
  try {
    run()
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown
    throw thrown
  }
  throw new Error('nothing was refused')
}

it('a repository packed by git while it is open reads the same', () => {
  const { dir, history, ids, logs } = story(60)
  git(dir, 'gc', '-q', '--aggressive', '--prune=now')
  const reader = History.open(dir, { readOnly: true })
  for (const [beat, id] of ids.entries()) {
    const entry = reader.entry(id, 'sessions/session-1/LOG.yaml')
    expect(reader.blob(entry?.oid ?? '').toString()).toBe(logs[beat])
  }
  expect(reader.log([ids.at(-1) ?? ''], 1000).map(({ id }) => id)).toEqual(ids.toReversed())
  // The open one goes on with an old list of packs.
  const next = history.commitFiles({ parent: ids.at(-1), files: new Map([['next', file('1\n')]]), message: 'After', author: WREN, time: NOW }).id
  git(dir, 'repack', '-q', '-a', '-d')
  expect(reader.commit(next).message).toBe('After\n')
  expect(git(dir, 'fsck', '--strict', '--no-dangling')).toBe('')
  history.dispose()
})

it('a revision is a branch, tag, id, abbreviated id, or steps back from one', () => {
  const { dir, history, ids } = story(5)
  const last = ids[4] ?? ''
  git(dir, 'tag', '-a', 'v1', '-m', 'One', ids[2] ?? '')
  history.createBranch('side/way', ids[1] ?? '')
  const resolved = [
    'HEAD',
    'main',
    'v1',
    'side/way',
    'refs/heads/main',
    last,
    last.slice(0, 12),
    'HEAD~2',
    'main^^',
    'HEAD~9',
    'nobody',
    'v1~1',
    '../../x'
  ].map((rev) => history.resolve(rev))
  expect(resolved).toEqual([last, last, ids[2], ids[1], last, last, last, ids[2], ids[2], undefined, undefined, ids[1], undefined])
  history.dispose()
})

it('the log of several heads pages newest first, each commit once', () => {
  const { history, ids } = story(30)
  history.createBranch('other', ids[20] ?? '')
  history.switchTo('other')
  const tip = history.commitFiles({ parent: ids[20], files: new Map([['x', file('x')]]), message: 'Other', author: WREN, time: NOW + 60_000 }).id
  const heads = [ids[29] ?? '', tip, ids[10] ?? '']
  const all = history.log(heads, 1000).map(({ id }) => id)
  expect(all).toEqual([tip, ...ids.toReversed()])
  const pages: string[] = []
  for (let before: string | undefined; ; before = pages.at(-1)) {
    const page = history.log(heads, 7, before)
    pages.push(...page.map(({ id }) => id))
    if (page.length < 7) break
  }
  expect(pages).toEqual(all)
  expect(history.log(heads, 2, ids[5]).map(({ id }) => id)).toEqual([ids[4], ids[3]])
  history.dispose()
})

it('branches are created, switched to and deleted', () => {
  const { dir, history, ids } = story(6)
  history.createBranch('a/b', ids[2] ?? '')
  expect([problem(() => history.createBranch('a', ids[2] ?? '')).code, problem(() => history.createBranch('a..b', ids[2] ?? '')).code]).toEqual([
    'bad-input',
    'bad-input'
  ])
  expect(problem(() => history.trash('main')).message).toBe('main is the current branch. Switch to another branch first.')
  git(dir, 'pack-refs', '--all')
  history.switchTo('a/b')
  expect(git(dir, 'status', '--porcelain', '--branch')).toBe('## a/b\n')
  history.switchTo('main')
  history.trash('a/b')
  expect(history.branches()).toEqual([{ name: 'main', head: ids[5] }])
  expect(git(dir, 'for-each-ref', '--format=%(refname) %(objectname)', 'refs/proscenium', 'refs/heads')).toBe(
    `refs/heads/main ${ids[5]}\nrefs/proscenium/trash/a%2Fb ${ids[2]}\n`
  )
  history.createBranch('a', ids[1] ?? '')
  expect(git(dir, 'rev-parse', 'a').trim()).toBe(ids[1])
  expect(git(dir, 'reflog', 'show', '--format=%gs', 'main').split('\n').slice(0, 2)).toEqual(['commit: Beat 5', 'commit: Beat 4'])
  history.dispose()
})

it("long reflogs keep their newer half, and HEAD's keeps the last switch", () => {
  const { dir, history, ids } = story(6)
  history.createBranch('past', ids[2] ?? '')
  history.switchTo('past')
  history.switchTo('main')
  history.dispose()
  const [head, main] = ['logs/HEAD', 'logs/refs/heads/main'].map((path) => join(dir, '.git', path)) as [string, string]
  const line = `${ids[5]} ${ids[5]} A <a@b> 1700000000 +0000\tcommit: Much later\n`
  for (const file of [head, main]) appendFileSync(file, line.repeat(6000))
  const again = History.open(dir)
  again.commitFiles({ parent: again.head().commit, files: new Map(), message: 'The last', author: WREN, time: NOW })
  again.dispose()
  for (const file of [head, main]) expect(statSync(file).size).toBeLessThan(300_000)
  expect(readFileSync(head, 'utf8').split('\n')[0]).toMatch(/checkout: moving from past to main$/)
  expect(git(dir, 'reflog', 'show', '--format=%gs', 'main').split('\n').slice(0, 2)).toEqual(['commit: The last', 'commit: Much later'])
  expect(git(dir, 'status', '--porcelain', '--branch')).toBe('## main\n')
  expect(git(dir, 'fsck')).toBe('')
})

it('a switch that would overwrite a change names the file and changes nothing', () => {
  const { dir, history, ids } = story(6)
  history.createBranch('past', ids[0] ?? '')
  put(dir, 'notes/3.md', 'mine\n')
  put(dir, 'free.md', 'free\n')
  const before = git(dir, 'status', '--porcelain', '--branch')
  const refused = problem(() => history.switchTo('past'))
  expect([refused.code, refused.data]).toEqual(['dirty', { paths: ['notes/3.md'] }])
  expect(git(dir, 'status', '--porcelain', '--branch')).toBe(before)
  const folder = history.setAside(['notes/3.md', 'free.md'])
  expect([get(folder, 'notes/3.md'), get(folder, 'free.md'), get(dir, 'notes/3.md'), get(dir, 'free.md')]).toEqual([
    'mine\n',
    'free\n',
    'note 3\n',
    undefined
  ])
  expect(git(dir, 'status', '--porcelain')).toBe('')
  history.switchTo('past')
  expect(git(dir, 'status', '--porcelain', '--branch')).toBe('## past\n')
  history.dispose()
})

it('setting files aside also keeps their staged content', () => {
  const { dir, history } = story(3)
  put(dir, 'notes/1.md', 'staged\n')
  git(dir, 'add', 'notes/1.md')
  put(dir, 'notes/1.md', 'edited again\n')
  git(dir, 'rm', '-q', 'notes/2.md')
  const folder = history.setAside(['notes/1.md', 'notes/2.md'])
  expect([get(folder, 'notes/1.md'), get(folder, 'notes/1.md.staged')]).toEqual(['edited again\n', 'staged\n'])
  expect([git(dir, 'status', '--porcelain'), get(dir, 'notes/2.md')]).toEqual(['', 'note 2\n'])
  history.dispose()
})

it("a beat is refused if HEAD isn't its parent, or if one of its files was changed or staged", () => {
  const { dir, history, ids } = story(4)
  const beat = (parent: string | undefined, path: string): Problem =>
    problem(() =>
      history.commitFiles({
        parent,
        files: new Map([
          ['ok.md', file('ok')],
          [path, file('new\n')]
        ]),
        message: 'x',
        author: WREN,
        time: NOW
      })
    )
  put(dir, 'notes/1.md', 'staged\n')
  git(dir, 'add', 'notes/1.md')
  put(dir, 'notes/1.md', 'note 1\n')
  put(dir, 'notes/2.md', 'edited\n')
  put(dir, 'new.md', 'not ours\n')
  const refused = [
    beat(ids[2], 'a.md'),
    beat(ids[3], 'notes/1.md'),
    beat(ids[3], 'notes/2.md'),
    beat(ids[3], 'new.md'),
    beat(ids[3], '.git/hooks/x'),
    beat(ids[3], '../x')
  ]
  expect(refused.map(({ code }) => code)).toEqual(['conflict', 'dirty', 'dirty', 'dirty', 'bad-input', 'bad-input'])
  expect([history.head().commit, get(dir, 'ok.md')]).toEqual([ids[3], undefined])
  // Adopting the change as it is causes no conflict.
  const taken = history.commitFiles({ parent: ids[3], files: new Map([['notes/2.md', file('edited\n')]]), message: 'Edit', author: WREN, time: NOW })
  history.flushIndex()
  expect(git(dir, 'status', '--porcelain')).toBe('MM notes/1.md\n?? new.md\n')
  git(dir, 'commit', '-q', '-m', 'By hand')
  expect(problem(() => history.commitFiles({ parent: taken.id, files: new Map(), message: 'x', author: WREN, time: NOW })).code).toBe('conflict')
  history.dispose()
})

it('a file in conflict is an external change, and no beat overwrites it', () => {
  const { dir, history, ids } = story(2)
  put(dir, 'notes/1.md', 'stashed\n')
  git(dir, 'stash', '-q')
  const next = history.commitFiles({ parent: ids[1], files: new Map([['notes/1.md', file('new\n')]]), message: 'x', author: WREN, time: NOW }).id
  history.flushIndex()
  expect(() => git(dir, 'stash', 'pop')).toThrow(/Command failed/)
  expect(history.externalChanges()).toEqual([{ path: 'notes/1.md', change: 'changed', staged: true }])
  const beat = (path: string): unknown =>
    history.commitFiles({ parent: next, files: new Map([[path, file('newer\n')]]), message: 'x', author: WREN, time: NOW })
  expect(problem(() => beat('notes/1.md')).data).toEqual({ paths: ['notes/1.md'] })
  beat('notes/2.md')
  history.flushIndex()
  expect(git(dir, 'status', '--porcelain')).toBe('UU notes/1.md\n')
  history.dispose()
})

it("git can't stage while index rows wait, and can afterwards", () => {
  // Rows wait only within a burst of beats, which a busy machine could be too slow for.
  const { dir, history, ids } = story(2, { clock: () => NOW })
  let parent = ids[1]
  for (const text of ['a', 'b', 'c'])
    parent = history.commitFiles({ parent, files: new Map([['burst.md', file(text)]]), message: text, author: WREN, time: NOW }).id
  put(dir, 'mine.md', 'mine\n')
  expect(history.isIndexBehind).toBe(true)
  expect(() => git(dir, 'add', 'mine.md')).toThrow(/index\.lock/)
  history.flushIndex()
  git(dir, 'add', 'mine.md')
  git(dir, 'commit', '-q', '-m', 'Mine')
  expect(git(dir, 'show', 'HEAD:burst.md')).toBe('c')
  history.dispose()
})

describe('a hostile tree', () => {
  /** A commit made with git's plumbing whose tree has an entry with a name that git itself would refuse. */
  function hostile(name: string): { dir: string; history: History; tree: string } {
    const { dir, history, ids } = story(1)
    const blob = execFileSync('git', ['-C', dir, 'hash-object', '-w', '--stdin'], { input: 'out\n' }).toString().trim()
    const body = Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(blob, 'hex')])
    const tree = execFileSync('git', ['-C', dir, 'hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], { input: body }).toString().trim()
    const commit = git(dir, 'commit-tree', tree, '-p', ids[0] ?? '', '-m', 'Gift').trim()
    git(dir, 'update-ref', 'refs/heads/gift', commit)
    return { dir, history, tree }
  }

  it.each(['..', '.', '.git', '.GIT', 'git~1', '.git ', '.git::$INDEX_ALLOCATION', '.g\u200cit', 'a\\b', '../out', 'a/b'])(
    'a tree with the name %j is refused',
    (name) => {
      const { dir, history, tree } = hostile(name)
      const before = git(dir, 'status', '--porcelain', '--branch')
      expect([problem(() => history.files(tree)).code, problem(() => history.switchTo('gift')).code]).toEqual(['bad-repository', 'bad-repository'])
      expect(git(dir, 'status', '--porcelain', '--branch')).toBe(before)
      history.dispose()
    }
  )

  it('a link in place of a folder or file is never followed when writing', () => {
    const { dir, history, ids } = story(2)
    const outside = tempFolder('outside')
    put(outside, 'notes/1.md', 'note 1\n')
    put(outside, 'LOG', 'far away\n')
    rmSync(join(dir, 'notes'), { recursive: true })
    symlinkSync(join(outside, 'notes'), join(dir, 'notes'))
    symlinkSync(join(outside, 'LOG'), join(dir, 'link.md'))
    const beat = (path: string): string =>
      problem(() => history.commitFiles({ parent: ids[1], files: new Map([[path, file('mine\n')]]), message: 'x', author: WREN, time: NOW })).code
    expect([beat('notes/1.md'), beat('notes/9.md'), beat('link.md')]).toEqual(['bad-folder', 'bad-folder', 'dirty'])
    expect([get(outside, 'notes/1.md'), get(outside, 'notes/9.md'), get(outside, 'LOG'), history.head().commit]).toEqual([
      'note 1\n',
      undefined,
      'far away\n',
      ids[1]
    ])
    history.dispose()
  })

  it('a file with another hard link is replaced, not overwritten', () => {
    const { dir, history, ids } = story(2)
    const outside = join(tempFolder('outside'), 'second')
    linkSync(join(dir, 'notes/1.md'), outside)
    history.commitFiles({ parent: ids[1], files: new Map([['notes/1.md', file('mine\n')]]), message: 'x', author: WREN, time: NOW })
    expect([get(dir, 'notes/1.md'), readFileSync(outside, 'utf8')]).toEqual(['mine\n', 'note 1\n'])
    history.dispose()
  })

  it('a damaged object is reported, and written again with the same content', () => {
    const { dir, history } = story(1)
    history.dispose()
    put(dir, 'hand.md', 'by hand\n')
    git(dir, 'add', 'hand.md')
    git(dir, 'commit', '-q', '-m', 'By hand')
    const oid = git(dir, 'rev-parse', 'HEAD:hand.md').trim()
    const path = join(dir, '.git/objects', oid.slice(0, 2), oid.slice(2))
    chmodSync(path, 0o644)
    writeFileSync(path, '')
    const fresh = History.open(dir)
    expect(problem(() => fresh.blob(oid)).message).toMatch(/damaged\. Run git fsck/)
    fresh.commitFiles({ parent: fresh.head().commit, files: new Map([['copy.md', file('by hand\n')]]), message: 'x', author: WREN, time: NOW })
    expect(fresh.blob(oid).toString()).toBe('by hand\n')
    expect(git(dir, 'fsck', '--strict')).toBe('')
    fresh.dispose()
  })

  it('submodules and links in the history follow a branch switch', () => {
    const { dir, history } = story(1)
    git(dir, 'switch', '-q', '-c', 'wide')
    symlinkSync('notes/0.md', join(dir, 'link.md'))
    mkdirSync(join(dir, 'tools'))
    put(dir, 'tools/run', '#!/bin/sh\n')
    chmodSync(join(dir, 'tools/run'), 0o755)
    git(dir, 'add', '-A')
    git(dir, 'commit', '-q', '-m', 'Wide')
    history.switchTo('main')
    expect([git(dir, 'status', '--porcelain'), get(dir, 'tools/run')]).toEqual(['', undefined])
    history.switchTo('wide')
    expect(git(dir, 'status', '--porcelain')).toBe('')
    expect([lstatSync(join(dir, 'link.md')).isSymbolicLink(), lstatSync(join(dir, 'tools/run')).mode & 0o111]).toEqual([true, 0o111])
    history.dispose()
  })
})
