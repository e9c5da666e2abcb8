import { beforeEach, expect, it } from 'vitest'
import { file, get, git, put, tempFolder, WREN } from './git/testing/folders'
import { History } from './history'

// Git on Windows writes every text with CR LF and converts it back: core.autocrlf.
let dir: string
let history: History
beforeEach(() => {
  const origin = tempFolder('origin')
  git(origin, 'init', '-q')
  put(origin, 'LOG.yaml', '- one\n')
  put(origin, 'world/place.yaml', 'name: Yard\ntext: Cobbles.\n')
  git(origin, 'add', '-A')
  git(origin, 'commit', '-q', '-m', 'One')
  git(origin, 'branch', 'other')
  dir = tempFolder('ends')
  git(dir, 'clone', '-q', '-c', 'core.autocrlf=true', origin, '.')
  history = History.open(dir)
  return () => history.dispose()
})

const save = (files: Parameters<History['commitFiles']>[0]['files']): string =>
  history.commitFiles({ parent: history.head().commit, files, message: 'Next\n', author: WREN, time: 1000 }).id

it('different line ends alone are not an external change', () => {
  expect(get(dir, 'LOG.yaml')).toBe('- one\r\n')
  expect(history.externalChanges()).toEqual([])
  put(dir, 'world/place.yaml', 'name: Yard\r\ntext: Grass.\r\n')
  expect(history.externalChanges()).toEqual([{ path: 'world/place.yaml', change: 'changed', staged: false }])
})

it('a beat appends to a file with other line ends and overwrites it, and git status is clean', () => {
  save(new Map([['LOG.yaml', file('- one\n- two\n', '- two\n')]]))
  expect(git(dir, 'show', 'HEAD:LOG.yaml')).toBe('- one\n- two\n')
  save(new Map([['world/place.yaml', file('name: Yard\ntext: Mud.\n')]]))
  expect([get(dir, 'LOG.yaml'), get(dir, 'world/place.yaml')]).toEqual(['- one\n- two\n', 'name: Yard\ntext: Mud.\n'])
  // The second beat may follow within a burst, in which the index lags.
  history.flushIndex()
  expect([history.externalChanges(), git(dir, 'status', '--porcelain')]).toEqual([[], ''])
})

it('an adopted change has the line ends of the history', () => {
  put(dir, 'world/place.yaml', 'name: Yard\r\ntext: Grass.\r\n')
  expect(() => save(new Map([['world/place.yaml', file('name: Yard\ntext: Mud.\n')]]))).toThrow(/changed outside the app/)
  save(new Map([['world/place.yaml', file('name: Yard\ntext: Grass.\n')]]))
  expect([git(dir, 'show', 'HEAD:world/place.yaml'), history.externalChanges()]).toEqual(['name: Yard\ntext: Grass.\n', []])
})

it('branches with other line ends can be switched back and forth', () => {
  save(new Map([['world/place.yaml', null]]))
  history.createBranch('from-one', git(dir, 'rev-parse', 'origin/other').trim())
  history.switchTo('from-one')
  history.switchTo('main')
  expect([history.externalChanges(), git(dir, 'status', '--porcelain')]).toEqual([[], ''])
})

it('a line end across two chunks of a file is converted once', () => {
  const text = `${'x'.repeat((1 << 20) - 1)}\r\nend\r\n`
  save(new Map([['large.md', file(text.replaceAll('\r\n', '\n'))]]))
  put(dir, 'large.md', text)
  expect(history.externalChanges()).toEqual([])
  put(dir, 'large.md', text.replaceAll('\r\n', '\r'))
  expect(history.externalChanges()).toHaveLength(1)
})
