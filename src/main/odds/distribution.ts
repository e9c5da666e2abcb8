import { parseDice } from '../engine/dice'

/** How many combinations of faces give each total, and how many there are in all. */
export interface Totals {
  readonly to: ReadonlyMap<number, bigint>
  readonly all: bigint
}
type Term = ReturnType<typeof parseDice>[number]

/** The maximum number of additions of big integers for one expression. An expression that needs more is not counted. */
const MAX_COST = 4_000_000
const MAX_CACHED = 100
const known = new Map<string, Totals | undefined>()

/** The exact number of combinations for each total of a dice expression; undefined if there are too many totals. Throws Problem `bad-input`. */
export function totalsOf(expr: string): Totals | undefined {
  if (!known.has(expr)) {
    if (known.size >= MAX_CACHED) known.clear()
    known.set(expr, counted(parseDice(expr)))
  }
  return known.get(expr)
}

function counted(terms: readonly Term[]): Totals | undefined {
  let to = new Map([[0, 1n]])
  let all = 1n
  for (const term of terms) {
    if (cost(term, to.size) > MAX_COST) return undefined
    to = joined(to, of(term), term.sign)
    all *= BigInt(term.sides === 0 ? 1 : term.sides) ** BigInt(term.sides === 0 ? 1 : term.count)
  }
  return { to: new Map([...to].toSorted(([a], [b]) => a - b)), all }
}

function cost({ count, sides, keep }: Term, before: number): number {
  if (sides === 0) return before
  const totals = keep * sides
  return before * totals + (keep === count ? count * totals : sides * count * count * totals)
}

function of({ count, sides, keep }: Term): Map<number, bigint> {
  if (sides === 0) return new Map([[count, 1n]])
  return keep === count ? sums(count, sides) : highest(count, sides, keep)
}

/** All sums of a total from each side. */
function joined(one: ReadonlyMap<number, bigint>, other: ReadonlyMap<number, bigint>, sign: 1 | -1): Map<number, bigint> {
  const out = new Map<number, bigint>()
  for (const [a, times] of one) {
    for (const [b, ways] of other) out.set(a + sign * b, (out.get(a + sign * b) ?? 0n) + times * ways)
  }
  return out
}

/** Totals of `count` dice, computed die by die, each as a sliding window of `sides` over the sums before. */
function sums(count: number, sides: number): Map<number, bigint> {
  let row = [1n]
  for (let die = 0; die < count; die++) {
    const next: bigint[] = []
    let window = 0n
    for (let total = 0; total < row.length + sides; total++) {
      next.push(window)
      window += (row[total] ?? 0n) - (row[total - sides] ?? 0n)
    }
    row = next
  }
  return new Map(row.flatMap((ways, total): [number, bigint][] => (ways > 0n ? [[total, ways]] : [])))
}

/** Totals of the `keep` highest of `count` dice, from the highest face down: at each face, chooses how many remaining dice show it. */
function highest(count: number, sides: number, keep: number): Map<number, bigint> {
  const choose = pascal(count)
  // By number of dice already placed: combinations for each sum of the kept dice.
  let lying = new Map([[0, new Map([[0, 1n]])]])
  for (let face = sides; face >= 1; face--) {
    const next = new Map<number, Map<number, bigint>>()
    for (const [dice, totals] of lying) {
      // On the last face, all remaining dice are placed.
      for (let more = face === 1 ? count - dice : 0; more <= count - dice; more++) {
        const added = (Math.min(dice + more, keep) - Math.min(dice, keep)) * face
        const choices = choose[count - dice]?.[more] ?? 0n
        const into = next.get(dice + more) ?? new Map<number, bigint>()
        next.set(dice + more, into)
        for (const [total, ways] of totals) into.set(total + added, (into.get(total + added) ?? 0n) + ways * choices)
      }
    }
    lying = next
  }
  return lying.get(count) ?? new Map()
}

function pascal(rows: number): bigint[][] {
  const out = [[1n]]
  for (let n = 1; n <= rows; n++) {
    const before = out[n - 1] ?? []
    out.push(Array.from({ length: n + 1 }, (_, k) => (before[k - 1] ?? 0n) + (before[k] ?? 0n)))
  }
  return out
}
