import type { Average, Chance } from '../../shared/analysis/odds'
import { Problem, type ProblemData } from '../../shared/base/problem'
import type { Dice } from '../../shared/story/play'
import { walking } from './outcomes'
import { numberOf, percentText, plus, type Ratio, ratio, ratioText, sum, times, ZERO } from './ratio'

/** A leaf of the tree, as far as odds need it. */
export interface Leaf<T> {
  value: T
  chance: Ratio
}
/** The leaves, or why nothing was counted. */
export type CountedLeaves<T> = { leaves: Leaf<T>[]; runs: number } | { why: string; problem?: ProblemData; runs: number }

/** Counts the outcomes of `run`. A sentence and no numbers if the rules fail or refuse for any roll. Yields after every few runs. */
export function* counts<T>(run: (dice: Dice) => T): Generator<undefined, CountedLeaves<T>> {
  let runs = 0
  try {
    const counted = yield* walking((dice) => {
      runs++
      return run(dice)
    })
    return counted.exact ? counted : { why: `Not exact: ${counted.why}.`, runs }
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    return thrown.code === 'refused' ? { why: thrown.message, runs } : { why: thrown.message, problem: thrown.toJSON(), runs }
  }
}

/** The total chance of the leaves for which a condition holds. */
export const chanceOf = <T>(leaves: readonly Leaf<T>[], test: (value: T) => boolean): Chance =>
  chanceWords(sum(leaves.filter(({ value }) => test(value)).map(({ chance }) => chance)))

/** The average of a whole number over all leaves. */
export const averageOf = <T>(leaves: readonly Leaf<T>[], amount: (value: T) => number): Average => {
  const mean = sum(leaves.map(({ value, chance }) => times(chance, exactly(amount(value)))))
  return { fraction: ratioText(mean), value: numberOf(mean) }
}

/** The chance of each amount, from smallest to largest. */
export function spread<T>(leaves: readonly Leaf<T>[], amount: (value: T) => number): { amount: number; chance: Chance }[] {
  const by = new Map<number, Ratio>()
  for (const { value, chance } of leaves) by.set(amount(value), plus(by.get(amount(value)) ?? ZERO, chance))
  return [...by].toSorted(([a], [b]) => a - b).map(([amount, chance]) => ({ amount, chance: chanceWords(chance) }))
}

/** A chance in the form of a report. */
export const chanceWords = (chance: Ratio): Chance => ({ fraction: ratioText(chance), value: numberOf(chance), percent: percentText(chance) })

/** A number from a sheet as an exact ratio. Every double is a ratio. */
function exactly(amount: number): Ratio {
  let under = 1
  while (!Number.isInteger(amount * under)) under *= 2
  return ratio(BigInt(amount * under), BigInt(under))
}
