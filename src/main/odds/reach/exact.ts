import { ONE, plus, type Ratio, ratio, times, ZERO, minus, over } from '../ratio'
import type { Chain } from './chain'
import type { Policy } from './climb'
import type { ChainArrays } from './flat'

/** `over / unit ** power`. Sums of products of chances with the same unit need no common divisors. */
interface Share {
  over: bigint
  power: number
}
const NOTHING: Share = { over: 0n, power: 0 }
const CERTAIN: Share = { over: 1n, power: 0 }

/** Two values that are relatively closer than this are compared exactly. */
const CLOSE = 1e-9
/** The maximum number of improvements to the moves before the computation gives up. */
const MAX_ROUNDS = 50

/**
 * Exact chances of a chain. Doubles choose the best move. They result from adding and multiplying numbers that are not negative, so their relative
 * error is far below `CLOSE`. If two moves are closer than that, both are computed exactly and the better one is taken.
 */
export class Exact {
  private readonly unit: bigint
  private readonly units: bigint[] = [1n]
  /** For each branch, its chance times the unit. */
  private readonly weights: bigint[]
  private readonly chances: Ratio[]
  /** For each state, its value, and the version of the moves for which the value holds. Changing a move invalidates values. */
  private readonly values: Share[] = []
  private readonly known: Int32Array
  private now = 0

  constructor(
    { moves }: Chain,
    private readonly flat: ChainArrays
  ) {
    this.known = new Int32Array(flat.levels * flat.grounds)
    this.chances = moves.flatMap(({ level, below }) => [...level, ...below].map(({ chance }) => chance))
    this.unit = [...new Set(this.chances.map(({ under }) => under))].reduce(multiple, 1n)
    this.weights = this.chances.map(({ over, under }) => over * (this.unit / under))
  }

  /** The exact chance to get from `state` to `goal` by the best moves, which it stores in `climb`. Undefined if it takes too much work. */
  chance(state: number, goal: number, climb: Policy): Ratio | undefined {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      this.now++
      const value = this.ratio(state, goal, climb)
      const better = value && this.better(state, goal, climb)
      if (value === undefined || better === undefined) return undefined
      if (better.length === 0) return value
      for (const [at, move] of better) climb.choose(at, move)
    }
    return undefined
  }

  private ratio(state: number, goal: number, climb: Policy): Ratio | undefined {
    const value = this.value(state, goal, climb)
    return value ? ratio(value.over, this.power(value.power)) : this.round(state, goal, climb)
  }

  /** Computes a state after all states it depends on. Undefined if the moves form a cycle. */
  private value(state: number, goal: number, climb: Policy): Share | undefined {
    if (this.isKnown(state)) return this.values[state]
    const open = new Set<number>()
    const stack = [state]
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      if (this.isKnown(top)) {
        stack.pop()
        continue
      }
      const index = this.moveAt(top, goal, climb)
      const before = stack.length
      for (let i = this.flat.first[index] ?? 0, end = this.flat.first[index + 1] ?? 0; i < end; i++) {
        const to = this.target(top, i)
        if (to < 0 || this.isKnown(to)) continue
        if (to === top || open.has(to)) return undefined
        stack.push(to)
      }
      if (stack.length > before) {
        open.add(top)
        continue
      }
      this.values[top] = top % this.flat.grounds === goal ? CERTAIN : this.sum(top, index)
      this.known[top] = this.now
      open.delete(top)
      stack.pop()
    }
    return this.values[state]
  }

  private isKnown(state: number): boolean {
    return this.known[state] === this.now
  }

  /** The known value of a state that a branch leads to. */
  private worth(state: number): Share {
    return (state < 0 ? undefined : this.values[state]) ?? NOTHING
  }

  /** The number of a state's move; one past the last if it has none, so that it has no branches. */
  private moveAt(state: number, goal: number, climb: Policy): number {
    const index = state % this.flat.grounds === goal ? -1 : climb.move(state)
    return index < 0 ? this.flat.ground.length : index
  }

  /** The state that a branch leads to; -1 if no hit points are left. */
  private target(state: number, branch: number): number {
    const { grounds, costs, lower, cost, to } = this.flat
    const level = lower[Math.floor(state / grounds) * costs + (cost[branch] ?? 0)] ?? -1
    return level < 0 ? -1 : level * grounds + (to[branch] ?? 0)
  }

  /** The value of a move, from known values. */
  private sum(state: number, index: number): Share {
    const [first, end] = [this.flat.first[index] ?? 0, this.flat.first[index + 1] ?? 0]
    if (end - first === 1 && this.weights[first] === this.unit) return this.worth(this.target(state, first))
    let power = 0
    for (let i = first; i < end; i++) power = Math.max(power, this.worth(this.target(state, i)).power)
    let over = 0n
    for (let i = first; i < end; i++) {
      const value = this.worth(this.target(state, i))
      const part = (this.weights[i] ?? 0n) * value.over
      over += value.power === power ? part : part * this.power(power - value.power)
    }
    return { over, power: power + 1 }
  }

  /** Better moves in the states that `from` depends on, where doubles couldn't decide; undefined if exact numbers can't decide either. */
  private better(from: number, goal: number, climb: Policy): [state: number, move: number][] | undefined {
    const better: [number, number][] = []
    const states = new Set([from])
    for (const state of states) {
      // No move is better than certainty, nor than everything it depends on.
      const worth = this.isKnown(state) ? this.worth(state) : NOTHING
      if (worth.over === this.power(worth.power)) continue
      const now = this.moveAt(state, goal, climb)
      for (let i = this.flat.first[now] ?? 0, end = this.flat.first[now + 1] ?? 0; i < end; i++) {
        const to = this.target(state, i)
        if (to >= 0) states.add(to)
      }
      if (now === this.flat.ground.length) continue
      const ground = state % this.flat.grounds
      for (let other = this.flat.off[ground] ?? 0, last = this.flat.off[ground + 1] ?? 0; other < last; other++) {
        if (other === now || this.near(state, other, climb) < climb.chance(state) * (1 - CLOSE)) continue
        const gain = this.gain(state, other, goal, climb)
        if (gain === undefined) return undefined
        if (!gain) continue
        better.push([state, other])
        break
      }
    }
    return better
  }

  /** Returns whether another move is worth more than the current one; undefined if that takes too much work. */
  private gain(state: number, other: number, goal: number, climb: Policy): boolean | undefined {
    const [first, end] = [this.flat.first[other] ?? 0, this.flat.first[other + 1] ?? 0]
    const targets = Array.from({ length: end - first }, (_, i) => this.target(state, first + i))
    const value = this.value(state, goal, climb)
    if (value && targets.every((to) => to < 0 || this.value(to, goal, climb) !== undefined)) {
      const share = this.sum(state, other)
      const more = share.power - value.power
      return more > 0 ? share.over > value.over * this.power(more) : share.over * this.power(-more) > value.over
    }
    const worth = this.ratio(state, goal, climb)
    if (!worth) return undefined
    let sum = ZERO
    for (const [i, to] of targets.entries()) {
      const then = to < 0 ? ZERO : this.ratio(to, goal, climb)
      if (!then) return undefined
      sum = plus(sum, times(this.chances[first + i] ?? ZERO, then))
    }
    return sum.over * worth.under > worth.over * sum.under
  }

  private near(state: number, index: number, climb: Policy): number {
    let total = 0
    for (let i = this.flat.first[index] ?? 0, end = this.flat.first[index + 1] ?? 0; i < end; i++) {
      const to = this.target(state, i)
      if (to >= 0) total += (this.flat.near[i] ?? 0) * climb.chance(to)
    }
    return total
  }

  /** Moves that form a cycle are solved as a system of equations. */
  private round(state: number, goal: number, climb: Policy): Ratio | undefined {
    return solved(state, (one) => {
      const index = this.moveAt(one, goal, climb)
      const parts: { to: number; chance: Ratio }[] = []
      for (let i = this.flat.first[index] ?? 0, end = this.flat.first[index + 1] ?? 0; i < end; i++) {
        const to = this.target(one, i)
        if (to >= 0) parts.push({ to, chance: this.chances[i] ?? ZERO })
      }
      return { constant: one % this.flat.grounds === goal ? ONE : ZERO, parts }
    })
  }

  private power(of: number): bigint {
    for (let next = this.units.length; next <= of; next++) this.units.push((this.units[next - 1] ?? 1n) * this.unit)
    return this.units[of] ?? 1n
  }
}

/** The least common multiple. */
function multiple(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return (a / x) * b
}

/** `x = constant + Σ chance · x(to)`. */
interface Equation {
  constant: Ratio
  parts: readonly { to: number; chance: Ratio }[]
}

/** Systems with more unknowns than this are not solved. */
const MAX_UNKNOWNS = 300

/** Solves exactly for `first` by eliminating the unknowns that it depends on. Undefined for more than 300, or without a unique solution. */
function solved(first: number, equationOf: (unknown: number) => Equation): Ratio | undefined {
  const unknowns = new Set([first])
  const rows = new Map<number, { constant: Ratio; by: Map<number, Ratio> }>()
  for (const one of unknowns) {
    if (unknowns.size > MAX_UNKNOWNS) return undefined
    const { constant, parts } = equationOf(one)
    const by = new Map<number, Ratio>()
    for (const { to, chance } of parts) by.set(to, plus(by.get(to) ?? ZERO, chance))
    rows.set(one, { constant, by })
    for (const to of by.keys()) unknowns.add(to)
  }
  for (const eliminated of [...unknowns].toReversed()) {
    const row = rows.get(eliminated)
    if (!row) continue
    const rest = minus(ONE, row.by.get(eliminated) ?? ZERO)
    if (rest.over === 0n) return undefined
    row.by.delete(eliminated)
    row.constant = over(row.constant, rest)
    for (const [to, chance] of row.by) row.by.set(to, over(chance, rest))
    if (eliminated === first) return row.constant
    rows.delete(eliminated)
    for (const other of rows.values()) {
      const factor = other.by.get(eliminated)
      if (!factor) continue
      other.by.delete(eliminated)
      other.constant = plus(other.constant, times(factor, row.constant))
      for (const [to, chance] of row.by) other.by.set(to, plus(other.by.get(to) ?? ZERO, times(factor, chance)))
    }
  }
  return undefined
}
