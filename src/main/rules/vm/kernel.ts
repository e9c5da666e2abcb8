// Runs inside the sandbox: the fixed set of calls that the host makes. Everything crosses as JSON text.
import type { FollowUp, InlineAction, Params, Range, Roll, RollOptions } from '../../../shared/story/play'
import type { Actor } from '../../../shared/story/state'
import type { RuleState } from '../rule-state'
import { lockDown } from './lockdown'
import { bare, deepFreeze, isObject, InvalidRuleValue, merged, namesOf, own, plain } from './plain'
import { forbidding } from '../../../shared/story/sheet'
import { rollOn, type RolledTable, rowsOf } from '../../../shared/story/tables'
import { keepNames, keys } from './names'
import { mapWays, reindex } from './people'
import { rememberFor } from './remembered'
import { type ActionObject, checkedResult, MAX_FOLLOW_UPS } from './result'
import * as standard from './standard'
import { choices } from './choices'
import { consoleText, MAX_CONSOLE_LINES } from './console'
import { countStatements as count, nameMaps } from './counting'
import type { Tools } from './tools'
import { compileAction, type YamlAction } from './vocabulary'
import { watched } from './watched'

declare const hostRoll: (expr: string, options: string, ranges: string) => string
declare const hostLook: (roll: number, member: string) => void
declare const hostLog: (text: string, stack: string) => void

type ParamList = (state: RuleState, actor: string) => unknown
interface Rule {
  file: string
  /** The object that a module exports; rules that import it name it so. */
  exported?: unknown
  params: unknown
  available: (state: RuleState, actor: string) => unknown
  execute: (state: RuleState, actor: string, params: Params) => unknown
}
/** A rule refused, with a sentence for people. */
class Refusal extends Error {}

const MAX_ROLLS = 200
/** The maximum size of one rule's parameters, in characters of JSON. */
const MAX_PARAMS_CHARACTERS = 4 << 20
const rules = new Map<string, Rule>()
let state = Object.freeze({}) as RuleState
let now = ''
let rolls = -1
/** How many more lines of `console.log` the host takes in this call. */
let lines = 0
const tools: Pick<Tools, 'roll' | 'rollTable' | 'game'> = {
  roll,
  rollTable,
  game: { equipment: {}, conditions: {}, tables: {}, manifest: {} as Tools['game']['manifest'] }
}
const dice = hostRoll
const look = hostLook
const tell = hostLog
Reflect.deleteProperty(globalThis, 'hostRoll')
Reflect.deleteProperty(globalThis, 'hostLook')
Reflect.deleteProperty(globalThis, 'hostLog')

/** The result of a roll. With `watch`, the roll may stand for many, and the host learns what is read of it. */
interface Rolled {
  roll: Roll
  watch?: number
}

/** A value for rules. While odds are computed, the host learns when its total or faces are read. */
const shown = <T extends object>(value: T, { watch }: Rolled): T =>
  watch === undefined ? deepFreeze(value) : watched(deepFreeze(value), ['total', 'dice'], (member) => look(watch, member))

function rolled(expr: unknown, options: RollOptions, ranges: readonly Range[] | undefined): Rolled {
  if (rolls < 0) throw new Error('Only "execute" can roll dice. Don\'t call roll or rollTable in "available" or "params".')
  if (++rolls > MAX_ROLLS) throw new Error(`An action can roll at most ${MAX_ROLLS} times.`)
  const request = JSON.stringify(plain(options, 'options'))
  const answer = JSON.parse(dice(String(expr), request, ranges ? JSON.stringify(ranges) : '')) as Partial<Rolled> & { error?: string }
  if (!answer.roll) throw new Error(answer.error ?? "The dice couldn't be rolled.")
  return answer as Rolled
}

function roll(expr: unknown, options: RollOptions = {}): Roll {
  const answer = rolled(expr, options, undefined)
  return shown(answer.roll, answer)
}

function rollTable(name: unknown): RolledTable['row'] {
  // The dice decide which row it is; only reading the outer row's total is reported.
  const answers: Rolled[] = []
  const { row } = rollOn(tools.game.tables, String(name), (expr, options, ranges) => {
    const answer = rolled(expr, options, ranges)
    answers.push(answer)
    return answer.roll
  })
  return shown(row, answers[0] as Rolled)
}

/** `console.log`: tells the host what a rule says, if the host listens. It never fails. */
function log(...values: unknown[]): void {
  if (lines <= 0) return
  lines--
  tell(lines === 0 ? `… no more than ${MAX_CONSOLE_LINES - 1} lines of one call are shown` : consoleText(values), stackOf(new Error()))
}
const listen = (listening: unknown): void => void (lines = listening === 'yes' ? MAX_CONSOLE_LINES : 0)

const refuse = (sentence: unknown): Refusal => new Refusal(String(sentence))

export { counted } from './counting'
/** In a machine that counts coverage, the call before the first one. */
export const countStatements = (statements: string): void => count(Number(statements))

/** The first call: loads the game's lists, then freezes everything shared. */
export function open(gameJson: string): void {
  const { equipment, conditions, tables, ...rest } = JSON.parse(gameJson) as Tools['game']
  tools.game = deepFreeze({ ...rest, equipment: bare(equipment), conditions: bare(conditions), tables: bare(tables) })
  for (const each of Object.values(tools.game.tables)) rowsOf(each)
  nameMaps(tools.game.equipment, 'equipment')
  nameMaps(tools.game.tables, 'tables')
  const console = { log, info: log, warn: log, error: log, debug: log }
  for (const [name, value] of Object.entries({ roll, rollTable, table: rollTable, refuse, game: tools.game, console })) {
    Object.defineProperty(globalThis, name, { value, writable: false, enumerable: true, configurable: false })
  }
  Object.defineProperty(Object, 'keys', { value: keys })
  // Used in every turn, so the names inside sentences are computed once.
  for (const item of Object.keys(tools.game.equipment)) standard.itemName({ item })
  lockDown(Object.values(standard))
}

/** A name, with lookalike letters spelled out. */
const called = (name: unknown): string =>
  (typeof name === 'string' ? name : typeof name)
    .slice(0, 80)
    .replace(/[^\x20-\x7e]/gu, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`)

function shapeOf(name: string, exported: unknown): Omit<Rule, 'file'> {
  if (!isObject(exported)) throw new InvalidRuleValue('exports no action. Write "export default {name, description, params, available, execute}"')
  if (exported['name'] !== name) throw new InvalidRuleValue(`has the name "${called(exported['name'])}", but the name must be the same as the file's`)
  if (typeof exported['description'] !== 'string') throw new InvalidRuleValue('has no description')
  const { available, execute, params = [] } = exported
  if (typeof available !== 'function') throw new InvalidRuleValue('has no function "available"')
  if (typeof execute !== 'function') throw new InvalidRuleValue('has no function "execute"')
  if (typeof params !== 'function') {
    if (!Array.isArray(params)) throw new InvalidRuleValue('has "params" that are neither a list nor a function')
  }
  return { available: available.bind(exported) as Rule['available'], execute: execute.bind(exported) as Rule['execute'], params }
}

/** Registers the modules `[name, file, default export]` as rules; returns `[{description, kind, power}, params if they are a list]` in their order. */
export function register(list: [string, string, unknown][]): string {
  return guarded(() => {
    const described: string[] = []
    for (const [name, file, exported] of list) {
      now = name
      const shape = shapeOf(name, exported)
      rules.set(name, { file, exported, ...shape })
      const { description, kind, power } = exported as Record<string, unknown>
      const declared = JSON.stringify({ description, kind, power })
      described.push(Array.isArray(shape.params) ? `[${declared},${written(shape.params)}]` : `[${declared}]`)
    }
    return `[${described.join()}]`
  })
}

/** Compiles YAML actions into rules; returns their files by name. */
export function registerYaml(json: string): string {
  return guarded(() => {
    const files: Record<string, string> = {}
    for (const action of JSON.parse(json) as YamlAction[]) {
      now = action.name
      nameMaps(action, `actions\n${action.name}`)
      rules.set(action.name, { file: action.file, ...compileAction(action) })
      files[action.name] = action.file
    }
    return JSON.stringify(files)
  })
}

/** Applies the host's newest state, a merge patch on the previous one. */
export function sync(patchJson: string): void {
  const patch = JSON.parse(patchJson) as { actors?: Record<string, unknown> }
  state = merged(state, patch) as RuleState
  rememberFor(state)
  keepNames(state, patch)
  mapWays(state.journeys)
  if (patch.actors) reindex(state.actors, namesOf(patch.actors))
}

function ruleOf(name: string): Rule {
  const rule = rules.get(name)
  if (!rule) throw new InvalidRuleValue('does not exist')
  now = name
  return rule
}

/** True, or the reason why not; `who` is the actor if it has a condition. */
function verdict(name: string, rule: Rule, actor: string, who: Actor | undefined): true | string {
  const forbidden = who && forbidding(who, name, tools.game)
  if (forbidden !== undefined) return `${who?.name ?? actor} is ${forbidden.toLowerCase()}`
  const answer = rule.available(state, actor)
  if (answer === true) return true
  if (answer === false) return ''
  if (typeof answer === 'string') return answer
  throw new InvalidRuleValue(
    `returned ${answer === null ? 'null' : `a value of type ${typeof answer}`} from "available". Return true, false or a reason`
  )
}
function bound(actor: string): Actor | undefined {
  const who = own(state.actors, actor)
  return who && namesOf(who.conditions).length > 0 ? who : undefined
}

/** Parameters as JSON. The host checks their content, because none of a rule's code runs there. */
function written(params: readonly unknown[]): string {
  const text = JSON.stringify(params)
  if (text.length > MAX_PARAMS_CHARACTERS) throw new InvalidRuleValue(`returned more than ${MAX_PARAMS_CHARACTERS / 1024} KB of params`)
  return text
}

/** The current parameters, as JSON. */
function paramsOf(rule: Rule, actor: string): string {
  const raw: unknown = typeof rule.params === 'function' ? (rule.params as ParamList)(state, actor) : rule.params
  if (!Array.isArray(raw)) throw new InvalidRuleValue('returned params that are not a list')
  if (raw.length === 0) return '[]'
  const params: unknown[] = []
  for (const param of raw as unknown[])
    params.push(isObject(param) && param['type'] === 'target' && param['enum'] === undefined ? anybody(param, actor) : param)
  return written(params)
}
/** A target that may be anybody else here. */
function anybody(param: Record<string, unknown>, actor: string): unknown {
  const labels = choices['people_here']?.of(state, actor) ?? {}
  return { ...param, enum: Object.keys(labels), labels }
}

/**
 * For each `[actor, names]`, the actions among `names` that `actor` may take now: each as a line end, its index in `names`, a space, and its parameters
 * as JSON, which has no line ends. Between two actors, a line end and `;`. After an error, the error.
 */
export function offers(askedJson: string, listening?: string): string {
  listen(listening)
  const out: string[] = []
  const answer = guarded(() => {
    for (const [actor, names] of JSON.parse(askedJson) as [actor: string, names: string[]][]) out.push(offersTo(actor, names))
    return 'true'
  })
  return answer === '{"ok":true}' ? out.join('\n;') : answer
}

function offersTo(actor: string, names: readonly string[]): string {
  let out = ''
  const who = bound(actor)
  let index = -1
  for (const name of names) {
    index++
    const rule = rules.get(name)
    if (!rule) continue
    now = name
    if (verdict(name, rule, actor, who) === true) out += `\n${index} ${paramsOf(rule, actor)}`
  }
  return out
}

/** For each of `names`, available or not, the parameters that it would have now; null if its rule needs a state in which it is available. */
export function forms(actor: string, namesJson: string): string {
  listen('')
  return guarded(() => {
    const all = (JSON.parse(namesJson) as string[]).map((name) => {
      const rule = rules.get(name)
      try {
        return rule ? paramsOf(rule, actor) : 'null'
      } catch {
        return 'null'
      }
    })
    return `[${all.join()}]`
  })
}

/** For each of `names`, why `actor` may not do it, or its parameters if it may; in order. */
export function whyNot(actor: string, namesJson: string): string {
  return guarded(() => {
    const who = bound(actor)
    const answers = (JSON.parse(namesJson) as string[]).map((name) => {
      const rule = ruleOf(name)
      const answer = verdict(name, rule, actor, who)
      return answer === true
        ? `{"params":${paramsOf(rule, actor)}}`
        : JSON.stringify({ reason: answer || 'its "available" returned false without a reason' })
    })
    return `[${answers.join()}]`
  })
}

/** Runs one action. */
export function execute(actor: string, name: string, paramsJson: string, listening?: string): string {
  listen(listening)
  rolls = 0
  const answer = guarded(() => {
    const rule = ruleOf(name)
    const { followUp, ...ran } = checkedResult(rule.execute(state, actor, deepFreeze(JSON.parse(paramsJson) as Params)))
    const follows = followUp.length === 0 ? [] : followed(followUp, actor, ran.stateDelta)
    return JSON.stringify({ ...ran, ...(follows.length === 0 ? {} : { followUp: follows }) })
  })
  rolls = -1
  return answer
}

/** An action's follow-ups for the host. An imported action stands for its name; any other object exists only now, so it runs now. */
function followed(list: readonly (FollowUp | ActionObject)[], actor: string, delta: object): (FollowUp | InlineAction)[] {
  const follows: (FollowUp | InlineAction)[] = []
  const queue = list.map((next) => ({ next, by: actor }))
  let [behind, isNamed] = [delta, false]
  for (let step = queue.shift(); step; step = queue.shift()) {
    const { next, by } = step
    if (typeof next === 'string' || !('object' in next)) {
      follows.push(by === actor ? next : { actor: by, ...(typeof next === 'string' ? { action: next } : next) })
      isNamed = true
      continue
    }
    const { object, actor: whose = by, params = {} } = next
    const action = String(object['name'])
    if (rules.get(action)?.exported === object) {
      follows.push(next.actor === undefined && next.params === undefined && by === actor ? action : { action, actor: whose, params })
      isNamed = true
      continue
    }
    const what = `returned the action "${action}" as an object in "followUp"`
    if (isNamed) throw new InvalidRuleValue(`${what} after the name of another action. Put objects first, or make it a rule of its own`)
    if (follows.length === MAX_FOLLOW_UPS) throw new InvalidRuleValue(`${what}, but at most ${MAX_FOLLOW_UPS} actions can follow`)
    sync(JSON.stringify(behind))
    const shape = { file: '', ...shapeOf(action, { description: '', available: () => true, ...object }) }
    if (verdict(action, shape, whose, bound(whose)) !== true)
      throw new Refusal(`${action} must follow this action but isn't possible now, so nothing happened. Try something else.`)
    const before = rolls
    const { followUp: more, ...ran } = checkedResult(shape.execute(state, whose, deepFreeze(params)))
    follows.push({ action, actor: whose, rolls: rolls - before, ran })
    queue.push(...more.map((one) => ({ next: one, by: whose })))
    behind = ran.stateDelta
  }
  return follows
}

/** The result as JSON, whatever the rule does. Only running out of fuel gets past here. */
function guarded(work: () => string): string {
  try {
    return `{"ok":${work()}}`
  } catch (thrown) {
    const file = rules.get(now)?.file
    if (thrown instanceof Refusal) return JSON.stringify({ refused: thrown.message, rule: now })
    if (thrown instanceof InvalidRuleValue) return JSON.stringify({ invalid: thrown.message, rule: now, file, path: thrown.path })
    return JSON.stringify({ threw: messageOf(thrown), stack: stackOf(thrown), rule: now, file })
  }
}
function messageOf(thrown: unknown): string {
  try {
    return (thrown instanceof Error ? `${thrown.name === 'Error' ? '' : `${thrown.name}: `}${thrown.message}` : String(thrown)).slice(0, 300)
  } catch {
    return 'an unreadable value'
  }
}
function stackOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.stack).slice(0, 4000) : ''
  } catch {
    return ''
  }
}
