import { createHash } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import { file, git, put, tempFolder, WREN } from './testing/folders'
import { History } from '../history'
import { lfsPointer, parseFilters } from './filters'

beforeEach(() => {
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null')
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1')
  vi.stubEnv('XDG_CONFIG_HOME', tempFolder('settings'))
})

const PICTURE = Buffer.from('\x89PNG\r\n a picture')
const pointerOf = (bytes: Buffer): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash('sha256').update(bytes).digest('hex')}\nsize ${bytes.length}\n`

/** A repository with pictures in LFS, as a clone with git-lfs leaves it: pointers in the history, pictures in the folder. */
function lfsRepository(): string {
  const dir = tempFolder('lfs')
  git(dir, 'init', '-q')
  put(dir, '.gitattributes', '*.png filter=lfs diff=lfs merge=lfs -text\n')
  put(dir, 'art/mill.png', pointerOf(PICTURE))
  put(dir, 'story.md', 'One\n')
  git(dir, '-c', 'core.attributesFile=/dev/null', 'add', '--all')
  git(dir, 'commit', '-q', '-m', 'One')
  put(dir, 'art/mill.png', PICTURE)
  return dir
}

/** Commits a file over HEAD. */
const commit = (history: History, path: string, text: string): void =>
  void history.commitFiles({ parent: history.head().commit, files: new Map([[path, file(text)]]), message: 'M', author: WREN, time: 0 })

it.each([
  ['*.png filter=lfs diff=lfs -text', 'a.png', 'lfs'],
  ['art/** filter=lfs', 'art/a/b.png', 'lfs'],
  ['/a.png filter=lfs', 'art/a.png', undefined],
  ['"my art.png" filter=lfs', 'my art.png', 'lfs'],
  ['my[[:space:]]art.png filter=lfs', 'my art.png', 'lfs'],
  ['*.png filter=lfs\na.png -filter', 'a.png', ''],
  ['*.png filter=lfs\na.png !filter', 'a.png', ''],
  ['[attr]big filter=lfs -text\n*.png big', 'a.png', 'lfs'],
  ['# *.png filter=lfs\n*.png text', 'a.png', undefined],
  ['*.md filter=crypt\r', 'a.md', 'crypt']
])('%j says of %s the filter %s', (text, path, filter) => {
  expect(parseFilters(text)(path)).toBe(filter)
})

it('a pointer of LFS is recognized', () => {
  expect(lfsPointer(Buffer.from(pointerOf(PICTURE)))).toMatchObject({ size: PICTURE.length })
  expect(lfsPointer(Buffer.from('version 1\nsize 3\n'))).toBeUndefined()
})

it('a picture in LFS is no external change, whether it was downloaded or not', () => {
  const dir = lfsRepository()
  const history = History.open(dir)
  expect(history.externalChanges()).toEqual([])
  put(dir, 'art/mill.png', pointerOf(PICTURE))
  expect(history.externalChanges()).toEqual([])
  put(dir, 'art/mill.png', Buffer.from('\x89PNG\r\n b picture'))
  expect(history.externalChanges()).toEqual([{ path: 'art/mill.png', change: 'changed', staged: false }])
  expect(history.filteredFiles()).toMatchObject([{ path: 'art/mill.png', filter: 'lfs' }])
  history.dispose()
})

it('nothing is saved over a file in LFS, new or old', () => {
  const dir = lfsRepository()
  const history = History.open(dir)
  for (const path of ['art/mill.png', 'art/new.png']) expect(() => commit(history, path, 'x')).toThrow(`${path} is in git LFS`)
  put(dir, 'sounds/.gitattributes', '*.ogg filter=lfs\n')
  expect(() => history.checkUnfiltered(['story.md', 'sounds/rain.ogg'])).toThrow('sounds/rain.ogg is in git LFS')
  commit(history, 'story.md', 'Two\n')
  history.dispose()
  expect(git(dir, 'show', 'HEAD:art/mill.png')).toBe(pointerOf(PICTURE))
})

it("a file that passes through a filter of git's config is not saved; an attribute without such a filter counts for nothing", () => {
  const dir = tempFolder('filter')
  git(dir, 'init', '-q')
  put(dir, 'story.md', 'One\n')
  git(dir, 'add', '--all')
  git(dir, 'commit', '-q', '-m', 'One')
  put(dir, '.git/info/attributes', '*.md filter=crypt\n')
  const plain = History.open(dir)
  commit(plain, 'story.md', 'Two\n')
  plain.dispose()
  git(dir, 'config', 'filter.crypt.clean', 'rot13')
  const history = History.open(dir)
  expect(() => commit(history, 'story.md', 'Three\n')).toThrow(/story\.md passes through git's filter crypt, which Proscenium doesn't run/)
  expect(git(dir, 'show', 'HEAD:story.md')).toBe('Two\n')
  history.dispose()
})
