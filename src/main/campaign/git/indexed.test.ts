import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { History, type NewFile, nodeDisk } from '../history'
import { filesWithIndex } from './files-with-index'
import type { Oid } from './oid'
import { Repo } from './repo'
import { WREN, file, git, put, tempFolder } from './testing/folders'
import { flatten } from './trees'

/** A repository with nested folders, and a function that lists its files and the trees read for it. */
function repository(): { dir: string; look: () => { trees: string[]; same: boolean } } {
  const dir = tempFolder('indexed')
  const history = History.create(dir)
  const names = ['next', 'a/1.md', 'a/b/2.md', 'a/b/c/3.md', 'a.d/4.md', 'é/5.md', 'z/6.md']
  const files = new Map<string, NewFile>(names.map((name) => [name, file(`${name}\n`)]))
  history.commitFiles({ parent: undefined, files, message: 'All of it', author: WREN, time: 0 })
  history.flushIndex()
  history.dispose()
  const look = (): { trees: string[]; same: boolean } => {
    const repo = new Repo(nodeDisk, dir, () => 0)
    const tree = repo.commit(repo.head().commit).tree
    const paths = new Map<Oid, string>([[tree, '']])
    const trees: string[] = []
    const read = (oid: Oid): ReturnType<typeof repo.tree> => {
      trees.push(paths.get(oid) ?? oid)
      for (const [name, entry] of repo.tree(oid)) paths.set(entry.oid, `${paths.get(oid) ?? ''}${name}/`)
      return repo.tree(oid)
    }
    const files = filesWithIndex(read, tree, repo.staging.rows().rows)
    const flat = flatten(repo.tree, tree)
    return { trees, same: JSON.stringify([...files]) === JSON.stringify([...flat]) }
  }
  return { dir, look }
}

it('no folder is read if the index equals the commit', () => {
  expect(repository().look()).toEqual({ trees: [], same: true })
})

it('only folders that contain staged files are read', () => {
  const { dir, look } = repository()
  put(dir, 'a/b/2.md', 'other\n')
  git(dir, 'add', 'a/b/2.md')
  expect(look()).toEqual({ trees: ['', 'a/', 'a/b/'], same: true })
  git(dir, 'rm', '-q', '-r', '--cached', 'é')
  expect(look()).toEqual({ trees: ['', 'a/', 'a/b/', 'é/'], same: true })
})

it('an intent to add and a conflict are in no tree', () => {
  const { dir, look } = repository()
  put(dir, 'z/7.md', 'soon\n')
  git(dir, 'add', '-N', 'z/7.md')
  expect(look()).toEqual({ trees: ['', 'z/'], same: true })
  const [id] = git(dir, 'rev-parse', 'HEAD:a/1.md').split('\n')
  git(dir, 'rm', '-q', '--cached', 'a/1.md')
  execFileSync('git', ['-C', dir, 'update-index', '--index-info'], { input: `100644 ${id} 2\ta/1.md\n` })
  expect(look()).toEqual({ trees: ['', 'a/', 'z/'], same: true })
})
