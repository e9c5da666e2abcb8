import type { ProblemData } from '../../../shared/base/problem'
import { lineOf } from '../compile'
import { finding } from './finding'
import { idOf } from './lists'
import type { ParsedGame } from './parsed-game'

/** The results of the search. */
export interface ReachedRules {
  /** The number of states examined, and of calls played between them. */
  states: number
  calls: number
  /** Actions that a character could take. */
  available: Set<string>
  /** For each action that was never available: its unavailable reasons, and how often each was given. */
  reasons: Map<string, Map<string, number>>
  /** For each action: the required parameter without choices, and how often it had none. */
  empty: Map<string, Map<string, number>>
  /** For each action: the numbers of attempts and refusals, and the last refusal. */
  tried: Map<string, { times: number; refused: number; sentence: string }>
  failures: Map<string, ProblemData>
  conditions: Set<string>
  items: Set<string>
}

/** The number of refusals without a success at which an action gets a remark. */
const REFUSALS_THRESHOLD = 5

/**
 * Findings from the search through reachable states. Failures are problems. Everything that never happened is only a remark, because the search
 * is bounded. `own` is false for a generated world, which proves nothing about items and conditions.
 */
export function reachedFindings(all: ParsedGame, reached: ReachedRules, own = true): ProblemData[] {
  return [...failures(all, reached), ...actions(all, reached), ...conditions(all, reached), ...(own ? items(all, reached) : [])]
}

function fileOf({ game }: ParsedGame, action: string): string {
  return [...game.rules, ...game.yaml].find(({ name }) => name === action)?.file ?? 'manifest.yaml'
}

function startOf(all: ParsedGame, action: string): [file: string, line: number] {
  const file = fileOf(all, action)
  return [file, lineOf(all.game.texts.get(file) ?? '', 'name:')]
}

/** A rule can fail at one line with many messages; only the first of them are shown. */
function failures(all: ParsedGame, { failures }: ReachedRules): ProblemData[] {
  const reported = new Set<string>()
  return [...failures.values()].flatMap(({ message, data = {} }) => {
    const [file, line] = startOf(all, [data['rule'], data['action']].find((name) => typeof name === 'string') ?? '')
    const [where, at] = [typeof data['file'] === 'string' ? data['file'] : file, typeof data['line'] === 'number' ? data['line'] : line]
    if (reported.has(`${where}:${at}`)) return []
    reported.add(`${where}:${at}`)
    return [{ ...finding('problem', where, at, message.replace(/ Look at \S+ line \d+\.$/, '')), code: 'rule-failed' }]
  })
}

const most = (counts: ReadonlyMap<string, number> | undefined): [string, number] | undefined =>
  [...(counts ?? [])].toSorted(([, a], [, b]) => b - a)[0]

function actions(all: ParsedGame, { available, reasons, empty, tried, states }: ReachedRules): ProblemData[] {
  const hooks = new Map(Object.entries(all.game.manifest.hooks).map(([hook, name]) => [name, hook]))
  return all.known.action.flatMap((name) => {
    const [file, line] = startOf(all, name)
    const [param, times] = most(empty.get(name)) ?? []
    if (!available.has(name)) {
      const hook = hooks.get(name)
      const what = hook === undefined ? `"${name}"` : `"${name}", the hook ${hook},`
      const [reason] = most(reasons.get(name)) ?? []
      const why = param !== undefined ? ` There was no choice for "${param}".` : reason ? ` Most common reason: ${reason}.` : ''
      return [finding('remark', file, line, `${what} was never available in the ${states} states that were tried.${why}`)]
    }
    const out: ProblemData[] = []
    if (param !== undefined && times !== undefined)
      out.push(
        finding(
          'remark',
          file,
          line,
          `"${name}" is available but isn't offered when its required parameter "${param}" has no choices (${times} times). Return the reason from "available".`
        )
      )
    const { times: tries = 0, refused = 0, sentence = '' } = tried.get(name) ?? {}
    if (tries >= REFUSALS_THRESHOLD && tries === refused)
      out.push(finding('remark', file, line, `"${name}" was offered, but refused all ${tries} times it was tried: ${sentence}`))
    return out
  })
}

/** The strings in YAML files, without keys. An id among them is used somewhere. */
function yamlTexts({ yaml }: ParsedGame): Set<string> {
  const out = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value === 'string') out.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  for (const { value } of yaml.values()) visit(value)
  return out
}

function conditions(all: ParsedGame, { conditions, states }: ReachedRules): ProblemData[] {
  const named = new Set([...all.literals, ...yamlTexts(all)])
  return [...all.yaml.keys()].flatMap((path) => {
    const id = idOf(path)
    if (!path.startsWith('conditions/') || !Object.hasOwn(all.game.conditions, id) || conditions.has(id) || named.has(id)) return []
    return [
      finding('remark', path, 1, `Nobody had the condition "${id}" in the ${states} states that were tried, and no rule, table or item names it.`)
    ]
  })
}

function items(all: ParsedGame, { items, states }: ReachedRules): ProblemData[] {
  const named = new Set([...all.literals, ...yamlTexts(all)])
  return [...all.yaml].flatMap(([path, file]) => {
    if (!path.startsWith('equipment/')) return []
    return Object.keys(file.value ?? {}).flatMap((id) =>
      items.has(id) || named.has(id) || !Object.hasOwn(all.game.equipment, id)
        ? []
        : [
            finding(
              'remark',
              path,
              file.lineOf([id]),
              `Nobody can get "${id}": nobody had it in the ${states} states that were tried, and no place, rule or table names it.`
            )
          ]
    )
  })
}
