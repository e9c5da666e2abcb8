// Runs inside the sandbox: the fixed set of calls that the host makes. Everything crosses as JSON text.
import type { ParamDef } from '../../../shared/game'
import type { Params, Range, Roll, RollOptions } from '../../../shared/play'
import type { RuleState } from '../view'
import { lockDown } from './lockdown'
import { deepFreeze, isObject, merged, Nonsense, plain } from './plain'
import { forbidding } from '../../../shared/sheet'
import { rollOn } from '../../../shared/tables'
import { reindex } from './people'
import { checkedParam, checkedResult } from './result'
import * as standard from './standard'
import { choices } from './choices'
import { Misuse } from './templates'
import type { Tools } from './tools'
import { compiled, type YamlAction } from './vocabulary'
import { watched } from './watched'

declare const hostRoll: (expr: string, options: string, ranges: string) => string
declare const hostLook: (roll: number, member: string) => void

type ParamList = (state: RuleState, actor: string) => unknown
interface Rule {
  file: string
  params: unknown
  available: (state: RuleState, actor: string) => unknown
  execute: (state: RuleState, actor: string, params: Params) => unknown
}
/** A rule said no, with a sentence for people. */
class Refusal extends Error {}

const ROLLS = 200
const rules = new Map<string, Rule>()
let state = Object.freeze({}) as RuleState
let now = ''
let rolls = -1
const tools: Pick<Tools, 'roll' | 'table' | 'game'> = {
  roll,
  table,
  game: { equipment: {}, conditions: {}, tables: {}, manifest: {} as Tools['game']['manifest'] }
}
const dice = hostRoll
const look = hostLook
Reflect.deleteProperty(globalThis, 'hostRoll')
Reflect.deleteProperty(globalThis, 'hostLook')

/** What the dice answered; with `watch`, the roll may stand for many, and the host is to be told what is read of it. */
interface Rolled {
  roll: Roll
  watch?: number
}

/** `value` to be handed out: when chances are counted, reading its total or faces is told to the host. */
const shown = <T extends object>(value: T, { watch }: Rolled): T =>
  watch === undefined ? deepFreeze(value) : watched(deepFreeze(value), ['total', 'dice'], (member) => look(watch, member))

function rolled(expr: unknown, options: RollOptions, ranges: readonly Range[] | undefined): Rolled {
  if (rolls < 0) throw new Error('Dice are rolled in execute only; roll and table are closed in available and params.')
  if (++rolls > ROLLS) throw new Error(`One action rolls at most ${ROLLS} times.`)
  const asked = JSON.stringify(plain(options, 'options'))
  const answer = JSON.parse(dice(String(expr), asked, ranges ? JSON.stringify(ranges) : '')) as Partial<Rolled> & { error?: string }
  if (!answer.roll) throw new Error(answer.error ?? 'The dice could not be rolled.')
  return answer as Rolled
}

function roll(expr: unknown, options: RollOptions = {}): Roll {
  const answer = rolled(expr, options, undefined)
  return shown(answer.roll, answer)
}

function table(name: unknown): Record<string, unknown> {
  // Which row it is, the dice settle; only who reads the outer row's total is told on.
  const answers: Rolled[] = []
  const { row } = rollOn(tools.game.tables, String(name), (expr, options, ranges) => {
    const answer = rolled(expr, options, ranges)
    answers.push(answer)
    return answer.roll
  })
  return shown(row, answers[0] as Rolled)
}

const refuse = (sentence: unknown): Refusal => new Refusal(String(sentence))

/** First call: the game's own lists, then nothing shared can be changed any more. */
export function open(gameJson: string): void {
  tools.game = deepFreeze(JSON.parse(gameJson) as Tools['game'])
  for (const [name, value] of Object.entries({ roll, table, refuse, game: tools.game })) {
    Object.defineProperty(globalThis, name, { value, writable: false, enumerable: true, configurable: false })
  }
  lockDown(Object.values(standard))
}

/** A name as it is written, letter by letter where it only looks like another. */
const called = (name: unknown): string =>
  (typeof name === 'string' ? name : typeof name)
    .slice(0, 80)
    .replace(/[^\x20-\x7e]/gu, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`)

function shapeOf(name: string, made: unknown): Omit<Rule, 'file'> {
  if (!isObject(made)) throw new Nonsense('exports no action; write "export default {name, description, params, available, execute}"')
  if (made['name'] !== name) throw new Nonsense(`calls itself "${called(made['name'])}"; file and name must be the same`)
  if (typeof made['description'] !== 'string') throw new Nonsense('has no description')
  const { available, execute, params = [] } = made
  if (typeof available !== 'function') throw new Nonsense('has no function "available"')
  if (typeof execute !== 'function') throw new Nonsense('has no function "execute"')
  if (typeof params !== 'function') {
    if (!Array.isArray(params)) throw new Nonsense('has "params" that are neither a list nor a function')
    params.forEach(checkedParam)
  }
  return { available: available.bind(made) as Rule['available'], execute: execute.bind(made) as Rule['execute'], params }
}

/** Takes the modules `[name, file, default export]` as rules; answers their descriptions by name. */
export function register(list: [string, string, unknown][]): string {
  return guarded(() => {
    const described: Record<string, string> = {}
    for (const [name, file, made] of list) {
      now = name
      const shape = shapeOf(name, made)
      rules.set(name, { file, ...shape })
      described[name] = (made as { description: string }).description
    }
    return described
  })
}

/** Compiles YAML actions into rules like any other. */
export function registerYaml(json: string): string {
  return guarded(() => {
    for (const action of JSON.parse(json) as YamlAction[]) {
      now = action.name
      rules.set(action.name, { file: action.file, ...compiled(action) })
    }
    return []
  })
}

/** The host's newest state, as a merge patch on the one before. */
export function sync(patchJson: string): void {
  const patch = JSON.parse(patchJson) as { actors?: Record<string, unknown> }
  state = merged(state, patch) as RuleState
  if (patch.actors) reindex(state.actors, Object.keys(patch.actors))
}

function ruleOf(name: string): Rule {
  const rule = rules.get(name)
  if (!rule) throw new Nonsense('does not exist')
  now = name
  return rule
}

/** True, or why not in words. */
function verdict(name: string, rule: Rule, actor: string): true | string {
  const who = Object.hasOwn(state.actors, actor) ? state.actors[actor] : undefined
  const forbidden = who && forbidding(who, name, tools.game)
  if (forbidden !== undefined) return `not while ${forbidden.toLowerCase()}`
  const answer = rule.available(state, actor)
  if (answer === true) return true
  if (answer === false) return ''
  if (typeof answer === 'string') return answer
  throw new Nonsense(`answered ${answer === null ? 'null' : `a value of type ${typeof answer}`} from "available"; it must be true, false or a reason`)
}

/** Parameters as they stand now; the name of a required one that has nothing to choose from instead. */
function paramsOf(rule: Rule, actor: string): ParamDef[] | string {
  const raw: unknown = typeof rule.params === 'function' ? (rule.params as ParamList)(state, actor) : rule.params
  if (!Array.isArray(raw)) throw new Nonsense('answered no list of params')
  const out: ParamDef[] = []
  for (const param of raw.map(checkedParam)) {
    if (param.type === 'target' && !param.enum) {
      param.labels = choices['people_here']?.of(state, actor) ?? {}
      param.enum = Object.keys(param.labels)
    }
    if (param.type === 'enum' && !param.enum) throw new Nonsense(`gives the enum "${param.name}" no values`)
    if (param.enum?.length === 0) {
      if (param.required) return param.name
      continue
    }
    out.push(param)
  }
  return out
}

/** Of `names`, those that `actor` may do now, with their parameters. */
export function offers(actor: string, namesJson: string): string {
  return guarded(() => {
    const out: { name: string; params: ParamDef[] }[] = []
    for (const name of JSON.parse(namesJson) as string[]) {
      if (!rules.has(name)) continue
      const rule = ruleOf(name)
      if (verdict(name, rule, actor) !== true) continue
      const params = paramsOf(rule, actor)
      if (typeof params !== 'string') out.push({ name, params })
    }
    return out
  })
}

/** Why `actor` may not do `name`; an empty answer when it may. */
export function whyNot(actor: string, name: string): string {
  return guarded(() => {
    const rule = ruleOf(name)
    const answer = verdict(name, rule, actor)
    if (answer !== true) return { reason: answer || 'its own condition does not hold now' }
    const params = paramsOf(rule, actor)
    return typeof params === 'string' ? { reason: `there is nothing to choose for "${params}"` } : {}
  })
}

/** Runs one action. */
export function execute(actor: string, name: string, paramsJson: string): string {
  rolls = 0
  const answer = guarded(() => {
    const rule = ruleOf(name)
    return checkedResult(rule.execute(state, actor, deepFreeze(JSON.parse(paramsJson) as Params)))
  })
  rolls = -1
  return answer
}

/** What came of it as JSON, whatever the rule does; only running out of fuel gets past here. */
function guarded(work: () => unknown): string {
  try {
    return JSON.stringify({ ok: work() })
  } catch (thrown) {
    const file = rules.get(now)?.file
    if (thrown instanceof Refusal) return JSON.stringify({ refused: thrown.message, rule: now })
    if (thrown instanceof Misuse) return JSON.stringify({ nonsense: thrown.message, rule: now, file, path: thrown.path })
    if (thrown instanceof Nonsense) return JSON.stringify({ nonsense: thrown.message, rule: now, file })
    return JSON.stringify({ threw: messageOf(thrown), stack: stackOf(thrown), rule: now, file })
  }
}
function messageOf(thrown: unknown): string {
  try {
    return (thrown instanceof Error ? `${thrown.name === 'Error' ? '' : `${thrown.name}: `}${thrown.message}` : String(thrown)).slice(0, 300)
  } catch {
    return 'something that cannot be read'
  }
}
function stackOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.stack).slice(0, 4000) : ''
  } catch {
    return ''
  }
}
