import type { Pack } from './pack'
import type { BeatRange } from './pack-file'

/** Packs up to this level hold objects as beats wrote them; packs above it are repacked with deltas. */
export const MAX_PLAIN_LEVEL = 2
/** The level of a pack that was repacked once. */
export const REPACKED_LEVEL = MAX_PLAIN_LEVEL + 1
/** How many beats a pack of each level holds. Git repacks by itself at 50 packs; with these spans there are fewer. */
const BEATS_BY_LEVEL = [1, 16, 256, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576]
/** The number of beats in the smallest group that is repacked. */
export const ROW_BEATS = BEATS_BY_LEVEL[REPACKED_LEVEL] ?? 0
export const LEVEL_COUNT = BEATS_BY_LEVEL.length

/** Packs to be joined into one pack. */
export interface PackGroup extends BeatRange {
  packs: Pack[]
}

const spanOf = (level: number): number => BEATS_BY_LEVEL[level] ?? Number.POSITIVE_INFINITY

/** The number of the next beat. */
export const nextNumber = (packs: readonly Pack[]): number =>
  packs.reduce((next, { range }) => (range ? Math.max(next, range.first + spanOf(range.level)) : next), 0)

/**
 * The groups of a level that are complete and not yet one pack. Beats are numbered in the order in which they are recorded, and a group is a fixed
 * range of numbers. So it doesn't matter when a group is joined: the same beats get into the same packs. Packs that a crash left beside a joined one
 * belong to its group again.
 */
export function dueGroups(packs: readonly Pack[], level: number, next: number): PackGroup[] {
  const groups = new Map<number, PackGroup>()
  for (const pack of packs) {
    const { range } = pack
    if (!range || range.level > level) continue
    const first = range.first - (range.first % spanOf(level))
    if (first + spanOf(level) > next) continue
    const group = groups.get(first)
    if (group) group.packs.push(pack)
    else groups.set(first, { level, first, packs: [pack] })
  }
  return [...groups.values()].filter(isDue).map((group) => ({ ...group, packs: group.packs.toSorted(inOrder) }))
}

/**
 * Returns whether the packs of a group must be joined or repacked. A pack that is alone in its group stays unchanged, unless it is to be repacked for
 * the first time. Above `REPACKED_LEVEL` only repacked packs are joined.
 */
function isDue({ level, packs }: PackGroup): boolean {
  const least = Math.min(...packs.map(({ range }) => range?.level ?? 0))
  if (level > REPACKED_LEVEL && least < REPACKED_LEVEL) return false
  return packs.length > 1 || (level === REPACKED_LEVEL && least < level)
}

/** Compares packs by their first beat; of two with the same, the larger comes first, so that joining them again gives the same bytes. */
function inOrder(a: Pack, b: Pack): number {
  const [one, other] = [a.range, b.range]
  return (one?.first ?? 0) - (other?.first ?? 0) || (other?.level ?? 0) - (one?.level ?? 0) || (a.name < b.name ? -1 : 1)
}
