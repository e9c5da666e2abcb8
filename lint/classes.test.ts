import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

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

/** A component's file: its feature, and the class names that it gives its elements, without those that are computed. */
interface Component {
  readonly feature: string
  readonly path: string
  readonly classes: readonly string[]
}

const CLASS_NAMES = /[cC]lassName[=:] ?(?:"([^"]*)"|'([^']*)'|(`[^`]*`)|\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\})/g
const classNamesIn = (source: string): string[] =>
  [...source.matchAll(CLASS_NAMES)].flatMap(([, double, single, template, braces]) => {
    const expression = template ?? braces ?? ''
    const quoted = [...expression.matchAll(/(?<!(?:[=!]==|\?\?) )(?:'([^']*)'|"([^"]*)")/g)].map(([, one, two]) => one ?? two ?? '')
    const templates = [...expression.replace(/\$\{[^}]*\}/g, ' ').matchAll(/`([^`]*)`/g)].map(([, words = '']) => words)
    return [double ?? single ?? '', ...quoted, ...templates].flatMap((words) => words.match(/[\w-]+/g) ?? [])
  })

/** Classes that a component names although only other features style them. A shared component may name a state that several features style. */
function borrowed(sheets: readonly Sheet[], components: readonly Component[]): string[] {
  const stylers = new Map<string, Set<string>>()
  for (const { feature, selectors } of sheets)
    for (const name of selectors.flatMap(classesIn)) stylers.set(name, (stylers.get(name) ?? new Set()).add(feature))
  return components.flatMap(({ feature, path, classes }) =>
    classes.flatMap((name) => {
      const all = [...(stylers.get(name) ?? [])]
      return all.length === 0 || all.some((one) => one === feature || SHARED.has(one)) || (SHARED.has(feature) && all.length > 1)
        ? []
        : [`${path}: .${name} of ${all.toSorted().join(', ')}`]
    })
  )
}

it('the check finds a class that two features style', () => {
  const sheets = (first: string, second: string): Sheet[] => [
    { feature: 'timeline', selectors: selectorsIn(first) },
    { feature: 'arrow', selectors: selectorsIn(second) }
  ]
  expect(collisions(sheets('.finding { color: red }', '.findings, .finding:hover { color: blue }'))).toEqual(['.finding: arrow, timeline'])
  expect(collisions(sheets('details.entry { margin: 0 }', '@media print { .names .entry { margin: 0 } }'))).toEqual(['.entry: arrow, timeline'])
  expect(collisions(sheets('.lane.past { margin: 0 }', '.script.past { margin: 0 }'))).toEqual([])
})

it('the check finds a class that one feature borrows from another', () => {
  const sheets = [
    { feature: 'agents', selectors: selectorsIn('.facts dt { color: red } .entry.held { color: red }') },
    { feature: 'ui', selectors: selectorsIn('.field { margin: 0 }') }
  ]
  const found = (feature: string, source: string): string[] => borrowed(sheets, [{ feature, path: 'a.tsx', classes: classNamesIn(source) }])
  expect(found('notes', '<dl className="field facts">')).toEqual(['a.tsx: .facts of agents'])
  expect(found('notes', "<p className={`entry ${isHeld ? 'held' : ''} hue-${n}`}>")).toEqual(['a.tsx: .held of agents', 'a.tsx: .entry of agents'])
  expect(found('notes', "<p className={isField ? 'field' : 'facts'}>")).toEqual(['a.tsx: .facts of agents'])
  expect(found('notes', "const field = { className: 'facts' }")).toEqual(['a.tsx: .facts of agents'])
  expect(found('notes', "<p className={kind === 'facts' ? 'own' : ''}>")).toEqual([])
  expect(found('prose', '<dl className="facts">')).toEqual(['a.tsx: .facts of agents'])
  expect(found('agents', '<dl className="field facts">')).toEqual([])
  expect(found('notes', '<dl className="own">')).toEqual([])
})

/** The classes that Monaco gives elements of its own, from its style sheets and from the calls that make elements. */
function monacoClasses(): Set<string> {
  const folder = resolve(import.meta.dirname, '../node_modules/monaco-editor/esm/vs')
  const found = new Set<string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:css|js)$/.test(name))) {
    const source = readFileSync(join(folder, file), 'utf8')
    const made = [...source.matchAll(/(?:\$|\bh)\(\s*['"`]([\w.#@-]*[.#][\w.#@-]+)['"`]/g)].map(([, selector = '']) => selector)
    const added = [...source.matchAll(/(?:classList\.(?:add|toggle)\(|className = )\s*['"`]([\w -]+)['"`]/g)].flatMap(([, names = '']) =>
      names.split(' ')
    )
    for (const name of file.endsWith('.css') ? selectorsIn(source).flatMap(classesIn) : [...made.flatMap(classesIn), ...added]) found.add(name)
  }
  return found
}

describe('no class of a feature', () => {
  const files = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
  const featureOf = (file: string): string => dirname(file).split('/')[0] ?? ''
  const read = (file: string): string => readFileSync(join(RENDERER, file), 'utf8')
  const sheets = files.filter((file) => file.endsWith('.css')).map((file) => ({ feature: featureOf(file), selectors: selectorsIn(read(file)) }))
  const components = files
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => ({ feature: featureOf(file), path: file, classes: classNamesIn(read(file)) }))

  it('is styled by another one', () => {
    expect(sheets.length).toBeGreaterThan(50)
    expect(collisions(sheets)).toEqual([])
  })

  it('is one of Monaco’s: its lists and buttons keep their own look', () => {
    const vendors = monacoClasses()
    expect([vendors.size > 500, vendors.has('tree'), vendors.has('input')]).toEqual([true, true, true])
    const matching = sheets.flatMap(({ feature, selectors }) =>
      selectors.filter((one) => classesIn(one).length > 0 && classesIn(one).every((name) => vendors.has(name))).map((one) => `${feature}: ${one}`)
    )
    expect(matching.filter((one) => !one.includes('.monaco'))).toEqual([])
  })

  it('is named by the components of another one', () => {
    expect(components.flatMap(({ classes }) => classes).length).toBeGreaterThan(1000)
    expect(borrowed(sheets, components)).toEqual([])
  })
})
