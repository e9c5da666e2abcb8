import { rmSync } from 'node:fs'
import { join } from 'node:path'
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
    'a [conflicted].md',
    'a-DESKTOP-4F7K2QX.md',
    'a-LAPTOP-ANNA12.md'
  ]
  const own = [
    'obsidian/a.md',
    'a (a conflict).md',
    'conflicted copy.md',
    'sync-conflict.md',
    'Icon',
    'swp.md',
    'a-DESKTOP.md',
    'a-desktop-lamp.md',
    'icloud.md',
    'a 2.md'
  ]
  for (const name of [...litter, ...copies, ...own, '.DS_Store', 'sub/Thumbs.db']) put(dir, `world/${name}`, 'new')
  expect(history.externalChanges().map(({ path }) => path)).toEqual(own.map((name) => `world/${name}`).toSorted())
  expect(history.copies()).toEqual(copies.map((name) => `world/${name}`).toSorted())
  expect([...new Set(copies.map(originalOf))]).toEqual(['a.md'])
  expect(originalOf('world/lore (conflicted copy 2)/a.md')).toBe('world/lore/a.md')
  history.dispose()
})

it('a file that iCloud keeps elsewhere to save space is unchanged, and one that was deleted is removed', () => {
  const history = History.create(tempFolder('icloud'))
  const { dir } = history
  const files = new Map(['a.md', 'b.md', 'sub/c.md'].map((name) => [`world/${name}`, file(`${name}\n`)]))
  history.commitFiles({ parent: undefined, files, message: 'one', author: WREN, time: 1 })
  for (const name of ['a.md', 'b.md', 'sub/c.md']) rmSync(join(dir, 'world', name))
  put(dir, 'world/.a.md.icloud', 'bplist00')
  put(dir, 'world/sub/.c.md.icloud', 'bplist00')
  expect(history.externalChanges()).toEqual([{ path: 'world/b.md', change: 'removed', staged: false }])
  put(dir, 'world/a.md', 'changed on another machine\n')
  rmSync(join(dir, 'world/.a.md.icloud'))
  expect(history.externalChanges().map(({ path, change }) => `${change} ${path}`)).toEqual(['changed world/a.md', 'removed world/b.md'])
  history.dispose()
})
