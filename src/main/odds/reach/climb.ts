import type { Flat } from './flat'

/** The best there is toward one ground: by state, the chance to the nearest number and the move to make. */
export interface Climb {
  chance: Float64Array
  /** Number of the move; -1 where there is none, or nothing left to do. */
  move: Int32Array
}

/** A gain smaller than this share is rounding. */
const ROUNDING = 1e-15
/** How often the moves of one level are gone through before they are given up. */
const PATIENCE = 5000

/**
 * The greatest chances to come to each of some grounds, all gone through at once: what is read of a move then serves all of them.
 * Grounds that lie near each other go well together. Undefined for those whose numbers do not come to rest.
 */
export function climbs(flat: Flat, goals: readonly number[]): (Climb | undefined)[] {
  const ascent = new Ascent(flat, goals)
  for (let level = 0; level < flat.levels; level++)
    if (!ascent.climbed(level)) return goals.length === 1 ? [undefined] : goals.flatMap((goal) => climbs(flat, [goal]))
  return goals.map((_, at) => ascent.toward(at))
}

/** Some goals at once, from below, level by level: what costs hit points leads to levels known before. Every list holds a number for each goal, side by side. */
class Ascent {
  private readonly width: number
  private readonly chance: Float64Array
  private readonly move: Int32Array
  /** By move, what it is worth by those of its ends alone that cost hit points. */
  private readonly constant: Float64Array
  /** By ground, 1 when one that it leads to has become better since it was looked at. */
  private readonly stale: Uint8Array
  private readonly order: Int32Array
  /** What a move is worth. */
  private readonly worth: Float64Array

  constructor(
    private readonly flat: Flat,
    private readonly goals: readonly number[]
  ) {
    const { grounds, levels, ground } = flat
    this.width = goals.length
    this.chance = new Float64Array(levels * grounds * goals.length)
    this.move = new Int32Array(levels * grounds * goals.length).fill(-1)
    this.constant = new Float64Array(ground.length * goals.length)
    this.stale = new Uint8Array(grounds)
    this.order = outward(flat, goals)
    this.worth = new Float64Array(goals.length)
  }

  /**
   * Finds the chances of a level. A move is changed only for one that is better by more than rounding, so the moves that stand
   * never go round in a circle for nothing. False when the numbers do not come to rest.
   */
  climbed(level: number): boolean {
    const { chance, move, order, stale, width } = this
    const size = this.flat.grounds * width
    const base = level * size
    // What can be done with fewer hit points can be done with more.
    if (level > 0) {
      chance.copyWithin(base, base - size, base)
      move.copyWithin(base, base - size, base)
    }
    for (const [at, goal] of this.goals.entries()) chance[base + goal * width + at] = 1
    for (const one of order) {
      stale[one] = 1
      this.fromBelow(level, one)
    }
    let patience = PATIENCE
    while (this.gained(base)) if (patience-- === 0) return false
    return true
  }

  /** The best toward one of the goals alone. */
  toward(at: number): Climb {
    const { chance, move, width } = this
    const states = chance.length / width
    const one: Climb = { chance: new Float64Array(states), move: new Int32Array(states) }
    for (let state = 0, from = at; state < states; state++, from += width) {
      one.chance[state] = chance[from] ?? 0
      one.move[state] = move[from] ?? 0
    }
    return one
  }

  private fromBelow(level: number, one: number): void {
    const { chance, constant, width } = this
    const { grounds, off, first, costly, to, cost, near, costs, lower } = this.flat
    for (let index = off[one] ?? 0, last = off[one + 1] ?? 0; index < last; index++) {
      const into = index * width
      constant.fill(0, into, into + width)
      for (let i = costly[index] ?? 0, end = first[index + 1] ?? 0; i < end; i++) {
        const then = lower[level * costs + (cost[i] ?? 0)] ?? -1
        if (then >= 0) added(constant, into, chance, (then * grounds + (to[i] ?? 0)) * width, near[i] ?? 0, width)
      }
    }
  }

  /** Goes once through those grounds that lead to one that has become better, and takes better moves. Whether there were any. */
  private gained(base: number): boolean {
    const { chance, constant, move, stale, width, worth } = this
    const { off, heed, first, costly, to, near } = this.flat
    let any = false
    for (const one of this.order) {
      if (stale[one] === 0) continue
      stale[one] = 0
      const state = base + one * width
      let better = false
      for (let index = off[one] ?? 0, last = off[one + 1] ?? 0; index < last; index++) {
        for (let at = 0, from = index * width; at < width; at++) worth[at] = constant[from + at] ?? 0
        for (let i = first[index] ?? 0, end = costly[index] ?? 0; i < end; i++)
          added(worth, 0, chance, base + (to[i] ?? 0) * width, near[i] ?? 0, width)
        if (taken(worth, chance, move, state, index, width)) better = true
      }
      if (!better) continue
      any = true
      for (const behind of heed[one] ?? []) stale[behind] = 1
    }
    return any
  }
}

/** Adds a share of some numbers to others. */
function added(into: Float64Array, at: number, from: Float64Array, begin: number, share: number, width: number): void {
  for (let i = 0; i < width; i++) into[at + i] = (into[at + i] ?? 0) + share * (from[begin + i] ?? 0)
}

/** Takes a move wherever it is worth more than what stands. Whether it was anywhere. */
function taken(worth: Float64Array, chance: Float64Array, move: Int32Array, begin: number, index: number, width: number): boolean {
  let any = false
  for (let i = 0; i < width; i++) {
    const value = worth[i] ?? 0
    if (value <= (chance[begin + i] ?? 0) * (1 + ROUNDING)) continue
    chance[begin + i] = value
    move[begin + i] = index
    any = true
  }
  return any
}

/** The grounds that can lead to some of `goals`, the nearest first. */
function outward({ into, grounds, within }: Flat, goals: readonly number[]): Int32Array {
  const order = new Int32Array(grounds)
  const seen = new Uint8Array(grounds)
  let count = 0
  for (const goal of goals) {
    order[count++] = goal
    seen[goal] = 1
  }
  for (let at = 0; at < count; at++)
    for (const from of into[order[at] ?? 0] ?? []) {
      if (seen[from] === 1 || within[from] === 0) continue
      seen[from] = 1
      order[count++] = from
    }
  return order.subarray(0, count)
}
