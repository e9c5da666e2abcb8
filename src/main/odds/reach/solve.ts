import { minus, ONE, over, plus, type Ratio, times, ZERO } from '../ratio'

/** `x = constant + Σ chance · x(to)`. */
export interface Equation {
  constant: Ratio
  parts: readonly { to: number; chance: Ratio }[]
}

/** Systems with more unknowns than this are not solved. */
const UNKNOWNS = 300

/**
 * Solves exactly for `first` by eliminating each unknown that it depends on from the other equations in turn. Undefined if there are more than
 * 300 unknowns or no unique solution.
 */
export function solved(first: number, equationOf: (unknown: number) => Equation): Ratio | undefined {
  const unknowns = new Set([first])
  const rows = new Map<number, { constant: Ratio; by: Map<number, Ratio> }>()
  for (const one of unknowns) {
    if (unknowns.size > UNKNOWNS) return undefined
    const { constant, parts } = equationOf(one)
    const by = new Map<number, Ratio>()
    for (const { to, chance } of parts) by.set(to, plus(by.get(to) ?? ZERO, chance))
    rows.set(one, { constant, by })
    for (const to of by.keys()) unknowns.add(to)
  }
  for (const gone of [...unknowns].toReversed()) {
    const row = rows.get(gone)
    if (!row) continue
    const rest = minus(ONE, row.by.get(gone) ?? ZERO)
    if (rest.over === 0n) return undefined
    row.by.delete(gone)
    row.constant = over(row.constant, rest)
    for (const [to, chance] of row.by) row.by.set(to, over(chance, rest))
    if (gone === first) return row.constant
    rows.delete(gone)
    for (const other of rows.values()) {
      const share = other.by.get(gone)
      if (!share) continue
      other.by.delete(gone)
      other.constant = plus(other.constant, times(share, row.constant))
      for (const [to, chance] of row.by) other.by.set(to, plus(other.by.get(to) ?? ZERO, times(share, chance)))
    }
  }
  return undefined
}
