import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => existsSync(join(ROOT, file)))
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** A guarantee in a SPEC is a list item that begins with its id: `- **P3** A refused action changes nothing.` */
const GUARANTEE = /^- \*\*([A-Z]+\d+)\*\*/gm
/** A title begins with the guarantees that the test guards: `it('P3, P5 …`. */
const TITLE = /['"`]([A-Z]+\d+(?:(?:,| and)? [A-Z]+\d+)*)[ :'"`]/g

const specs = files.filter((file) => file.startsWith('src/') && file.endsWith('/SPEC.md'))
const folders = specs.map(dirname)
const tests = files.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file)).map((file) => [file, textOf(file)] as const)

/** The guarantees that tests name, as far as their ids can mean this SPEC: in its folder, and wherever no other SPEC holds. */
function named(folder: string): Set<string> {
  const others = folders.filter((other) => other !== folder)
  const own = tests.filter(([file]) => file.startsWith(`${folder}/`) || !others.some((other) => file.startsWith(`${other}/`)))
  return new Set(own.flatMap(([, text]) => [...text.matchAll(TITLE)].flatMap(([, ids = '']) => ids.match(/[A-Z]+\d+/g) ?? [])))
}

it('every guarantee of a SPEC has a test whose title begins with its id', () => {
  const guarantees = specs.flatMap((spec) => [...textOf(spec).matchAll(GUARANTEE)].map(([, id = '']) => ({ spec, id })))
  expect(guarantees.length).toBeGreaterThan(100)
  const unguarded = guarantees.filter(({ spec, id }) => !named(dirname(spec)).has(id))
  expect(
    unguarded.map(({ spec, id }) => `No test names ${id} of ${spec}: begin the title of the test that guards it with "${id} ", or correct the SPEC.`)
  ).toEqual([])
})
