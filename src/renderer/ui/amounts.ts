import { figures } from '../../shared/words/figures'
import type { Usage } from '../../shared/table/turns'

/** A number with thousands separators: `12,340`. */
export const count = (n: number): string => figures(Math.round(n))

export { counted } from '../../shared/words/labels'

/** A number with its sign: `+120`, `−40`, `0`. */
export const signed = (n: number): string => (n > 0 ? `+${count(n)}` : n < 0 ? `−${count(-n)}` : '0')

/** US dollars: cents, and more digits for a small sum, so that it isn't rounded to zero. */
export function dollars(cost: number): string {
  if (cost === 0 || cost >= 0.1) return `$${cost.toFixed(2)}`
  return cost < 0.0001 ? '< $0.0001' : `$${cost.toFixed(4)}`
}

/** A duration in ms in everyday form: `3.4 ms`, `840 ms`, `3.2 s`, `2 min 5 s`. */
export function span(ms: number): string {
  if (ms < 9.95) return `${ms.toFixed(1)} ms`
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** All tokens sent, from the cache or not. */
export const sentTokens = ({ input, cacheRead, cacheWrite }: Usage): number => input + cacheRead + cacheWrite

/** How many rows a list shows, or how many of them are selected if they are several. */
export const countOrSelected = (count: string, selected: number): string => (selected > 1 ? `${figures(selected)} selected` : count)
