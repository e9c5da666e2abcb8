import type { Distribution } from '../../../shared/lab/report'
import { meanOf, momentsOf } from '../../../shared/lab/statistics'

/** The numbers of a session whose distribution a report has. */
export const MEASURED = ['beats', 'minutes', 'scenes'] as const
/** Them by session. */
export type Measured = Readonly<Record<(typeof MEASURED)[number], readonly number[]>>
/** About how many bins a distribution has. */
const BINS = 20

/** A round width of bins: 1, 2 or 5 times a power of ten; of whole numbers at least 1. */
function binWidth(range: number, isWhole: boolean): number {
  if (range <= 0) return 1
  const rough = Math.max(isWhole ? 1 : 0, range / BINS)
  const power = 10 ** Math.floor(Math.log10(rough))
  return (([1, 2, 5, 10] as const).find((times) => times * power >= rough) ?? 10) * power
}

/** The edges of bins from the least to the most value. Sums of widths such as 0.1 are rounded to what a reader sees. */
function edgesOf(least: number, most: number, width: number): number[] {
  const first = Math.floor(least / width)
  const count = Math.floor(most / width) - first + 2
  return Array.from({ length: count }, (_, i) => Number(((first + i) * width).toPrecision(12)))
}

/** How long sessions were. `rows`: their places in the numbers. */
export function lengthsOf(numbers: Measured, rows: readonly number[]): Distribution[] {
  if (rows.length === 0) return []
  return MEASURED.map((of): Distribution => {
    const values = Float64Array.from(rows, (row) => numbers[of][row]!).toSorted()
    const [least, most] = [values[0]!, values.at(-1)!]
    const edges = edgesOf(least, most, binWidth(most - least, of !== 'minutes'))
    let at = 0
    const bins = edges.slice(0, -1).map((from, i) => {
      const [to, begin] = [edges[i + 1]!, at]
      while (at < values.length && values[at]! < to) at++
      return { from, to, count: at - begin }
    })
    const [low, median, high] = [quantile(values, 0.1), quantile(values, 0.5), quantile(values, 0.9)]
    return { of, bins, low, median, high, mean: meanOf(momentsOf([...values])) }
  })
}

/** A quantile of sorted values; between two of them by its distance from both. */
function quantile(sorted: Float64Array, p: number): number {
  const rank = p * (sorted.length - 1)
  const [below, part] = [Math.floor(rank), rank % 1]
  const value = sorted[below]!
  return part === 0 ? value : value + part * (sorted[below + 1]! - value)
}
