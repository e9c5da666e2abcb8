/** One line of the bench's table: a value, the limit that it has to keep, and the same of the best alternative where there is one. */
export interface Row {
  measure: string
  value: number
  unit: string
  limit?: { most: number } | { least: number }
  contender?: { name: string; value: number }
}

/** What every measure gets. */
export interface Bench {
  /** A folder for campaigns. It stays to the end: for minutes, ext4 skips freed inodes one by one, which would slow down later writes. */
  home: string
  /** A short run that only tries everything. */
  isQuick: boolean
  /** The number of times that something is measured. */
  rounds: number
  /** The path of Chromium; without it, nothing is measured in a window. */
  chromium: string | undefined
  say: (line: string) => void
}

let isCpuTime = false
/** Measures the processor time of this process from now on, not elapsed time: it says the same on a busy machine. */
export const useCpuTime = (): void => void (isCpuTime = true)

/** The current time in ms, for differences only. */
export function now(): number {
  if (!isCpuTime) return performance.now()
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Adds the time of some work to a list, in ms. */
export function timed<T>(into: number[], work: () => T): T {
  const start = now()
  const result = work()
  into.push(now() - start)
  return result
}

/** Runs work some times, and once before that which doesn't count, because the interpreter gets faster while it runs. Returns the times in ms. */
export async function times(rounds: number, work: (round: number) => unknown): Promise<number[]> {
  const all: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const start = now()
    await work(round)
    if (round > 0) all.push(now() - start)
  }
  return all
}

/** A row with the median of some times in ms, or with another quantile of them. */
export const ms = (measure: string, values: readonly number[], most?: number, part = 0.5): Row => ({
  measure: part === 0.5 ? measure : `${measure}, ${part * 100} of 100`,
  value: quantile(values, part),
  unit: 'ms',
  ...(most === undefined ? {} : { limit: { most } })
})

/** The median. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The value that a fraction `q` (0 to 1) of all values does not exceed. NaN for an empty list. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * q
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}

/** Reproducible numbers from 0 to below 1. */
export function randomNumbers(): () => number {
  let seed = 7
  return () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return seed / 0x80000000
  }
}
