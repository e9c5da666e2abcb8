import type { Commit } from '../../campaign/history'
import { timeSlices } from '../../work/time-slices'
import type { BeatLine, BeatLines } from '../history/line'

/** The last commit that two commits share, its beat number, and how many beats each side has added since. */
export interface CommonBeat {
  base: { commit: string; n: number } | undefined
  one: { n: number; beats: number }
  other: { n: number; beats: number }
}

/** The last commit that two lines share along first parents. */
export async function commonBeatOf(lines: BeatLines, a: string, b: string): Promise<CommonBeat> {
  const [one, other] = [await lines.of(a, timeSlices()), await lines.of(b, timeSlices())]
  // Two lines with a common beginning are equal up to the point where they diverge.
  let [low, high] = [0, Math.min(one.count, other.count)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (one.ids[middle - 1] === other.ids[middle - 1]) low = middle
    else high = middle - 1
  }
  const base = low === 0 ? undefined : { commit: one.ids[low - 1] ?? '', n: one.numbers[low - 1] ?? 0 }
  const since = (line: BeatLine): CommonBeat['one'] => ({ n: line.numbers[line.count - 1] ?? 0, beats: line.count - low })
  return { base, one: since(one), other: since(other) }
}

/** The branches whose head is this commit. */
export const branchesAt = (branches: readonly { name: string; head: string }[], { id }: Commit): string[] =>
  branches.filter(({ head }) => head === id).map(({ name }) => name)
