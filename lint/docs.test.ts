import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => existsSync(join(ROOT, file)))
const folders = new Set(files.flatMap((file) => [dirname(file), dirname(dirname(file))]))

/** The most files of a folder without a README, which says what is here and where to start. */
const MAX_FILES_WITHOUT_README = 12

test('a folder of more than a dozen source files has a README', () => {
  const sizes = new Map<string, number>()
  for (const file of files.filter((path) => /^(?:src|lint|scripts|e2e)\/.*\.(?:tsx?|mjs)$/.test(path)))
    sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1)
  const large = [...sizes].filter(([, size]) => size > MAX_FILES_WITHOUT_README).map(([folder]) => folder)
  expect(large.length).toBeGreaterThan(20)
  expect(large.filter((folder) => !existsSync(join(ROOT, folder, 'README.md')))).toEqual([])
})

/** Documents about the source: those at the top, and the README and SPEC of every folder. */
const DOCUMENTS = files.filter((file) => /(?:^|\/)(?:README|ARCHITECTURE|DECISIONS|SPEC)\.md$/.test(file) && !file.startsWith('resources/'))
const CODE = /\.(?:tsx?|mjs|json|css|html)$/

/** Files in documents that belong to a campaign or to an author's rules. */
const ELSEWHERE = new Set([
  'verified.json',
  'contradictions.json',
  'judged.json',
  'coverage.json',
  'SCENE.json',
  'held.json',
  'rules/actions/attack.ts',
  'actions/pray.ts',
  '.ts'
])

/** The source files and folders that a document names in backticks, in that form. */
const namedIn = (document: string): string[] =>
  [...readFileSync(join(ROOT, document), 'utf8').matchAll(/`([\w@./-]+)`/g)].flatMap(([, name = '']) => {
    const isNamed = CODE.test(name) || /^(?:src|lint|scripts|e2e)\//.test(name) || (/^src.*(?:README|SPEC)/.test(document) && name.endsWith('/'))
    return isNamed && !ELSEWHERE.has(name) ? [name] : []
  })

/** Whether a file name in a document is valid: from the document's folder, from a source folder, or as a bare name. */
function exists(document: string, name: string): boolean {
  const path = name.replace(/\/$/, '')
  const from = [dirname(document), '.', 'src', 'src/main', 'src/renderer'].map((folder) => join(folder, path))
  return (
    from.some((one) => files.includes(one) || files.includes(`${one}.ts`) || folders.has(one)) ||
    (!path.includes('/') && files.some((file) => basename(file) === path))
  )
}

test('every file and folder of the source that a document names exists', () => {
  const all = DOCUMENTS.flatMap((document) => namedIn(document).map((name) => [document, name] as const))
  expect(all.length).toBeGreaterThan(300)
  expect(all.filter(([document, name]) => !exists(document, name))).toEqual([])
})
