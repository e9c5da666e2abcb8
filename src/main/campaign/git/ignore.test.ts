import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { History } from '../history'
import { parseIgnore } from './ignore'
import { WREN, file, git, put, tempFolder } from './testing/folders'

it('files that git ignores are no external changes, and re-included ones are, as git status says', () => {
  const history = History.create(tempFolder('ignore'))
  const { dir } = history
  const ignores: [string, string][] = [
    ['.gitignore', '*.log\nbuilt/\n/only-top\n'],
    ['packages/one/.gitignore', 'node_modules\n!keep.log\n*.tmp\n'],
    ['packages/one/deep/.gitignore', '*\n!.gitignore\n!kept/\n!kept/*.txt\n'],
    ['packages/.gitignore', '/one/secret.txt\n']
  ]
  history.commitFiles({ parent: undefined, files: new Map(ignores.map(([path, text]) => [path, file(text)])), message: 'one', author: WREN, time: 1 })
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
  expect(history.externalChanges().map(({ path }) => `?? ${path}`)).toEqual(said.toSorted())
  expect(said).toContain('?? packages/one/keep.log')
  history.dispose()
})

const SIGNS = ['a', 'b', 'c', 'a', 'b', '/', '/', '*', '**', '**/', '/**', '?', '[ab]', '[!a]', '[a-c]', '[^b]', '[', ']', '\\*', '.', '-']

/** Returns whether a path or a folder above it is ignored. */
const isIgnored = (pattern: string, path: string): boolean => {
  const ignores = parseIgnore(pattern)
  const parts = path.split('/')
  return parts.some((_, depth) => ignores(parts.slice(0, depth + 1).join('/'), depth < parts.length - 1) === true)
}

it('patterns of every kind match as in git', () => {
  const dir = tempFolder('patterns')
  git(dir, 'init', '-q')
  let drawn = 7
  const below = (most: number): number => (drawn = (Math.imul(drawn, 48271) >>> 0) % 2147483647) % most
  const patterns = Array.from({ length: 400 }, () => Array.from({ length: 1 + below(6) }, () => SIGNS[below(SIGNS.length)]).join(''))
  const paths = ['a', 'b', 'ab', 'a/b', 'a/b/c', 'b/a', 'abc/a', 'c/c/c/ab', 'a*', '[', 'a.b', 'a-c/b', '*', 'b/ab/a/c']
  for (const [i, pattern] of patterns.entries()) put(dir, `p${i}/.gitignore`, `${pattern}\n`)
  const queries = patterns.flatMap((_, i) => paths.map((path) => `p${i}/${path}`))
  const said = execFileSync('git', ['-C', dir, 'check-ignore', '--no-index', '--stdin', '-z'], { input: `${queries.join('\0')}\0`, encoding: 'utf8' })
  const ignored = new Set(said.split('\0'))
  const ours = patterns.flatMap((pattern, i) => paths.map((path) => [pattern, path, `p${i}/${path}`, isIgnored(pattern, path)] as const))
  expect(ours.filter(([, , whole, mine]) => ignored.has(whole) !== mine).map(([pattern, path, , mine]) => ({ pattern, path, mine }))).toEqual([])
})

it("a pattern of many stars takes time linear in its length and the path's", () => {
  const stars = `${'*a'.repeat(400)}b`
  expect(parseIgnore(`${stars}\n${'**/'.repeat(300)}x\n${' '.repeat(1_000_000)}x`)('a'.repeat(2000), false)).toBeUndefined()
})
