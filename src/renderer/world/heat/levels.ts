import type { Visits } from '../../../shared/analysis/visits'

type Heat = 1 | 2 | 3 | 4

const LEVELS = [1, 2, 3, 4] as const

/** The most beats at each level, coldest first, in at most four levels. Bounds grow by a factor: a party stays long in few places. */
export function boundsOf({ places }: Visits): number[] {
  const stays = Object.values(places).flatMap(({ beats }) => (beats > 0 ? [beats] : []))
  const most = stays.reduce((a, b) => Math.max(a, b), 0)
  const shortest = stays.reduce((a, b) => Math.min(a, b), most)
  const least = shortest < most ? shortest : 1
  const bounds: number[] = []
  for (const level of LEVELS) {
    const last = bounds.at(-1) ?? 0
    if (last < most) bounds.push(Math.min(most, Math.max(last + 1, Math.floor(least * (most / least) ** (level / LEVELS.length) + 1e-9))))
  }
  return bounds
}

/** The heat level of a place where the party stayed for this many beats. */
export const heatOf = (beats: number, bounds: readonly number[]): Heat =>
  LEVELS[
    Math.max(
      0,
      bounds.findIndex((bound) => beats <= bound)
    )
  ] ?? 1
