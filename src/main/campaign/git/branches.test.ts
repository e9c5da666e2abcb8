import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { History } from '../history'
import { runProgram } from './testing/small-process'

let dir: string
let history: History
let ids: string[]
const author = { name: 'DM', email: 'dm@proscenium.invalid' }
const git = (...args: string[]): string => runProgram('git', ['-C', dir, ...args]).trim()
const names = (): string[] => history.branches().map(({ name }) => name)
const beat = (parent: string | undefined, n: number): string =>
  history.commitFiles({ parent, files: new Map([['log', { bytes: Buffer.from(`${n}\n`) }]]), message: `Beat ${n}\n`, author, time: n * 1000 }).id

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'branches-'))
  let now = 1_000_000
  history = History.create(dir, { clock: () => (now += 1000) })
  const first = beat(undefined, 0)
  history.createBranch('what-if', first)
  history.createBranch('deep/one', first)
  ids = [first, beat(first, 1)]
})
afterEach(() => {
  history.dispose()
  const said = git('fsck', '--no-dangling') + git('status', '--porcelain')
  if (said !== '') throw new Error(said)
  rmSync(dir, { recursive: true, force: true })
})

it('the current and other branches are renamed with their logs, and can be played on', () => {
  history.renameBranch('main', 'story')
  history.renameBranch('deep/one', 'one')
  expect([names(), history.head()]).toEqual([['one', 'story', 'what-if'], { ref: 'refs/heads/story', branch: 'story', commit: ids[1] }])
  beat(ids[1], 2)
  expect([git('rev-parse', '--abbrev-ref', 'HEAD'), git('log', '--format=%s', '-1', 'story')]).toEqual(['story', 'Beat 2'])
  expect(git('reflog', 'show', '--format=%gs', 'story').split('\n')).toContain('Branch: renamed refs/heads/main to refs/heads/story')
  expect(git('reflog', 'show', '--format=%gs', 'story').split('\n').length).toBeGreaterThan(2)
})

it('a name that is taken, invalid or below another branch is refused, and nothing changes', () => {
  const before = git('for-each-ref')
  const refused = (name: string): string => {
    try {
      history.renameBranch('what-if', name)
    } catch (thrown) {
      return (thrown as Error).message
    }
    return ''
  }
  expect([refused('main'), refused('deep'), refused('a b')]).toEqual([
    'There is already a branch called main. Choose another name.',
    'There is already a branch called deep/one. Choose another name.',
    `A branch can't be called "a b". Use letters, digits, dashes and single slashes.`
  ])
  expect(() => history.renameBranch('nobody', 'x')).toThrow('There is no branch nobody. Choose an existing branch.')
  expect(git('for-each-ref')).toBe(before)
})

it('deleted branches are listed, the last one first, and restored under their name or the next free one', () => {
  history.trash('deep/one')
  history.trash('what-if')
  history.createBranch('what-if', ids[1] ?? '')
  history.trash('what-if')
  const listed = history.trashed()
  expect(listed.map(({ name, head }) => [name, head])).toEqual([
    ['what-if', ids[1]],
    ['what-if', ids[0]],
    ['deep/one', ids[0]]
  ])
  expect(listed.every(({ time }) => time !== undefined && time > 1_000_000)).toBe(true)
  expect(listed.map(({ ref }) => history.restore(ref))).toEqual(['what-if', 'what-if-2', 'deep/one'])
  expect([names(), history.trashed()]).toEqual([['deep/one', 'main', 'what-if', 'what-if-2'], []])
})

it('only a deleted branch can be restored, and not under a name in use', () => {
  const ref = history.trash('what-if')
  expect(() => history.restore(ref, 'main')).toThrow('There is already a branch called main. Choose another name.')
  expect(history.restore(ref, 'again')).toBe('again')
  expect(() => history.restore(ref)).toThrow('This branch is no longer in the list of deleted branches. Reload the list.')
})

it('a beat is added to a branch that isn’t checked out, and to no other', () => {
  const [first = '', second = ''] = ids
  const add = (parent: string, check?: () => void) =>
    history.extendBranch('what-if', {
      parent,
      files: new Map([['beside/note', { bytes: Buffer.from('x\n') }]]),
      message: 'Beside\n',
      author,
      time: 9000,
      ...(check ? { check } : {})
    })
  const { id } = add(first)
  expect([git('rev-parse', 'what-if'), git('rev-parse', 'what-if~1'), git('show', 'what-if:beside/note')]).toEqual([id, first, 'x'])
  expect([git('rev-parse', 'HEAD'), git('rev-parse', 'deep/one')]).toEqual([second, first])
  expect(git('reflog', 'show', '-1', '--format=%gs', 'what-if')).toBe('commit: Beside')
  const refs = git('for-each-ref')
  // From another commit than its last one, or with a tree that doesn't fit.
  expect(() => add(first)).toThrow(expect.objectContaining({ code: 'conflict' }))
  expect(() =>
    add(id, () => {
      throw new Error('It doesn’t fit.')
    })
  ).toThrow('It doesn’t fit.')
  history.switchTo('what-if')
  expect(() => add(id)).toThrow('The branch what-if is checked out now')
  expect(git('for-each-ref')).toBe(refs)
})
