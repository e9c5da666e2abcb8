import type { Exchange, Usage } from './turns'

export const NOTHING_USED: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 }

/** The sum of two usages. Its cost includes only usage with a known price. */
export function added(a: Usage, b: Usage): Usage {
  const cost = a.cost === undefined && b.cost === undefined ? undefined : (a.cost ?? 0) + (b.cost ?? 0)
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    ...(cost === undefined ? {} : { cost }),
    ...(a.estimated || b.estimated ? { estimated: true } : {})
  }
}

/** US dollars in the words of an error: `$0.0500`, `$12.50`. */
export const dollars = (sum: number): string => `$${sum.toFixed(sum < 1 ? 4 : 2)}`

type Used = Pick<Exchange, 'usage'>

/** The usage of all exchanges; undefined if there were none. Its cost is known only if each one's is. */
export function usageOf(exchanges: readonly [Used, ...Used[]]): Usage
export function usageOf(exchanges: readonly Used[]): Usage | undefined
export function usageOf(exchanges: readonly Used[]): Usage | undefined {
  const [first, ...more] = exchanges
  if (!first) return undefined
  const { cost, ...tokens } = more.reduce((sum, { usage }) => added(sum, usage), first.usage)
  return { ...tokens, ...(cost === undefined || exchanges.some(({ usage }) => usage.cost === undefined) ? {} : { cost }) }
}
