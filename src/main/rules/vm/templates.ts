// Runs inside the sandbox. What `{…}` stands for in a YAML action.
import type { ParamDef } from '../../../shared/story/game'
import type { Params } from '../../../shared/story/play'
import type { Actor, Item } from '../../../shared/story/state'
import type { RuleState } from '../rule-state'
import { placeOf } from './people'
import { InvalidRuleValue, isObject, own } from './plain'
import { matchingShape, isTemplate, type Shape } from './shapes'
import { statOf } from '../../../shared/story/sheet'
import type { Tools } from './tools'
import { cap, itemName, names as listed, placeName } from './words'

declare const game: Tools['game']

/** The current value of each `{name}`. */
export type Bindings = ReadonlyMap<string, () => unknown>
/** What can begin a `{…}` besides the action's parameters. */
export const HEADS = ['actor', 'place', 'target', 'roll', 'row', 'facts', 'clock'] as const

const SOMEBODY = ['id', 'name', 'kind', 'location', 'tags', 'attitude', 'stats']
/** What can follow the first word of a `{…}`, if that is always the same. */
export const FIELDS: Readonly<Record<string, readonly string[]>> = {
  actor: SOMEBODY,
  target: SOMEBODY,
  place: ['id', 'name', 'tags'],
  clock: ['minutes']
}

/** An actor as `{who.…}` sees it, with current stats. */
export function person(state: RuleState, id: string): unknown {
  const who: Actor | undefined = own(state.actors, id)
  if (!who) return { id, name: id }
  const { name, kind, location, tags, attitude = 'neutral' } = who
  const stats = Object.fromEntries(Object.keys(who.stats).map((stat) => [stat, statOf(who, stat, game)]))
  return { id, name, kind, location, tags, attitude, stats }
}
function place(state: RuleState, id: string): unknown {
  const here = own(state.places, id)
  return { id, name: placeName(here), tags: here?.tags ?? {} }
}
function thing(id: string, entry: Item): unknown {
  const gear = own(game.equipment, entry.item)
  return { effect: {}, ...gear, id, item: entry.item, name: itemName(entry), count: entry.count ?? 1, tags: { ...gear?.tags, ...entry.tags } }
}

/** The names that mean the same in every action. `state` returns the current state. */
export function common(state: () => RuleState, actor: string): Map<string, () => unknown> {
  return new Map<string, () => unknown>([
    ['actor', () => person(state(), actor)],
    ['place', () => place(state(), placeOf(state(), actor))],
    ['facts', () => state().facts],
    ['clock', () => ({ minutes: state().clock.minutes })]
  ])
}

/** The names in a running action: the common ones and its parameters. Items are as they were when it began. */
export function bindings(
  state: () => RuleState,
  actor: string,
  params: Params,
  defined: readonly Pick<ParamDef, 'name' | 'type'>[]
): Map<string, () => unknown> {
  const out = common(state, actor)
  for (const { name, type } of defined) {
    const value = own(params, name)
    if (value === undefined) continue
    const choice = type === 'enum' || type === 'target'
    const meant = (one: string | number | boolean): (() => unknown) => (choice ? named(state, actor, String(one)) : () => one)
    if (Array.isArray(value)) {
      const all = value.map(meant)
      out.set(name, () => all.map((each) => each()))
    } else out.set(name, meant(value))
  }
  return out
}

/** What a chosen id refers to: an item carried or lying here, an actor, a place, a journey, an entry of the game's lists; otherwise the id itself. */
function named(state: () => RuleState, actor: string, id: string): () => unknown {
  const now = state()
  const entry = own(own(now.actors, actor)?.inventory, id) ?? own(now.places[placeOf(now, actor)]?.inventory, id)
  if (entry) {
    const snapshot = thing(id, entry)
    return () => snapshot
  }
  if (own(now.actors, id)) return () => person(state(), id)
  if (own(now.places, id)) return () => place(state(), id)
  const journey = own(now.journeys, id)
  if (journey)
    return () => ({ id, name: placeName(state().places[journey.to]), to: journey.to, direction: journey.direction, duration: journey.duration })
  if (own(game.equipment, id)) return () => thing(id, { item: id })
  const condition = own(game.conditions, id)
  return condition ? () => ({ id, name: condition.name.toLowerCase() }) : () => id
}

function lookUp(path: string, names: Bindings): unknown {
  const [head = '', ...keys] = path.trim().split('.')
  const bound = names.get(head)
  if (!bound) throw new InvalidRuleValue(`can't fill "{${path}}", because it has no value here`)
  const step = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => step(each, key))
    if (!isObject(value) || !Object.hasOwn(value, key)) throw new InvalidRuleValue(`can't fill "{${path}}", because it has no "${key}"`)
    return value[key]
  }
  const found = keys.reduce<unknown>(step, bound())
  return keys.length === 0 ? idOf(found) : found
}
const idOf = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(idOf) : isObject(value) && typeof value['id'] === 'string' ? value['id'] : value

function asText(path: string, names: Bindings): string {
  const value = lookUp(path, names)
  if (Array.isArray(value)) return listed(value.map(String))
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new InvalidRuleValue(`can't write "{${path}}" into a text, because it is a map`)
}

/** A text with its `{…}` filled, once. A `{…}` alone gives its value, of any type. */
function filledText(text: string, names: Bindings): unknown {
  const whole = /^\{([^{}]*)\}$/.exec(text)?.[1]
  return whole === undefined ? text.replace(/\{([^{}]*)\}/g, (_, path: string) => asText(path, names)) : lookUp(whole, names)
}

/** A line for readers with its `{…}` filled and its sentences capitalized. */
export const filledLine = (line: string, names: Bindings): string =>
  line.replace(/\{([^{}]*)\}/g, (_, path: string, at: number) => {
    const text = asText(path, names)
    return at === 0 || /[.!?”] $/.test(line.slice(0, at)) ? cap(text) : text
  })

/** An argument with every `{…}` filled; nested effects and conditions are filled when they run. The same value if it has none. */
export function filled(value: unknown, shape: Shape | undefined, names: Bindings): unknown {
  if (typeof value !== 'object' || value === null) return isTemplate(value) ? filledText(value, names) : value
  if (shape?.is === 'effects' || shape?.is === 'conditions') return value
  if (shape?.is === 'either') return filled(value, matchingShape(value, shape.of), names)
  if (Array.isArray(value)) {
    const out = value.map((each) => filled(each, shape?.is === 'list' ? shape.each : undefined, names))
    return out.some((each, i) => each !== value[i]) ? out : value
  }
  if (!isObject(value)) return value
  const map = shape?.is === 'map' ? shape : undefined
  let changed = false
  const out = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const to: [string, unknown] = [isTemplate(key) ? String(filledText(key, names)) : key, filled(inner, own(map?.fields, key), names)]
    changed ||= to[0] !== key || to[1] !== inner
    return to
  })
  return changed ? Object.fromEntries(out) : value
}
