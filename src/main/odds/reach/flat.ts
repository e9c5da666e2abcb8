import type { Chain } from './chain'

/**
 * A chain as flat lists of numbers, for going over it once for each ground. A state is a level of hit points times the number of
 * grounds plus a ground; levels are numbered from the fewest hit points.
 */
export interface Flat {
  grounds: number
  levels: number
  /** By ground, 1 where one can come with some chance at all, else 0. */
  within: Uint8Array
  /** By ground, where the moves off it begin: those are numbered one after the other. */
  off: Int32Array
  /** By ground, the others from which a move can lead to it; and those from which it can at no cost. */
  into: readonly (readonly number[])[]
  heed: readonly (readonly number[])[]
  /** By move: its ground, where its branches begin, and where those begin among them that cost hit points. */
  ground: Int32Array
  first: Int32Array
  costly: Int32Array
  /** By branch: the ground it leads to, the number of what it costs, and its chance to the nearest number. */
  to: Int32Array
  cost: Int32Array
  near: Float64Array
  costs: number
  /** By level times costs plus cost, the level that is left; -1 where nothing is. */
  lower: Int32Array
}

/** The flat form of a chain; its moves keep their numbers. */
export function flatOf({ moves, grounds, left, near }: Chain): Flat {
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
  // Grounds that no move leads off begin where the one before them ends.
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
