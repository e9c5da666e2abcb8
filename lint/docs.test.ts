import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => existsSync(join(ROOT, file)))
/** The paths of all files and folders. */
const paths = new Set(files.flatMap((file) => file.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'))))

/** The most files of a folder without a README, which says what is here and where to start. */
const MAX_FILES_WITHOUT_README = 12

it('a folder of more than a dozen source files has a README', () => {
  const sizes = new Map<string, number>()
  for (const file of files.filter((path) => /^(?:src|bench|lint|scripts|e2e)\/.*\.(?:tsx?|mjs)$/.test(path)))
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
  'run-batches.json',
  'run-votes.json',
  'coverage.json',
  'SCENE.json',
  'held.json',
  'rules/actions/attack.ts',
  'actions/pray.ts',
  '.ts'
])

/** The source files and folders that a document names in backticks, in that form. Files in out/ exist only after a build. */
const namedIn = (document: string): string[] =>
  [...readFileSync(join(ROOT, document), 'utf8').matchAll(/`([\w@./-]+)`/g)].flatMap(([, name = '']) => {
    const isNamed =
      CODE.test(name) || /^(?:src|bench|lint|scripts|e2e)\//.test(name) || (/^src.*(?:README|SPEC)/.test(document) && name.endsWith('/'))
    return isNamed && !name.startsWith('out/') && !ELSEWHERE.has(name) ? [name] : []
  })

/**
 * Whether a name in a document is valid: a path from the document's folder, from the root or from a source folder, or the bare name of something below
 * the folder of a README or a SPEC.
 */
function exists(document: string, name: string): boolean {
  const path = name.replace(/\/$/, '')
  // A decision is about the whole source.
  const folder = /README|SPEC/.test(document) ? dirname(document) : '.'
  const bases = folder === '.' || name.includes('/') ? [folder, '.', 'src', 'src/main', 'src/renderer'] : [folder]
  if (bases.map((base) => join(base, path)).some((one) => paths.has(one) || paths.has(`${one}.ts`))) return true
  return [...paths].some((one) => basename(one) === path && (folder === '.' || one.startsWith(`${folder}/`)))
}

it('every file and folder of the source that a document names exists, for a bare name in the folder of the document or below it', () => {
  const all = DOCUMENTS.flatMap((document) => namedIn(document).map((name) => [document, name] as const))
  expect(all.length).toBeGreaterThan(300)
  expect(all.filter(([document, name]) => !exists(document, name))).toEqual([])
})
