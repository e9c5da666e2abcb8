import { expect, test } from 'vitest'
import { History } from '../history'
import { WREN, file, git, put, tempFolder } from './testing/folders'

test('what git ignores by files in any folder is no edit, and what they keep is one, as git status says', () => {
  const history = History.create(tempFolder('ignore'))
  const { dir } = history
  const ignores: [string, string][] = [
    ['.gitignore', '*.log\nbuilt/\n/only-top\n'],
    ['packages/one/.gitignore', 'node_modules\n!keep.log\n*.tmp\n'],
    ['packages/one/deep/.gitignore', '*\n!.gitignore\n!kept/\n!kept/*.txt\n'],
    ['packages/.gitignore', '/one/secret.txt\n']
  ]
  history.record({ parent: undefined, files: new Map(ignores.map(([path, text]) => [path, file(text)])), message: 'one', author: WREN, time: 1 })
  const paths = [
    'only-top',
    'a.log',
    'built/x',
    'packages/only-top',
    'packages/one/node_modules/x/y.js',
    'packages/one/keep.log',
    'packages/one/no.log'
  ]
  const more = ['packages/one/a.tmp', 'packages/a.tmp', 'packages/one/secret.txt', 'packages/one/deep/x', 'packages/one/deep/kept/a.txt']
  for (const path of [...paths, ...more, 'packages/one/deep/kept/b.md', '.proscenium/schema/x.json']) put(dir, path, 'x')
  put(dir, '.git/info/exclude', '.proscenium\n*.md\n')
  const said = git(dir, 'status', '--porcelain', '--untracked-files=all').trimEnd().split('\n')
  expect(history.edits().map(({ path }) => `?? ${path}`)).toEqual(said.toSorted())
  expect(said).toContain('?? packages/one/keep.log')
  history.dispose()
})
