import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

/** The relative paths that a module imports or exports from, for values or for types. A module that is loaded later may import the one that loads it. */
const IMPORTS = /\b(?:from|import)\s*'(\.[^'?]*)/g

/** The modules that each module imports, by path from the repository's root. */
function importGraph(folder: string): Map<string, string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
    .map((file) => join(folder, file))
  const known = new Set(files)
  return new Map(
    files.map((file) => {
      const imported = [...readFileSync(file, 'utf8').matchAll(IMPORTS)].flatMap(([, source = '']) => {
        const path = join(dirname(file), source)
        return [`${path}.ts`, `${path}.tsx`, `${path}/index.ts`].filter((one) => known.has(one))
      })
      return [file, imported]
    })
  )
}

/** The groups of modules that import each other, directly or through others of the group (Tarjan's strongly connected components). */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = []
  const order = new Map<string, number>()
  const open: string[] = []
  const visit = (module: string): number => {
    const at = order.size
    order.set(module, at)
    open.push(module)
    let first = at
    for (const next of graph.get(module) ?? []) {
      if (!order.has(next)) first = Math.min(first, visit(next))
      else if (open.includes(next)) first = Math.min(first, order.get(next) ?? at)
    }
    if (first === at) {
      const group = open.splice(open.indexOf(module))
      if (group.length > 1) cycles.push(group.toSorted())
    }
    return first
  }
  for (const module of graph.keys()) if (!order.has(module)) visit(module)
  return cycles
}

it('finds modules that import each other', () => {
  expect(
    cyclesIn(
      new Map([
        ['a', ['b', 'd']],
        ['b', ['c']],
        ['c', ['a', 'd']],
        ['d', ['e']],
        ['e', []]
      ])
    )
  ).toEqual([['a', 'b', 'c']])
})

it('no modules of the source import each other, not even for their types', () => {
  const cycles = cyclesIn(importGraph(join(ROOT, 'src'))).map((group) => group.map((file) => relative(ROOT, file)))
  expect(cycles).toEqual([])
})
