import { minus, ONE, over, plus, type Ratio, times, ZERO } from '../ratio'

/** The end of one try: the place, and the hit points that are left. At 0 hit points the traveller stops. */
export interface Left {
  place: string
  hp: number
  chance: Ratio
}

/**
 * The slow reference for reach. It tries every choice of one journey (or none) for each place, from the fewest hit points up, solves each choice as a
 * system of equations, and keeps the best. `ends` returns the possible ends of each journey out of a place for an actor with that many hit points.
 * Returns the greatest chance to end in `goal`, by place.
 */
export function everyPolicy(
  places: readonly string[],
  ends: (place: string, hp: number) => readonly (readonly Left[])[],
  goal: string,
  hp: number,
  known = new Map<number, Map<string, Ratio>>()
): Map<string, Ratio> {
  const before = known.get(hp)
  if (before) return before
  const best = new Map(places.map((place) => [place, place === goal ? ONE : ZERO]))
  const choices = places.map((place) => (place === goal ? [[]] : [[], ...ends(place, hp)]))
  for (const policy of product(choices)) {
    const rows = places.map((place, at) => {
      const row = { constant: place === goal ? ONE : ZERO, by: new Map<number, Ratio>() }
      for (const { place: to, hp: rest, chance } of policy[at] ?? []) {
        if (rest <= 0) continue
        if (rest < hp) row.constant = plus(row.constant, times(chance, everyPolicy(places, ends, goal, rest, known).get(to) ?? ZERO))
        else row.by.set(places.indexOf(to), plus(row.by.get(places.indexOf(to)) ?? ZERO, chance))
      }
      return row
    })
    for (const [at, value] of eliminated(rows).entries()) {
      const place = places[at] ?? ''
      const most = best.get(place) ?? ZERO
      if (value.over * most.under > most.over * value.under) best.set(place, value)
    }
  }
  known.set(hp, best)
  return best
}

function* product<T>([first, ...rest]: readonly (readonly T[])[]): Generator<T[]> {
  if (first === undefined) yield []
  else for (const one of first) for (const others of product(rest)) yield [one, ...others]
}

interface Row {
  constant: Ratio
  by: Map<number, Ratio>
}

/** Gauss-Jordan elimination. A cycle without an exit reaches nothing. */
function eliminated(rows: readonly Row[]): Ratio[] {
  const alive = new Set(rows.flatMap(({ constant }, at) => (constant.over > 0n ? [at] : [])))
  for (let grows = true; grows;) {
    const size = alive.size
    for (const [at, { by }] of rows.entries()) if ([...by.keys()].some((to) => alive.has(to))) alive.add(at)
    grows = alive.size > size
  }
  const matrix = rows.map(({ constant, by }, at) => [
    ...rows.map((_, to) => minus(at === to ? ONE : ZERO, alive.has(at) && alive.has(to) ? (by.get(to) ?? ZERO) : ZERO)),
    constant
  ])
  for (const pivot of rows.keys()) {
    const line = matrix[pivot] ?? []
    const swap = matrix.findIndex((row, at) => at >= pivot && (row[pivot] ?? ZERO).over !== 0n)
    ;[matrix[pivot], matrix[swap]] = [matrix[swap] ?? line, line]
    const scale = matrix[pivot]?.[pivot] ?? ONE
    matrix[pivot] = (matrix[pivot] ?? []).map((value) => over(value, scale))
    for (const [at, row] of matrix.entries()) {
      const share = row[pivot] ?? ZERO
      if (at === pivot || share.over === 0n) continue
      matrix[at] = row.map((value, column) => minus(value, times(share, matrix[pivot]?.[column] ?? ZERO)))
    }
  }
  return matrix.map((row) => row.at(-1) ?? ZERO)
}
