import { expect, it } from 'vitest'
import { History } from '../history'
import { WREN, file, git, put, tempFolder } from './testing/folders'
import { originalOf } from './litter'

it('what systems, editors and sync programs leave is no external change, tracked or not', () => {
  const history = History.create(tempFolder('litter'))
  const { dir } = history
  history.commitFiles({ parent: undefined, files: new Map([['world/a.md', file('a\n')]]), message: 'one', author: WREN, time: 1 })
  put(dir, 'world/.DS_Store', 'old')
  git(dir, 'add', '-f', '.')
  git(dir, 'commit', '-q', '-m', 'litter')
  const litter = [
    'Thumbs.db',
    'desktop.ini',
    'a.md~',
    '.a.md.swp',
    'a.swo',
    '.obsidian/app.json',
    '.#a.md',
    '#a.md#',
    '._a.md',
    '~$a.docx',
    '.~lock.a.odt#'
  ]
  const copies = [
    "a (Ann's conflicted copy 2026-11-29).md",
    'a.sync-conflict-20261129-101010-ABCDEFG.md',
    'a_conflict-20261129-101010.md',
    'a [conflicted].md'
  ]
  const own = ['obsidian/a.md', 'a (a conflict).md', 'conflicted copy.md', 'sync-conflict.md', 'Icon', 'swp.md']
  for (const name of [...litter, ...copies, ...own, '.DS_Store', 'sub/Thumbs.db']) put(dir, `world/${name}`, 'new')
  expect(history.externalChanges().map(({ path }) => path)).toEqual(own.map((name) => `world/${name}`).toSorted())
  expect(history.copies()).toEqual(copies.map((name) => `world/${name}`).toSorted())
  expect([...new Set(copies.map(originalOf))]).toEqual(['a.md'])
  expect(originalOf('world/lore (conflicted copy 2)/a.md')).toBe('world/lore/a.md')
  history.dispose()
})
