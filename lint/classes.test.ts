import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const RENDERER = resolve(import.meta.dirname, '../src/renderer')
/** Folders whose classes every feature may use and refine. */
const SHARED = new Set(['ui', 'prose', 'canvas', 'frame'])

/** A style sheet: its feature, and its selectors, one by one. */
interface Sheet {
  readonly feature: string
  readonly selectors: readonly string[]
}

const selectorsIn = (css: string): string[] =>
  [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)]
    .map(([, selector = '']) => selector.trim())
    .filter((selector) => !/^(?:@|from$|to$|\d)/.test(selector))
    .flatMap((list) => list.split(/,(?![^(]*\))/).map((one) => one.trim()))

/** The class that a selector styles anywhere: `.times`, `details.entry`, `.room:hover`. */
const ownedBy = (selector: string): string | undefined => /^[a-z0-9]*\.([\w-]+)(?::{1,2}[\w-]+(?:\([^)]*\))?)*$/i.exec(selector)?.[1]
const classesIn = (selector: string): string[] => [...selector.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name)

/** Classes that one feature styles anywhere and that the style sheet of another feature also styles. */
function collisions(sheets: readonly Sheet[]): string[] {
  const owners = new Map<string, Set<string>>()
  const users = new Map<string, Set<string>>()
  const put = (map: Map<string, Set<string>>, name: string, feature: string): void => void map.set(name, (map.get(name) ?? new Set()).add(feature))
  for (const { feature, selectors } of sheets)
    for (const selector of selectors) {
      const owned = ownedBy(selector)
      if (owned !== undefined) put(owners, owned, feature)
      for (const name of classesIn(selector)) put(users, name, feature)
    }
  return [...owners].flatMap(([name, folders]) => {
    const isShared = folders.size === 1 && [...folders].every((folder) => SHARED.has(folder))
    const all = users.get(name) ?? folders
    return isShared || all.size === 1 ? [] : [`.${name}: ${[...all].toSorted().join(', ')}`]
  })
}

test('the check finds a class that two features style', () => {
  const sheets = (first: string, second: string): Sheet[] => [
    { feature: 'timeline', selectors: selectorsIn(first) },
    { feature: 'arrow', selectors: selectorsIn(second) }
  ]
  expect(collisions(sheets('.finding { color: red }', '.findings, .finding:hover { color: blue }'))).toEqual(['.finding: arrow, timeline'])
  expect(collisions(sheets('details.entry { margin: 0 }', '@media print { .names .entry { margin: 0 } }'))).toEqual(['.entry: arrow, timeline'])
  expect(collisions(sheets('.lane.past { margin: 0 }', '.script.past { margin: 0 }'))).toEqual([])
})

test('no class of a feature is styled by another one', () => {
  const files = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
  expect(files.length).toBeGreaterThan(50)
  const sheets = files.map((file) => ({
    feature: dirname(file).split('/')[0] ?? '',
    selectors: selectorsIn(readFileSync(join(RENDERER, file), 'utf8'))
  }))
  expect(collisions(sheets)).toEqual([])
})
