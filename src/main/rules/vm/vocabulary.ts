// Runs inside the sandbox. The closed vocabulary of YAML actions: one row a condition, one row an effect.
import type { Equipment, Game } from '../../../shared/game'
import type { ActionResult, Params, Roll, RollOptions } from '../../../shared/play'
import type { Actor, Item } from '../../../shared/state'
import type { RuleState } from '../view'
import { isObject, merged } from './plain'

export interface Tools {
  roll(expr: string, options?: RollOptions): Roll
  /** Rolls on a table of the game, and on those its rows name: the row with its text and total. */
  table(name: string): Record<string, unknown>
  game: Pick<Game, 'equipment' | 'conditions' | 'tables' | 'manifest'>
}

/** A rule of the vocabulary was used wrongly; the message is the end of a sentence. */
export class Misuse extends Error {}

interface Asking {
  state: RuleState
  actor: string
  tools: Tools
}
type Condition = (argument: unknown, asking: Asking) => string | undefined

const one = (state: RuleState, id: string): Actor => {
  const actor = Object.hasOwn(state.actors, id) ? state.actors[id] : undefined
  if (!actor) throw new Misuse(`names "${id}", who is not in this campaign`)
  return actor
}
export const gear = (entry: Item, tools: Tools): Equipment | undefined =>
  Object.hasOwn(tools.game.equipment, entry.item) ? tools.game.equipment[entry.item] : undefined
const called = (entry: Item, tools: Tools): string => (entry.name ?? gear(entry, tools)?.name ?? entry.item).toLowerCase()

/** Choices a parameter can be filled with, by the name `from:` uses. */
export const sources: Record<string, (asking: Asking) => Record<string, string>> = {
  consumables: ({ state, actor, tools }) => {
    const mine = Object.hasOwn(state.actors, actor) ? Object.entries(one(state, actor).inventory) : []
    return Object.fromEntries(
      mine.filter(([, entry]) => gear(entry, tools)?.kind === 'consumable').map(([id, entry]) => [id, entry.name ?? gear(entry, tools)?.name ?? id])
    )
  },
  inventory: ({ state, actor, tools }) => {
    const mine = Object.hasOwn(state.actors, actor) ? Object.entries(one(state, actor).inventory) : []
    return Object.fromEntries(mine.map(([id, entry]) => [id, entry.name ?? gear(entry, tools)?.name ?? id]))
  },
  people_here: ({ state, actor }) => {
    const here = Object.hasOwn(state.actors, actor) ? one(state, actor).location : state.scene?.place
    return Object.fromEntries(Object.entries(state.actors).flatMap(([id, who]) => (id !== actor && who.location === here ? [[id, who.name]] : [])))
  }
}

const text = (argument: unknown, word: string): string => {
  if (typeof argument !== 'string' || argument === '') throw new Misuse(`needs a text after "${word}"`)
  return argument
}
const list = (argument: unknown, word: string): unknown[] => {
  if (!Array.isArray(argument)) throw new Misuse(`needs a list after "${word}"`)
  return argument
}
const expected = (holds: boolean, wanted: unknown, yes: string, no: string): string | undefined => {
  if (wanted === false) return holds ? no : undefined
  return holds ? undefined : yes
}

/** Each answers why it does not hold, in words; undefined when it holds. */
export const conditions: Record<string, Condition> = {
  has_consumable: (wanted, asking) => {
    const mine = sources['consumables']?.(asking) ?? {}
    if (typeof wanted !== 'string') return expected(Object.keys(mine).length > 0, wanted, 'needs something to use up', 'carries something to use up')
    const carried = Object.keys(mine).some((id) => one(asking.state, asking.actor).inventory[id]?.item === wanted)
    return expected(carried, true, `needs ${wanted}`, '')
  },
  has_condition: (wanted, { state, actor, tools }) => {
    const id = text(wanted, 'has_condition')
    if (!Object.hasOwn(tools.game.conditions, id)) throw new Misuse(`names the condition "${id}", which is not in conditions/`)
    return Object.hasOwn(one(state, actor).conditions, id) ? undefined : `is not ${tools.game.conditions[id]?.name.toLowerCase()}`
  },
  in_combat: (wanted, { state }) => expected(state.combat !== undefined, wanted, 'only in a fight', 'not in a fight'),
  fact: (wanted, { state }) => {
    const facts = isObject(wanted) ? wanted : { [text(wanted, 'fact').replace(/^!/, '')]: !text(wanted, 'fact').startsWith('!') }
    for (const [id, value] of Object.entries(facts)) {
      const now = Object.hasOwn(state.facts, id) ? state.facts[id] : false
      if (now !== value) return value === false ? `"${id}" is already so` : `"${id}" is not so yet`
    }
    return undefined
  },
  tag: (wanted, { state, actor }) => {
    const id = text(wanted, 'tag')
    const tags = one(state, actor).tags
    return Object.hasOwn(tags, id) && tags[id] !== false ? undefined : `is not ${id}`
  },
  any: (wanted, asking) => {
    const reasons = list(wanted, 'any').map((each) => failing(each, asking))
    return reasons.includes(undefined) ? undefined : reasons.join(' or ') || 'none of nothing holds'
  },
  all: (wanted, asking) => {
    for (const each of list(wanted, 'all')) {
      const reason = failing(each, asking)
      if (reason !== undefined) return reason
    }
    return undefined
  },
  not: (wanted, asking) =>
    failing(wanted, asking) === undefined ? `must not hold: ${Object.keys(isObject(wanted) ? wanted : {}).join(', ')}` : undefined
}

/** Why a map of conditions does not hold; undefined when all of them do. */
export function failing(map: unknown, asking: Asking): string | undefined {
  if (map === undefined || map === true) return undefined
  if (map === false) return 'is never offered; it only follows from other actions'
  if (!isObject(map)) throw new Misuse('needs a map of conditions after "available"')
  for (const [word, argument] of Object.entries(map)) {
    const condition = Object.hasOwn(conditions, word) ? conditions[word] : undefined
    if (!condition) throw new Misuse(`uses the condition "${word}", which is none of ${Object.keys(conditions).join(', ')}`)
    const reason = condition(argument, asking)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** A YAML action while it runs: the state as changed so far, and what was said. */
interface Running extends Asking {
  /** The action's name. */
  action: string
  params: Params
  /** Names that `{…}` can stand for, with the values from before anything changed. */
  names: Record<string, unknown>
  delta: Record<string, unknown>
  said: string[]
  told: string[]
}
type Effect = (argument: unknown, running: Running) => void

function change(running: Running, patch: Record<string, unknown>): void {
  running.state = merged(running.state, patch) as RuleState
  running.delta = mergedPatch(running.delta, patch)
}
/** Two merge patches as one: unlike `merged`, it keeps the nulls. */
function mergedPatch(first: Record<string, unknown>, then: Record<string, unknown>): Record<string, unknown> {
  const out = { ...first }
  for (const [key, value] of Object.entries(then)) {
    const before = out[key]
    out[key] = isObject(before) && isObject(value) ? mergedPatch(before, value) : value
  }
  return out
}

const TEMPLATE = /\{([^{}]+)\}/g

function lookUp(path: string, names: Record<string, unknown>): unknown {
  let value: unknown = names
  for (const key of path.trim().split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) throw new Misuse(`cannot fill "{${path}}"`)
    value = value[key]
  }
  // A thing stands for its id, a whole map for itself.
  return isObject(value) && typeof value['id'] === 'string' && !path.includes('.') ? value['id'] : value
}
function filled(argument: unknown, running: Running): unknown {
  if (typeof argument === 'string') {
    const whole = /^\{([^{}]+)\}$/.exec(argument)
    if (whole?.[1]) return lookUp(whole[1], running.names)
    return argument.replace(TEMPLATE, (_, path: string) => String(lookUp(path, running.names)))
  }
  if (Array.isArray(argument)) return argument.map((each) => filled(each, running))
  if (isObject(argument)) return Object.fromEntries(Object.entries(argument).map(([key, value]) => [key, filled(value, running)]))
  return argument
}

/** `6`, `"d6"`, or `{dice: d6, …}` as a number; dice are rolled. */
function amount(argument: unknown, label: string, running: Running): number {
  const asked = isObject(argument) ? (argument['dice'] ?? argument['amount']) : argument
  if (typeof asked === 'number') return asked
  if (typeof asked === 'string') return running.tools.roll(asked, { label, target: running.actor }).total
  throw new Misuse(`needs a number or dice for "${label}"`)
}
const ids = (argument: unknown, word: string): string[] =>
  Array.isArray(argument) ? argument.map((each) => text(each, word)) : [text(argument, word)]

function shiftStat(argument: unknown, by: number, running: Running): { stat: string; before: number; after: number } {
  const asked = isObject(argument) ? argument['stat'] : undefined
  const stat = asked === undefined ? 'hp' : text(asked, 'stat')
  const who = one(running.state, running.actor)
  const before = who.stats[stat]
  if (before === undefined) throw new Misuse(`changes "${stat}", which is not on the sheet of ${who.name}`)
  const least = running.tools.game.manifest.stats[stat]?.min ?? 0
  const after = Math.max(least, Math.min(who.max[stat] ?? Number.MAX_SAFE_INTEGER, before + by))
  if (after !== before) change(running, { actors: { [running.actor]: { stats: { [stat]: after } } } })
  return { stat, before, after }
}

/** Each changes the state of the one who acts, and says what a reader should know. */
export const effects: Record<string, Effect> = {
  remove_item: (argument, running) => {
    const id = text(argument, 'remove_item')
    const who = one(running.state, running.actor)
    const entry = Object.hasOwn(who.inventory, id) ? who.inventory[id] : undefined
    if (!entry) throw new Misuse(`takes "${id}", which ${who.name} does not carry`)
    const left = (entry.count ?? 1) - 1
    change(running, { actors: { [running.actor]: { inventory: { [id]: left > 0 ? { count: left } : null } } } })
    running.said.push(`${who.name} uses the ${called(entry, running.tools)}.`)
  },
  add_item: (argument, running) => {
    const item = text(isObject(argument) ? argument['item'] : argument, 'add_item')
    const thing = Object.hasOwn(running.tools.game.equipment, item) ? running.tools.game.equipment[item] : undefined
    if (!thing) throw new Misuse(`gives "${item}", which is not in equipment/`)
    const who = one(running.state, running.actor)
    const given = isObject(argument) && typeof argument['count'] === 'number' ? argument['count'] : 1
    const before = Object.hasOwn(who.inventory, item) ? who.inventory[item] : undefined
    const count = (before ? (before.count ?? 1) : 0) + given
    change(running, { actors: { [running.actor]: { inventory: { [item]: count > 1 ? { item, count } : { item } } } } })
    running.said.push(`${who.name} now has the ${thing.name.toLowerCase()}.`)
  },
  apply_effect: (argument, running) => run(argument, running),
  damage: (argument, running) => {
    const { before, after } = shiftStat(argument, -amount(argument, 'damage', running), running)
    if (after < before) running.said.push(`${one(running.state, running.actor).name} is hurt for ${before - after}.`)
  },
  heal: (argument, running) => {
    const { stat, before, after } = shiftStat(argument, amount(argument, 'healing', running), running)
    const who = one(running.state, running.actor)
    const label = (running.tools.game.manifest.stats[stat]?.label ?? stat).toLowerCase()
    running.said.push(after > before ? `${who.name} regains ${after - before} ${label}.` : `${who.name} was already as well as can be.`)
  },
  add_condition: (argument, running) => {
    const id = text(isObject(argument) ? argument['condition'] : argument, 'add_condition')
    const condition = Object.hasOwn(running.tools.game.conditions, id) ? running.tools.game.conditions[id] : undefined
    if (!condition) throw new Misuse(`gives the condition "${id}", which is not in conditions/`)
    const { minutes, rounds } = isObject(argument) ? argument : {}
    const now = running.state.clock.minutes
    const active = { since: now, ...(typeof minutes === 'number' ? { until: now + minutes } : {}), ...(typeof rounds === 'number' ? { rounds } : {}) }
    change(running, { actors: { [running.actor]: { conditions: { [id]: active } } } })
    running.said.push(`${one(running.state, running.actor).name} is ${condition.name.toLowerCase()}.`)
  },
  remove_condition: (argument, running) => {
    for (const id of ids(argument, 'remove_condition')) {
      const condition = Object.hasOwn(running.tools.game.conditions, id) ? running.tools.game.conditions[id] : undefined
      if (!condition) throw new Misuse(`takes away the condition "${id}", which is not in conditions/`)
      const who = one(running.state, running.actor)
      if (!Object.hasOwn(who.conditions, id)) continue
      change(running, { actors: { [running.actor]: { conditions: { [id]: null } } } })
      running.said.push(`${who.name} is no longer ${condition.name.toLowerCase()}.`)
    }
  },
  set_fact: (argument, running) => {
    const facts = isObject(argument) ? argument : Object.fromEntries(ids(argument, 'set_fact').map((id) => [id, true]))
    change(running, { facts })
  },
  // Of a list, the next line each time the action is played in a session.
  say: (argument, running) => {
    const line: unknown = Array.isArray(argument) ? argument[(running.state.table.played[running.action] ?? 0) % argument.length] : argument
    running.told.push(text(line, 'say'))
  }
}

function run(map: unknown, running: Running): void {
  if (!isObject(map)) throw new Misuse('needs a map of effects')
  for (const [word, raw] of Object.entries(map)) {
    const effect = Object.hasOwn(effects, word) ? effects[word] : undefined
    if (!effect) throw new Misuse(`uses the effect "${word}", which is none of ${Object.keys(effects).join(', ')}`)
    effect(filled(raw, running), running)
  }
}

/** Runs the effects of a YAML action in the order they stand. What `say` tells comes first, then what the effects did. */
export function runEffects(action: string, map: unknown, asking: Asking, params: Params): ActionResult {
  const names: Record<string, unknown> = { ...params }
  const who = Object.hasOwn(asking.state.actors, asking.actor) ? one(asking.state, asking.actor) : undefined
  names['actor'] = { id: asking.actor, name: who?.name ?? asking.actor }
  for (const [name, value] of Object.entries(params)) {
    if (typeof value !== 'string') continue
    const entry = who && Object.hasOwn(who.inventory, value) ? who.inventory[value] : undefined
    const person = Object.hasOwn(asking.state.actors, value) ? asking.state.actors[value] : undefined
    if (entry) names[name] = { effect: {}, ...gear(entry, asking.tools), id: value, name: called(entry, asking.tools) }
    else if (person) names[name] = { id: value, name: person.name }
  }
  const running: Running = { ...asking, action, params, names, delta: {}, said: [], told: [] }
  run(map, running)
  // What an item tells about its use stands for the plain "uses the …"; what came of it is told all the same.
  const [first, ...rest] = running.said
  const lines =
    running.told.length > 0 ? [...running.told, ...(Object.hasOwn(isObject(map) ? map : {}, 'remove_item') ? rest : running.said)] : running.said
  return { stateDelta: running.delta, narrative: lines.join(' ') || first || `${who?.name ?? asking.actor} does it.` }
}
