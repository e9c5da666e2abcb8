import type { Condition, Equipment, Manifest } from './game'
import type { Actor } from './state'

/** The lists of a game that a sheet is read with. */
export interface Lists {
  equipment: Readonly<Record<string, Equipment>>
  conditions: Readonly<Record<string, Condition>>
  manifest: Pick<Manifest, 'stats'>
}
type Sheet = Pick<Actor, 'stats' | 'conditions' | 'inventory'>

const own = <T>(map: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(map, key) ? map[key] : undefined)

/** What changes a stat now: conditions, once for each count, and things carried. `from` is a name for people. */
export function modifiers(actor: Sheet, stat: string, lists: Lists): { from: string; by: number }[] {
  const out: { from: string; by: number }[] = []
  for (const [id, { count = 1 }] of Object.entries(actor.conditions)) {
    const condition = own(lists.conditions, id)
    const by = condition?.stats?.[stat]
    if (condition && by) out.push({ from: condition.name, by: by * count })
  }
  for (const entry of Object.values(actor.inventory)) {
    const thing = own(lists.equipment, entry.item)
    const by = thing?.stats?.[stat]
    if (thing && by) out.push({ from: entry.name ?? thing.name, by })
  }
  return out
}

/** A stat as it counts now: what the sheet says and everything that changes it, never below the manifest's least value. */
export function statOf(actor: Sheet, stat: string, lists: Lists): number {
  const sum = modifiers(actor, stat, lists).reduce((total, { by }) => total + by, own(actor.stats, stat) ?? 0)
  return Math.max(own(lists.manifest.stats, stat)?.min ?? 0, sum)
}

/** Actions given by conditions and things carried, each with the name of what gives it. */
export function granted(actor: Sheet, lists: Lists): Record<string, string> {
  const out: Record<string, string> = {}
  for (const id of Object.keys(actor.conditions)) {
    const condition = own(lists.conditions, id)
    for (const action of condition?.grants ?? []) out[action] ??= condition?.name ?? id
  }
  for (const entry of Object.values(actor.inventory)) {
    const thing = own(lists.equipment, entry.item)
    for (const action of thing?.grants ?? []) out[action] ??= entry.name ?? thing?.name ?? entry.item
  }
  return out
}

/** The condition, by its name, that takes an action away now. */
export function forbidding(actor: Sheet, action: string, lists: Lists): string | undefined {
  for (const id of Object.keys(actor.conditions)) {
    const condition = own(lists.conditions, id)
    if (condition?.forbids?.includes(action)) return condition.name
  }
  return undefined
}

/** Slots taken by everything somebody carries. */
export function slotsUsed(actor: Sheet, lists: Lists): number {
  let used = 0
  for (const { item, count = 1 } of Object.values(actor.inventory)) used += (own(lists.equipment, item)?.slots ?? 1) * count
  return used
}
