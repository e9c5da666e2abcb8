import type { Condition, Equipment, Manifest } from './game'
import type { Actor } from './state'

/** The lists of a game that a sheet refers to. */
export interface Lists {
  equipment: Readonly<Record<string, Equipment>>
  conditions: Readonly<Record<string, Condition>>
  manifest: Pick<Manifest, 'stats'>
}
type Sheet = Pick<Actor, 'stats' | 'conditions' | 'inventory'>
type Numbers = Pick<Actor, 'stats' | 'max'>

/** How a stat breaks the limits of the game: a fraction, or a value beyond `limit`, which is its minimum or the maximum on the sheet. */
export interface StatFault {
  is: 'fraction' | 'fraction of max' | 'below' | 'above'
  value: number
  limit: number
}

const own = <T>(map: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(map, key) ? map[key] : undefined)

/** The current modifiers of a stat: conditions, once per count, and carried items. `from` is the displayed name. */
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

/** The current value of a stat: the sheet's value with all modifiers, never below the manifest's minimum. */
export function statOf(actor: Sheet, stat: string, lists: Lists): number {
  const sum = modifiers(actor, stat, lists).reduce((total, { by }) => total + by, own(actor.stats, stat) ?? 0)
  return Math.max(own(lists.manifest.stats, stat)?.min ?? 0, sum)
}

/** Actions granted by conditions and carried items, each with the name of its source. */
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

/** The name of the condition that forbids an action now. */
export function forbidding(actor: Sheet, action: string, lists: Lists): string | undefined {
  for (const id of Object.keys(actor.conditions)) {
    const condition = own(lists.conditions, id)
    if (condition?.forbids?.includes(action)) return condition.name
  }
  return undefined
}

/** The slots used by everything an actor carries. */
export function slotsUsed(actor: Sheet, lists: Lists): number {
  let used = 0
  for (const { item, count = 1 } of Object.values(actor.inventory)) used += (own(lists.equipment, item)?.slots ?? 1) * count
  return used
}

/** How a changed stat breaks the limits of the game; undefined if it keeps them, or comes closer to them than it was. */
export function statFault(
  before: Numbers | undefined,
  after: Numbers,
  stat: string,
  { min, has_max }: Manifest['stats'][string]
): StatFault | undefined {
  const [previous, value, most] = [own(before?.stats ?? {}, stat), own(after.stats, stat), own(after.max, stat)]
  if (value === undefined) return undefined
  if (!Number.isInteger(value)) return { is: 'fraction', value, limit: min }
  if (most !== undefined && !Number.isInteger(most)) return { is: 'fraction of max', value: most, limit: value }
  if (value < min && (previous === undefined || value <= previous)) return { is: 'below', value, limit: min }
  if (has_max && most !== undefined && value > most && (previous === undefined || value >= previous)) return { is: 'above', value, limit: most }
  return undefined
}
