import { minus, ONE, over, plus, type Ratio, times, ZERO } from '../ratio'

/** `x = constant + Σ chance · x(to)`. */
export interface Equation {
  constant: Ratio
  parts: readonly { to: number; chance: Ratio }[]
}

/** Systems with more unknowns than this are not solved. */
const MAX_UNKNOWNS = 300

/**
 * Solves exactly for `first` by eliminating each unknown that it depends on from the other equations in turn. Undefined if there are more than
 * 300 unknowns or no unique solution.
 */
export function solved(first: number, equationOf: (unknown: number) => Equation): Ratio | undefined {
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
