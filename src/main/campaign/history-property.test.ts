import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { Problem } from '../../shared/base/problem'
import { WREN, file, get, git, leftovers, put, tempFolder } from './git/testing/folders'
import { type ExternalChange, History, type NewFile } from './history'

/** A fixed sequence of numbers below n for a seed. */
function dice(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const byText = (a: string, b: string): number => (a < b ? -1 : 1)

const PATHS = [
  'LOG.yaml',
  'next',
  'world/a.yaml',
  'world/ä ö.md',
  'world/deep/er/note "x".md',
  'w',
  'world.md',
  'world-2/😀.md',
  'z/1',
  'z/2',
  'z-1',
  'Ω/ﬀ.md'
]

/** The output of `git status` in the shape of our edits. */
function gitEdits(dir: string): ExternalChange[] {
  const rows = git(dir, 'status', '--porcelain', '-z', '--no-renames', '--untracked-files=all').split('\0').filter(Boolean)
  return rows
    .map((row): ExternalChange => {
      const [x, y] = [row[0] ?? '', row[1] ?? '']
      const isDeleted = y === 'D' || (x === 'D' && y === ' ')
      const isNew = x === '?' || x === 'A'
      return {
        path: row.slice(3),
        change: isDeleted ? (x === 'A' ? 'added' : 'removed') : isNew ? 'added' : 'changed',
        staged: x !== ' ' && x !== '?'
      }
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The code and paths of the Problem that a call throws. */
function refusal(run: () => unknown): unknown {
  try {
    run()
    return 'not refused'
  } catch (thrown) {
    return thrown instanceof Problem ? { code: thrown.code, ...thrown.data } : thrown
  }
}

const SEEDS = Array.from({ length: sizeOf(import.meta.filename, 'seeds') }, (_, n) => n + 1)

it.each(SEEDS)('random beats and edits agree with native git (seed %i)', (seed) => {
  const roll = dice(seed)
  const dir = tempFolder('property')
  let now = 1_700_000_000_000
  let history = History.create(dir, { clock: () => now })
  const saved: { id: string; files: Map<string, string> }[] = []
  let files = new Map<string, string>()
  let parent: string | undefined
  const hand = new Map<string, string>()
  const staged = new Map<string, string>()
  const refusals: { got: unknown; want: unknown }[] = []
  const touched = new Set<string>()

  for (let beat = 0; beat < 25; beat++) {
    now += roll(3) === 0 ? 1000 : 5
    const change = new Map<string, NewFile | null>()
    const next = new Map(files)
    for (let i = 0; i <= roll(4); i++) {
      const path = PATHS[roll(PATHS.length)] ?? ''
      // A path that is another path's folder can't be in the same story.
      const old = next.get(path)
      if (change.has(path)) continue
      if (old !== undefined && roll(5) === 0) {
        change.set(path, null)
        next.delete(path)
      } else if (old !== undefined && roll(2) === 0) {
        const more = `line ${beat}\n`
        change.set(path, file(old + more, more))
        next.set(path, old + more)
      } else {
        const text = `${path} ${roll(50)}\n`.repeat(roll(40))
        change.set(path, file(text))
        next.set(path, text)
      }
    }
    const inTheWay = [...change.keys()].filter((path) => hand.has(path))
    const beatOf = { parent, files: change, message: `Beat ${beat} "quoted" ä\n\nAction: test\n`, author: WREN, time: now }
    if (inTheWay.length > 0) {
      refusals.push({ got: refusal(() => history.commitFiles(beatOf)), want: { code: 'dirty', paths: inTheWay } })
    } else {
      const commit = history.commitFiles(beatOf)
      parent = commit.id
      files = next
      saved.push({ id: commit.id, files })
    }
    if (roll(4) === 0 && parent !== undefined) {
      history.flushIndex()
      const free = PATHS.filter((path) => !hand.has(path))
      const path = roll(2) === 0 ? `mine-${beat}.md` : (free[roll(free.length)] ?? 'mine.md')
      const text = `by hand ${beat}\n`
      put(dir, path, text)
      touched.add(path)
      hand.set(path, text)
      if (roll(2) === 0) {
        git(dir, 'add', path)
        staged.set(path, text)
        // A staged file may change again.
        if (roll(2) === 0) {
          put(dir, path, `${text}and more\n`)
          hand.set(path, `${text}and more\n`)
        }
      }
    }
    if (parent !== undefined) {
      // Looking at what was touched since the last look finds what looking at everything does.
      refusals.push({ got: history.externalChanges(touched), want: history.externalChanges() })
      touched.clear()
    }
    if (roll(10) === 0 && parent !== undefined) git(dir, ...(roll(2) === 0 ? ['gc', '-q'] : ['pack-refs', '--all']))
    if (roll(6) === 0 && parent !== undefined) {
      history.dispose()
      history = History.open(dir, { clock: () => now })
      refusals.push({ got: history.recovered, want: { completed: [], kept: [], notices: [] } })
    }
  }
  expect(refusals.map(({ got }) => got)).toEqual(refusals.map(({ want }) => want))
  history.flushIndex()
  expect(history.externalChanges()).toEqual(gitEdits(dir))
  expect(history.externalChanges().map((edit) => edit.path)).toEqual([...hand.keys()].sort(byText))
  for (const [path, text] of hand) expect(get(dir, path)).toBe(text)
  expect(git(dir, 'diff', '--cached', '--name-only', '-z').split('\0').filter(Boolean).sort(byText)).toEqual([...staged.keys()].sort(byText))
  for (const [path, text] of staged) expect(git(dir, 'show', `:${path}`)).toBe(text)
  const untouched = [...files].filter(([path]) => !hand.has(path))
  expect(untouched.map(([path]) => [path, get(dir, path)])).toEqual(untouched)
  expect(git(dir, 'log', '--format=%H').trim().split('\n')).toEqual(saved.map(({ id }) => id).toReversed())
  for (const { id, files: then } of saved.slice(-8)) {
    const listed = git(dir, 'ls-tree', '-r', '-z', '--name-only', id).split('\0').filter(Boolean)
    expect(listed.toSorted(byText)).toEqual([...then.keys()].toSorted(byText))
    const tree = history.commit(id).tree
    expect(new Map([...history.files(tree)].map(([path, entry]) => [path, history.blob(entry.oid).toString()]))).toEqual(then)
  }
  const last = saved.at(-1)
  for (const [path, text] of last?.files ?? []) expect(git(dir, 'cat-file', 'blob', `${last?.id}:${path}`)).toBe(text)
  expect(git(dir, 'fsck', '--strict', '--full', '--no-dangling')).toBe('')
  // Without the index our file times are useless, so git has to compute the same by itself.
  history.dispose()
  expect(leftovers(dir)).toEqual([])
  git(dir, 'stash', '--include-untracked')
  expect(git(dir, 'status', '--porcelain')).toBe('')
  rmSync(join(dir, '.git', 'index'))
  const again = History.open(dir, { clock: () => now })
  expect(again.recovered.notices).toEqual(['The git index was missing. Proscenium rebuilt it from the last commit.'])
  again.dispose()
  expect(git(dir, 'status', '--porcelain')).toBe('')
})
