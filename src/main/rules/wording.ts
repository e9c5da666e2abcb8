import { own } from '../../shared/base/json'
import type { ProblemData } from '../../shared/base/problem'
import { fileProblem } from './file-problem'
import { choices } from './vm/choices'
import { conditions } from './vm/conditions'
import { effects } from './vm/effects'
import { type KnownNames, type ShapeError, misfit, type NameKind, type Shape } from './vm/shapes'
import { FIELDS, HEADS } from './vm/templates'
import { canFill, type YamlAction } from './vm/vocabulary'
import type { YamlFile } from './yaml-file'

/** The lists of a game in which the check looks up names. */
export interface GameNames {
  equipment: Readonly<Record<string, unknown>>
  conditions: Readonly<Record<string, unknown>>
  tables: Readonly<Record<string, unknown>>
  stats: Readonly<Record<string, unknown>>
  actions: readonly string[]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Mistakes in YAML actions and `effect`s: unknown words, wrong arguments, names that the game doesn't have. The first mistake of each. */
export function wordingProblems(files: readonly YamlFile[], yaml: readonly YamlAction[], listed: GameNames): ProblemData[] {
  const lists: Partial<Record<NameKind, ReadonlySet<string>>> = {
    item: new Set(Object.keys(listed.equipment)),
    condition: new Set(Object.keys(listed.conditions)),
    table: new Set(Object.keys(listed.tables)),
    action: new Set(listed.actions)
  }
  const stats = new Set(Object.keys(listed.stats))
  const knownIn = (heads: readonly string[], params: readonly string[]): KnownNames => ({
    conditions,
    effects,
    heads: new Map([...heads, ...params].map((head) => [head, own(FIELDS, head)])),
    // A game without declared stats leaves them to its sheets.
    names: (kind) => (kind === 'param' ? new Set(params) : kind === 'stat' && stats.size === 0 ? undefined : kind === 'stat' ? stats : lists[kind])
  })
  const anyParam = [...new Set(['item', ...yaml.flatMap(({ params }) => params.map(({ name }) => name))])]
  const check = (value: unknown, shape: Shape, known: KnownNames, path: readonly (string | number)[]): ShapeError | undefined =>
    value === undefined ? undefined : misfit(value, shape, known, path, String(path.at(-1)))

  const problems: ProblemData[] = []
  const complain = (file: YamlFile, wrong: ShapeError | undefined): void => {
    if (!wrong) return
    const line = file.lineOf(wrong.path)
    const missing = wrong.missing && { missing: wrong.missing }
    problems.push(fileProblem(file.file, line, `${file.file} line ${line}: ${wrong.message}. Correct it.`, missing).toJSON())
  }
  for (const file of files) {
    const folder = file.file.split('/')[0]
    const value = isObject(file.value) ? file.value : {}
    const action = yaml.find((one) => one.file === file.file)
    if (action) {
      const params = action.params.map(({ name }) => name)
      complain(file, badParam(action))
      complain(file, check(action.available, { is: 'conditions' }, knownIn(['actor', 'place', 'facts', 'clock'], []), ['available']))
      complain(file, check(action.execute, { is: 'effects' }, knownIn(HEADS, params), ['execute']))
    } else if (folder === 'equipment') {
      for (const [id, thing] of Object.entries(value)) {
        if (isObject(thing)) complain(file, check(thing['effect'], { is: 'effects' }, knownIn(HEADS, anyParam), [id, 'effect']))
      }
    } else if (folder === 'tables') {
      const rows = value['rows']
      for (const [key, row] of Array.isArray(rows) ? rows.entries() : Object.entries(isObject(rows) ? rows : {})) {
        if (isObject(row)) complain(file, check(row['effect'], { is: 'effects' }, knownIn(HEADS, anyParam), ['rows', key, 'effect']))
      }
    }
  }
  return problems
}

/** The actions that effects lead to, anywhere in a value. */
export function followedIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === 'follow_up' && typeof inner === 'string' ? [inner] : followedIn(inner)))
}

/** A parameter without any possible value, or with a name that already has a meaning. */
function badParam({ params, available }: YamlAction): ShapeError | undefined {
  const seen = new Set<string>()
  for (const [index, param] of params.entries()) {
    const path = ['params', index]
    if (seen.has(param.name)) return { path: [...path, 'name'], message: `there are two parameters "${param.name}"` }
    seen.add(param.name)
    if ((HEADS as readonly string[]).includes(param.name)) {
      return { path: [...path, 'name'], message: `a parameter can't be called "${param.name}", because the name has another meaning in {…}` }
    }
    if (param.from !== undefined && !Object.hasOwn(choices, param.from)) {
      return { path: [...path, 'from'], message: `"${param.from}" is not a source of choices. Use one of ${Object.keys(choices).join(', ')}` }
    }
    if (!canFill(param, available)) {
      return { path, message: `the parameter "${param.name}" has no choices. Give it an "enum" or "from:" (${Object.keys(choices).join(', ')})` }
    }
  }
  return undefined
}
