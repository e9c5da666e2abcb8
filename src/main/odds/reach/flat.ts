import type { Chain } from './chain'

/**
 * A chain as flat lists of numbers, to go over it quickly for each ground. The number of a state is its level of hit points times the number of
 * grounds plus its ground. Levels are numbered from the fewest hit points.
 */
export interface ChainArrays {
  grounds: number
  levels: number
  /** For each ground, 1 if it can be reached with some chance, otherwise 0. */
  within: Uint8Array
  /** For each ground, the number of its first move. Moves off a ground are numbered consecutively. */
  off: Int32Array
  /** For each ground, the others from which a move can lead to it, and those from which one can at no cost. */
  into: readonly (readonly number[])[]
  heed: readonly (readonly number[])[]
  /** For each move: its ground, its first branch, and its first branch that costs hit points. */
  ground: Int32Array
  first: Int32Array
  costly: Int32Array
  /** For each branch: the ground it leads to, the number of its cost, and its chance as the nearest double. */
  to: Int32Array
  cost: Int32Array
  near: Float64Array
  costs: number
  /** At index level times costs plus cost: the level that is left; -1 if none is. */
  lower: Int32Array
}

/** Flattens a chain. Moves keep their numbers. */
export function flatOf({ moves, grounds, left, near }: Chain): ChainArrays {
  const branches = moves.flatMap(({ level, below }) => [...level, ...below])
  const amounts = [...new Set([0, ...branches.map(({ taken }) => taken)])]
  const number = new Map(amounts.map((taken, at) => [taken, at]))
  const level = new Map(left.map((rest, at) => [rest, at]))
  const first = new Int32Array(moves.length + 1)
  const costly = new Int32Array(moves.length)
  const off = new Int32Array(grounds.length + 1)
  const into = grounds.map(() => new Set<number>())
  const heed = grounds.map(() => new Set<number>())
  for (const [index, move] of moves.entries()) {
    const begin = first[index] ?? 0
    costly[index] = begin + move.level.length
    first[index + 1] = begin + move.level.length + move.below.length
    off[move.ground + 1] = index + 1
    for (const { ground } of [...move.level, ...move.below]) if (ground !== move.ground) into[ground]?.add(move.ground)
    for (const { ground } of move.level) heed[ground]?.add(move.ground)
  }
  // A ground without moves begins where the one before it ends.
  for (let one = 1; one <= grounds.length; one++) off[one] = Math.max(off[one] ?? 0, off[one - 1] ?? 0)
  return {
    grounds: grounds.length,
    levels: left.length,
    within: Uint8Array.from(grounds, (_, ground) => (near.has(ground) ? 1 : 0)),
    off,
    into: into.map((behind) => [...behind]),
    heed: heed.map((behind) => [...behind]),
    ground: Int32Array.from(moves, (move) => move.ground),
    first,
    costly,
    to: Int32Array.from(branches, ({ ground }) => ground),
    cost: Int32Array.from(branches, ({ taken }) => number.get(taken) ?? 0),
    near: Float64Array.from(branches, ({ near }) => near),
    costs: amounts.length,
    lower: Int32Array.from(left.flatMap((rest) => amounts.map((taken) => level.get(rest - taken) ?? -1)))
  }
}
