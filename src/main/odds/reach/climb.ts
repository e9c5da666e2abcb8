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
 * The greatest chances to come to `goal`, from below, level by level: what costs hit points leads to levels known before.
 * A move is changed only for one that is better by more than rounding, so the moves that stand never go round in a circle
 * for nothing. `near`: the grounds that matter. Undefined when the numbers do not come to rest.
 */
export function climb(flat: Flat, goal: number, near: ReadonlySet<number>): Climb | undefined {
  const { grounds, levels, off, ground, first, costly, to, cost, near: chances, costs, lower } = flat
  const chance = new Float64Array(levels * grounds)
  const move = new Int32Array(levels * grounds).fill(-1)
  const moves = outward(flat, goal, near).flatMap((one) => (one === goal ? [] : (off[one] ?? [])))
  const constant = new Float64Array(ground.length)
  for (let level = 0; level < levels; level++) {
    const base = level * grounds
    // What can be done with fewer hit points can be done with more.
    if (level > 0) {
      chance.copyWithin(base, base - grounds, base)
      move.copyWithin(base, base - grounds, base)
    }
    chance[base + goal] = 1
    // Where it is certain already there is nothing to gain.
    const open = moves.filter((index) => (chance[base + (ground[index] ?? 0)] ?? 0) < 1)
    for (const index of open) {
      let value = 0
      const end = first[index + 1] ?? 0
      for (let i = costly[index] ?? 0; i < end; i++) {
        const then = lower[level * costs + (cost[i] ?? 0)] ?? -1
        if (then >= 0) value += (chances[i] ?? 0) * (chance[then * grounds + (to[i] ?? 0)] ?? 0)
      }
      constant[index] = value
    }
    let patience = PATIENCE
    for (let changed = true; changed;) {
      if (patience-- === 0) return undefined
      changed = false
      for (const index of open) {
        let value = constant[index] ?? 0
        const end = costly[index] ?? 0
        for (let i = first[index] ?? 0; i < end; i++) value += (chances[i] ?? 0) * (chance[base + (to[i] ?? 0)] ?? 0)
        const state = base + (ground[index] ?? 0)
        if (value <= (chance[state] ?? 0) * (1 + ROUNDING)) continue
        chance[state] = value
        move[state] = index
        changed = true
      }
    }
  }
  return { chance, move }
}

/** The grounds that can lead to `goal`, the nearest first. */
function outward({ into, ground }: Flat, goal: number, near: ReadonlySet<number>): number[] {
  const seen = new Set([goal])
  for (const one of seen)
    for (const index of into[one] ?? []) {
      const from = ground[index] ?? 0
      if (near.has(from)) seen.add(from)
    }
  return [...seen]
}
