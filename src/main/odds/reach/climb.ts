import type { ChainArrays } from './flat'

/** The best policy toward one ground, by state. */
export interface Policy {
  /** The chance to reach the ground, as the nearest double. */
  chance(state: number): number
  /** The number of the move to make; -1 if there is none or nothing is left to do. */
  move(state: number): number
  choose(state: number, move: number): void
}

/** A relative gain smaller than this is rounding. */
const ROUNDING = 1e-15
/** The maximum number of visits to the moves of one level before the computation gives up. */
const MAX_VISITS = 5000

/** The best policies toward several near grounds, reading each move once for all. Undefined for a ground whose numbers don't converge. */
export function bestPolicies(flat: ChainArrays, goals: readonly number[]): (Policy | undefined)[] {
  const ascent = new Ascent(flat, goals)
  for (let level = 0; level < flat.levels; level++)
    if (!ascent.climbed(level)) return goals.length === 1 ? [undefined] : goals.flatMap((goal) => bestPolicies(flat, [goal]))
  return goals.map((_, at) => ascent.toward(at))
}

/**
 * Solves several goals at once, level by level from the fewest hit points. Moves that cost hit points lead to levels that are already solved. Only
 * grounds that can lead to a goal have numbers, in the order of `order`. Every list holds one number for each goal, side by side.
 */
class Ascent {
  private readonly width: number
  private readonly order: Int32Array
  /** Each ground's index in `order`; -1 if it leads to none of the goals. */
  private readonly place: Int32Array
  private readonly chance: Float64Array
  private readonly moves: Int32Array
  /** For each move, its value from the ends that cost hit points. */
  private readonly constant: Float64Array
  /** For each move, where its numbers begin in `constant`. */
  private readonly constantAt: Int32Array
  /** For each ground, 1 if a ground that it leads to has improved since it was last visited. */
  private readonly stale: Uint8Array
  /** The value of a move. */
  private readonly worth: Float64Array

  constructor(
    private readonly flat: ChainArrays,
    private readonly goals: readonly number[]
  ) {
    this.width = goals.length
    this.order = outward(flat, goals)
    this.place = new Int32Array(flat.grounds).fill(-1)
    for (const [at, ground] of this.order.entries()) this.place[ground] = at
    const size = flat.levels * this.order.length * goals.length
    this.chance = new Float64Array(size)
    this.moves = new Int32Array(size).fill(-1)
    this.constantAt = new Int32Array(flat.ground.length)
    let count = 0
    for (const one of this.order)
      for (let index = flat.off[one] ?? 0, last = flat.off[one + 1] ?? 0; index < last; index++) this.constantAt[index] = count++ * this.width
    this.constant = new Float64Array(count * this.width)
    this.stale = new Uint8Array(flat.grounds)
    this.worth = new Float64Array(goals.length)
  }

  /** Finds a level's chances. A move changes only for one better by more than rounding, so no cycles form. False without convergence. */
  climbed(level: number): boolean {
    const { chance, moves, order, place, stale, width } = this
    const size = order.length * width
    const base = level * size
    // Whatever is possible with fewer hit points is possible with more.
    if (level > 0) {
      chance.copyWithin(base, base - size, base)
      moves.copyWithin(base, base - size, base)
    }
    for (const [at, goal] of this.goals.entries()) chance[base + (place[goal] ?? 0) * width + at] = 1
    for (const one of order) {
      stale[one] = 1
      this.fromBelow(level, one)
    }
    let patience = MAX_VISITS
    while (this.gained(base)) if (patience-- === 0) return false
    return true
  }

  toward(goal: number): Policy {
    const { chance, moves, width, order, place } = this
    const { grounds } = this.flat
    const at = (state: number): number => {
      const here = place[state % grounds] ?? -1
      return here < 0 ? -1 : (Math.floor(state / grounds) * order.length + here) * width + goal
    }
    return {
      chance: (state) => chance[at(state)] ?? 0,
      move: (state) => moves[at(state)] ?? -1,
      choose: (state, move) => {
        moves[at(state)] = move
      }
    }
  }

  private fromBelow(level: number, one: number): void {
    const { chance, constant, place, width } = this
    const { off, first, costly, to, cost, near, costs, lower } = this.flat
    for (let index = off[one] ?? 0, last = off[one + 1] ?? 0; index < last; index++) {
      const into = this.constantAt[index] ?? 0
      constant.fill(0, into, into + width)
      for (let i = costly[index] ?? 0, end = first[index + 1] ?? 0; i < end; i++) {
        const then = lower[level * costs + (cost[i] ?? 0)] ?? -1
        const here = place[to[i] ?? 0] ?? -1
        if (then >= 0 && here >= 0) added(constant, into, chance, (then * this.order.length + here) * width, near[i] ?? 0, width)
      }
    }
  }

  /** Visits each ground that leads to an improved one, once, and takes better moves. Returns whether it found any. */
  private gained(base: number): boolean {
    const { chance, constant, constantAt, moves, place, stale, width, worth } = this
    const { off, heed, first, costly, to, near } = this.flat
    let any = false
    for (const [at, one] of this.order.entries()) {
      if (stale[one] === 0) continue
      stale[one] = 0
      const state = base + at * width
      let better = false
      for (let index = off[one] ?? 0, last = off[one + 1] ?? 0; index < last; index++) {
        for (let i = 0, from = constantAt[index] ?? 0; i < width; i++) worth[i] = constant[from + i] ?? 0
        for (let i = first[index] ?? 0, end = costly[index] ?? 0; i < end; i++) {
          const here = place[to[i] ?? 0] ?? -1
          if (here >= 0) added(worth, 0, chance, base + here * width, near[i] ?? 0, width)
        }
        if (taken(worth, chance, moves, state, index, width)) better = true
      }
      if (!better) continue
      any = true
      for (const behind of heed[one] ?? []) stale[behind] = 1
    }
    return any
  }
}

function added(into: Float64Array, at: number, from: Float64Array, begin: number, share: number, width: number): void {
  for (let i = 0; i < width; i++) into[at + i] = (into[at + i] ?? 0) + share * (from[begin + i] ?? 0)
}

/** Replaces a goal's current move by this one wherever it is worth more. Returns whether it was for any goal. */
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

/** The grounds that can lead to some of `goals`, nearest first. */
function outward({ into, grounds, within }: ChainArrays, goals: readonly number[]): Int32Array {
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
