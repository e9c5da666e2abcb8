import type { Chain } from './chain'

/**
 * A chain as flat lists of numbers, for going over it once for each ground. A state is a level of hit points times the number of
 * grounds plus a ground; levels are numbered from the fewest hit points.
 */
export interface Flat {
  grounds: number
  levels: number
  /** By ground, the moves off it; and the moves that can lead to it. */
  off: readonly (readonly number[])[]
  into: readonly (readonly number[])[]
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
export function flatOf({ moves, grounds, left }: Chain): Flat {
  const branches = moves.flatMap(({ level, below }) => [...level, ...below])
  const amounts = [...new Set([0, ...branches.map(({ taken }) => taken)])]
  const number = new Map(amounts.map((taken, at) => [taken, at]))
  const level = new Map(left.map((rest, at) => [rest, at]))
  const first = new Int32Array(moves.length + 1)
  const costly = new Int32Array(moves.length)
  const off = grounds.map((): number[] => [])
  const into = grounds.map((): number[] => [])
  for (const [index, move] of moves.entries()) {
    const begin = first[index] ?? 0
    costly[index] = begin + move.level.length
    first[index + 1] = begin + move.level.length + move.below.length
    off[move.ground]?.push(index)
    for (const ground of new Set([...move.level, ...move.below].map((branch) => branch.ground))) into[ground]?.push(index)
  }
  return {
    grounds: grounds.length,
    levels: left.length,
    off,
    into,
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
