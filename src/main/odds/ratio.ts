/** An exact number: numerator over denominator, reduced, with a denominator above 0. */
export interface Ratio {
  readonly over: bigint
  readonly under: bigint
}

const divisor = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

/** `over / under`, reduced. Throws RangeError for a denominator of 0. */
export function ratio(over: bigint | number, under: bigint | number = 1n): Ratio {
  let [n, d] = [BigInt(over), BigInt(under)]
  if (d === 0n) throw new RangeError('A ratio cannot have 0 below its line.')
  if (d < 0n) [n, d] = [-n, -d]
  const common = divisor(n, d)
  return common > 1n ? { over: n / common, under: d / common } : { over: n, under: d }
}

export const ZERO = ratio(0)
export const ONE = ratio(1)

export const plus = (a: Ratio, b: Ratio): Ratio =>
  a.over === 0n ? b : b.over === 0n ? a : ratio(a.over * b.under + b.over * a.under, a.under * b.under)
export const minus = (a: Ratio, b: Ratio): Ratio => ratio(a.over * b.under - b.over * a.under, a.under * b.under)
export const times = (a: Ratio, b: Ratio): Ratio => (a === ONE ? b : b === ONE ? a : ratio(a.over * b.over, a.under * b.under))
/** Throws RangeError when `b` is 0. */
export const over = (a: Ratio, b: Ratio): Ratio => ratio(a.over * b.under, a.under * b.over)
export const sum = (all: Iterable<Ratio>): Ratio => {
  let total = ZERO
  for (const each of all) total = plus(total, each)
  return total
}

/** `5/8`, or `2` if the denominator is 1. */
export const ratioText = ({ over, under }: Ratio): string => (under === 1n ? `${over}` : `${over}/${under}`)

const SAFE = BigInt(Number.MAX_SAFE_INTEGER)
/** The nearest double; for ratios too long for one division, the nearest to 15 decimals. */
export function numberOf({ over, under }: Ratio): number {
  if (over <= SAFE && over >= -SAFE && under <= SAFE) return Number(over) / Number(under)
  return Number((over * 10n ** 15n) / under) / 1e15
}

/** `62.5%`, to one decimal. A possible event never reads 0%, and one that can fail never reads 100%. */
export function percentText(chance: Ratio): string {
  const { over, under } = chance
  if (over === 0n) return '0%'
  if (over === under) return '100%'
  const tenths = (over * 2000n + under) / (under * 2n)
  if (tenths === 0n) return '<0.1%'
  if (tenths >= 1000n) return '>99.9%'
  return tenths % 10n === 0n ? `${tenths / 10n}%` : `${tenths / 10n}.${tenths % 10n}%`
}
