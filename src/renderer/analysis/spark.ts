import type { Watched } from '../../shared/analysis/analysis'
import { timeX, type TimeWindow } from '../store/time-window'

export type WatchedValue = Watched['values'][number]

/** A drawn stretch of a value, in pixels. Runs that are too narrow are joined with their minimum and maximum. */
export interface SparkStep {
  x: number
  to: number
  value: WatchedValue
  low: number
  high: number
}

/** The index of the run at a position on the line; -1 before the first. */
export function runAt({ from }: Watched, n: number): number {
  let low = 0
  let high = from.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((from[middle] ?? 0) <= n) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The value at a position on the line; undefined if there is none. */
export const valueAt = (watched: Watched, n: number): WatchedValue | undefined => (n > watched.to ? undefined : watched.values[runAt(watched, n)])

/** The minimum and maximum of the numbers along a line; undefined if there are none. */
export function reachOf({ values }: Watched): { low: number; high: number } | undefined {
  let reach: { low: number; high: number } | undefined
  for (const value of values) {
    if (typeof value !== 'number') continue
    if (!reach) reach = { low: value, high: value }
    else if (value < reach.low) reach.low = value
    else if (value > reach.high) reach.high = value
  }
  return reach
}

/** The visible steps. Runs that begin in the same pixel column become one. */
export function stepsOf(watched: Watched, view: TimeWindow): SparkStep[] {
  const { from, values, to } = watched
  const steps: SparkStep[] = []
  const firstSeen = view.left - view.pad / view.perBeat
  const lastSeen = view.left + (view.width - view.pad) / view.perBeat
  for (let k = Math.max(0, runAt(watched, firstSeen)); k < from.length; k++) {
    const n = from[k] ?? 0
    if (n > lastSeen) break
    const value = values[k] ?? null
    const x = Math.max(0, timeX(n, view))
    const end = Math.min(view.width, timeX(k + 1 < from.length ? (from[k + 1] ?? n) : to + 1, view))
    const level = typeof value === 'number' ? value : value === true ? 1 : 0
    const last = steps.at(-1)
    if (last && Math.floor(last.x) === Math.floor(x)) {
      last.low = Math.min(last.low, level)
      last.high = Math.max(last.high, level)
      last.value = value
      last.to = end
    } else steps.push({ x, to: end, value, low: level, high: level })
  }
  return steps
}

/** Appends runs. A run that continues the last one is merged with it. */
export function continued(before: Watched, news: Watched): Watched {
  const same = news.values.length > 0 && news.values[0] === before.values.at(-1)
  return {
    from: [...before.from, ...news.from.slice(same ? 1 : 0)],
    values: [...before.values, ...news.values.slice(same ? 1 : 0)],
    to: news.to,
    end: news.end
  }
}
