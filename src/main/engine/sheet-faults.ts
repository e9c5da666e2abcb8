import { own } from '../../shared/base/json'
import type { Manifest } from '../../shared/story/game'
import type { Actor } from '../../shared/story/state'

type Stats = Manifest['stats']
type Sheet = Pick<Actor, 'stats' | 'max'>

/**
 * The stats that a rule left invalid, each with the end of a sentence about the rule. A rule may bring a stat that was already out of bounds closer
 * to them. If the game declares no stats, none is checked. SPEC.md P10.
 */
export function sheetFaults(before: Sheet | undefined, after: Sheet, stats: Stats): { stat: string; fault: string }[] {
  if (Object.keys(stats).length === 0 || (before?.stats === after.stats && before.max === after.max)) return []
  const names = [...new Set([...Object.keys(before?.stats ?? {}), ...Object.keys(after.stats), ...Object.keys(after.max)])].toSorted()
  return names.flatMap((stat) => {
    const written = own(before?.stats, stat) !== own(after.stats, stat) || own(before?.max, stat) !== own(after.max, stat)
    const fault = written ? faultOf(before, after, stat, stats) : undefined
    return fault === undefined ? [] : [{ stat, fault }]
  })
}

function faultOf(before: Sheet | undefined, after: Sheet, stat: string, stats: Stats): string | undefined {
  const rule = own(stats, stat)
  if (!rule) return `set "${stat}", which isn't a stat in the manifest`
  const previous = own(before?.stats, stat)
  const value = own(after.stats, stat)
  const most = own(after.max, stat)
  if (value === undefined) return previous === undefined ? undefined : `removed "${stat}" from a sheet, but the manifest lists it as a stat`
  if (!Number.isInteger(value)) return `set "${stat}" to ${value}, which isn't a whole number`
  if (most !== undefined && !Number.isInteger(most)) return `set the maximum of "${stat}" to ${most}, which isn't a whole number`
  if (value < rule.min && (previous === undefined || value <= previous)) return `set "${stat}" to ${value}, below its minimum ${rule.min}`
  if (rule.has_max && most !== undefined && value > most && (previous === undefined || value >= previous))
    return `set "${stat}" to ${value}, above its maximum ${most}`
  return undefined
}
