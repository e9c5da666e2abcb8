import type { Exchange, Usage } from './turns'

export const NOTHING_USED: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 }

/** Two usages together; the cost is known only where both are. */
export const added = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cacheRead: a.cacheRead + b.cacheRead,
  cacheWrite: a.cacheWrite + b.cacheWrite,
  ...(a.cost === undefined || b.cost === undefined ? {} : { cost: a.cost + b.cost })
})

/** What all exchanges used; undefined when nothing was asked. */
export const usageOf = (exchanges: readonly Pick<Exchange, 'usage'>[]): Usage | undefined =>
  exchanges.length === 0 ? undefined : exchanges.reduce((sum, { usage }) => added(sum, usage), NOTHING_USED)
