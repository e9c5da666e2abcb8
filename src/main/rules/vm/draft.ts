// Runs inside the sandbox; rules import it from 'proscenium'.
import { slotsUsed, statOf } from '../../../shared/story/sheet'
import type { ActionResult } from '../../../shared/story/play'
import type { ActiveCondition, Actor, Item } from '../../../shared/story/state'
import type { RuleState } from '../rule-state'
import { isObject, own } from './plain'
import type { Tools } from './tools'

declare const game: Tools['game']
declare const refuse: (sentence: string) => Error
declare const roll: Tools['roll']

type Delta = Record<string, unknown>

/** Collects a rule's changes. `state` includes them; `delta` is the patch. */
export class Draft {
  state: RuleState
  private readonly origin: RuleState
  private readonly delta: Delta = {}
  private readonly lines: string[] = []

  constructor(state: RuleState) {
    this.state = state
    this.origin = state
  }

  /** Sets the value at a path of keys; null removes it. */
  put(path: readonly string[], value: unknown): void {
    this.state = changed(this.state, path, value) as RuleState
    let at = this.delta
    for (const key of path.slice(0, -1)) {
      const inner = at[key]
      if (isObject(inner)) at = inner
      else at = at[key] = {}
    }
    const last = path.at(-1)
    if (last !== undefined)
      at[last] = instead(
        path.reduce<unknown>((inner, key) => (isObject(inner) ? own(inner, key) : undefined), this.origin),
        value
      )
  }

  actor(id: string): Actor {
    const actor = this.state.actors[id]
    if (!actor) throw refuse(`There is nobody called ${id}.`)
    return actor
  }
  /** The current value of a stat, with all modifiers. */
  stat(id: string, name: string): number {
    return statOf(this.actor(id), name, game)
  }
  /** The value of a stat on the sheet. */
  base(id: string, name: string): number {
    return this.actor(id).stats[name] ?? 0
  }
  /** Sets a stat on the sheet, limited to the manifest's minimum and the sheet's maximum. */
  setStat(id: string, name: string, value: number): void {
    const clamped = Math.max(game.manifest.stats[name]?.min ?? 0, Math.min(this.actor(id).max[name] ?? Number.MAX_SAFE_INTEGER, value))
    if (this.base(id, name) !== clamped) this.put(['actors', id, 'stats', name], clamped)
  }
  hasCondition(id: string, condition: string): boolean {
    return this.actor(id).conditions[condition] !== undefined
  }
  /** Gives an actor a condition for some minutes, some rounds of a fight, or until it is removed. It stacks as its file says. */
  addCondition(id: string, condition: string, lasts: { minutes?: number; rounds?: number } = {}): void {
    const rule = own(game.conditions, condition)
    if (!rule) throw new Error(`There is no condition "${condition}" in conditions/.`)
    const before = this.actor(id).conditions[condition]
    if (before && rule.stacks === 'keep') return
    const now = this.state.clock.minutes
    const fresh: ActiveCondition = { since: before?.since ?? now }
    if (lasts.minutes !== undefined) fresh.until = now + lasts.minutes
    if (lasts.rounds !== undefined) fresh.rounds = lasts.rounds
    if (before) {
      if (before.until === undefined && before.rounds === undefined) {
        delete fresh.until
        delete fresh.rounds
      } else if (rule.stacks === 'extend') {
        if (before.until !== undefined) fresh.until = before.until + (lasts.minutes ?? 0)
        if (before.rounds !== undefined) fresh.rounds = before.rounds + (lasts.rounds ?? 0)
      } else {
        if (before.until !== undefined) fresh.until = Math.max(before.until, fresh.until ?? 0)
        if (before.rounds !== undefined) fresh.rounds = Math.max(before.rounds, fresh.rounds ?? 0)
      }
      if (rule.stacks === 'count') fresh.count = Math.min(rule.max ?? Number.MAX_SAFE_INTEGER, (before.count ?? 1) + 1)
    }
    this.put(['actors', id, 'conditions', condition], fresh)
  }
  /** Removes a condition; returns whether the actor had it. */
  removeCondition(id: string, condition: string): boolean {
    if (!this.hasCondition(id, condition)) return false
    this.put(['actors', id, 'conditions', condition], null)
    return true
  }
  /** Gives an actor an item, or puts it down in a place. An actor's plain items are counted together. Throws a refusal if there is no room. */
  addItem(to: string | { place: string }, key: string, entry: Item): void {
    if (typeof to === 'object') {
      this.put(['places', to.place, 'inventory', freeKey(this.state.places[to.place]?.inventory ?? {}, key)], entry)
      return
    }
    const id = to
    const { inventory, name } = this.actor(id)
    if (!this.roomFor(id, entry)) throw refuse(`${name} can carry no more`)
    const same = Object.keys(inventory).find((one) => sameThing(inventory[one], entry))
    if (same === undefined) this.put(['actors', id, 'inventory', freeKey(inventory, key)], entry)
    else this.put(['actors', id, 'inventory', same, 'count'], (inventory[same]?.count ?? 1) + (entry.count ?? 1))
  }
  /** Whether an actor has free slots for an item; always true in a game without slots. */
  roomFor(id: string, entry: Item): boolean {
    const { slots } = game.manifest
    if (slots === undefined) return true
    const needs = (own(game.equipment, entry.item)?.slots ?? 1) * (entry.count ?? 1)
    return needs === 0 || slotsUsed(this.actor(id), game) + needs <= slots
  }
  /** Removes an item, or `count` of it, from an actor; returns what was removed. */
  removeItem(id: string, key: string, count?: number): Item | undefined {
    const entry = this.actor(id).inventory[key]
    if (!entry) return undefined
    const left = (entry.count ?? 1) - (count ?? entry.count ?? 1)
    if (left > 0) this.put(['actors', id, 'inventory', key, 'count'], left)
    else this.put(['actors', id, 'inventory', key], null)
    const { count: had = 1, ...rest } = entry
    const taken = Math.min(had, count ?? had)
    return taken > 1 ? { ...rest, count: taken } : rest
  }
  /** Lets time pass for everybody. Conditions that run out end by themselves. */
  passTime(minutes: number): void {
    this.put(['clock', 'minutes'], this.state.clock.minutes + minutes)
  }
  setFact(id: string, value: boolean | string | number = true): void {
    this.put(['facts', id], value)
  }

  /** Makes an inactive quest active; one of any other status stays as it is. Returns whether it did. */
  startQuest(id: string): boolean {
    return this.turnQuest(id, 'inactive', 'active')
  }
  /** Completes an active quest; one of any other status stays as it is. Returns whether it did. */
  completeQuest(id: string): boolean {
    return this.turnQuest(id, 'active', 'completed')
  }
  /** Fails an active quest; one of any other status stays as it is. Returns whether it did. */
  failQuest(id: string): boolean {
    return this.turnQuest(id, 'active', 'failed')
  }
  private turnQuest(id: string, from: string, to: string): boolean {
    const quest = entryOf(this.state.quests, 'quest', id)
    if ((quest['status'] ?? 'active') !== from) return false
    this.put(['quests', id], { ...quest, status: to })
    return true
  }
  /** Marks an objective of a quest as done. Throws a refusal if the quest doesn't have it. */
  completeObjective(quest: string, objective: string): void {
    const entry = entryOf(this.state.quests, 'quest', quest)
    const all = entry['objectives'] ?? {}
    const list = Array.isArray(all) ? Object.fromEntries(all.map((text, i) => [`${i + 1}`, text])) : isObject(all) ? all : {}
    const one = own(list, objective)
    if (one === undefined) throw refuse(`The quest "${quest}" has no objective "${objective}".`)
    this.put(['quests', quest, 'objectives'], { ...list, [objective]: { ...(isObject(one) ? one : { text: one }), done: true } })
  }
  /** Changes how one character or faction feels about another by an amount, within −100 and 100. A new relationship has the type KNOWS. */
  changeRelationship(from: string, to: string, by: number): void {
    const { relationships } = this.state
    const between = (one: unknown): boolean => isObject(one) && one['from'] === from && one['to'] === to
    const known = Object.keys(relationships).find((id) => between(relationships[id]))
    const old = known === undefined ? undefined : relationships[known]
    const entry = isObject(old) ? old : { from, to, type: 'KNOWS' }
    const value = Math.max(-100, Math.min(100, (typeof entry['value'] === 'number' ? entry['value'] : 0) + by))
    this.put(['relationships', known ?? freeId(relationships, `${slug(from)}-${slug(to)}`)], { ...entry, value })
  }
  /** Opens a thread of the story, unless there is one of this id. */
  openThread(id: string, text: string, payoff?: string): void {
    if (Object.hasOwn(this.state.threads, id)) return
    this.put(['threads', id], { text, open: true, ...(payoff === undefined ? {} : { intended_payoff: payoff }) })
  }
  /** Closes a thread of the story as paid off; a closed one stays as it is. */
  payOff(id: string, outcome?: string): void {
    const thread = entryOf(this.state.threads, 'thread', id)
    if (thread['open'] === false) return
    this.put(['threads', id], { ...thread, open: false, ...(outcome === undefined ? {} : { outcome }) })
  }

  say(line: string): void {
    if (line.trim() !== '') this.lines.push(line)
  }
  /** The rule's result: everything that was changed and said. */
  result(followUp: ActionResult['followUp'] = [], result?: Record<string, unknown>): ActionResult {
    return { stateDelta: this.delta, narrative: this.lines.join(' '), followUp, ...(result === undefined ? {} : { result }) }
  }

  // Older names, which existing games use.
  has(id: string, condition: string): boolean {
    return this.hasCondition(id, condition)
  }
  afflict(id: string, condition: string, lasts?: { minutes?: number; rounds?: number }): void {
    this.addCondition(id, condition, lasts)
  }
  relieve(id: string, condition: string): boolean {
    return this.removeCondition(id, condition)
  }
  give(id: string, key: string, entry: Item): void {
    this.addItem(id, key, entry)
  }
  take(id: string, key: string, count?: number): Item | undefined {
    return this.removeItem(id, key, count)
  }
  drop(place: string, key: string, entry: Item): void {
    this.addItem({ place }, key, entry)
  }
  fact(id: string, value?: boolean | string | number): void {
    this.setFact(id, value)
  }
}

/** An entry of quests or threads; an old one may be a bare text. Throws a refusal if there is none. */
function entryOf(map: Readonly<Record<string, unknown>>, what: 'quest' | 'thread', id: string): Delta {
  const entry = own(map, id)
  if (entry === undefined) throw refuse(`There is no ${what} "${id}".`)
  return isObject(entry) ? entry : { [what === 'quest' ? 'name' : 'text']: entry }
}
const slug = (id: string): string =>
  id
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join('-') ?? 'nobody'
function freeId(map: Readonly<Record<string, unknown>>, base: string): string {
  let id = base
  for (let n = 2; Object.hasOwn(map, id); n++) id = `${base}-${n}`
  return id
}

const STACKING = ['consumable', 'light', 'treasure']
function sameThing(has: Item | undefined, entry: Item): boolean {
  const kind = own(game.equipment, entry.item)?.kind ?? ''
  return has?.item === entry.item && has.name === undefined && entry.name === undefined && !has.tags && !entry.tags && STACKING.includes(kind)
}

/** The first free key in an inventory: `rope`, `rope-2` … */
export function freeKey(inventory: Readonly<Record<string, Item>>, name: string): string {
  let key = name
  for (let n = 2; inventory[key]; n++) key = `${name}-${n}`
  return key
}

/** A merge patch that replaces a value by another: keys that only the old value has are removed. */
function instead(before: unknown, value: unknown): unknown {
  if (!isObject(before) || !isObject(value)) return value
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(value, key))
  const entries = Object.entries(value).map(([key, inner]) => [key, instead(before[key], inner)])
  return Object.fromEntries([...removed.map((key) => [key, null]), ...entries])
}

function changed(value: unknown, path: readonly string[], to: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return to
  const copy: Delta = isObject(value) ? { ...value } : {}
  const inner = changed(copy[key], rest, to)
  if (inner === null) delete copy[key]
  else copy[key] = inner
  return copy
}

/** Rolls a save with the dice in the manifest's `odds`, at or under the current stat. On a d20, 1 always succeeds and 20 never does. */
export const save = (draft: Draft, id: string, stat: string, label = `${stat} save`): boolean =>
  roll(game.manifest.odds.dice, { under: draft.stat(id, stat), label, target: id }).outcome === 'success'

/** Takes points off a stat on the sheet, down to the manifest's minimum; returns how many were taken and how many were left over. */
export function damage(draft: Draft, id: string, stat: string, points: number): { taken: number; over: number } {
  const before = draft.base(id, stat)
  draft.setStat(id, stat, before - Math.max(0, points))
  const taken = before - draft.base(id, stat)
  return { taken, over: Math.max(0, points) - taken }
}
