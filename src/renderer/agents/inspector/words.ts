import type { Seat, Usage } from '../../../shared/turns'

/** A number with its thousands set apart: `12,340`. */
export const count = (n: number): string => Math.round(n).toLocaleString('en')

/** A number with its sign: `+120`, `−40`, `0`. */
export const signed = (n: number): string => (n > 0 ? `+${count(n)}` : n < 0 ? `−${count(-n)}` : '0')

/** US dollars: cents, and as many digits as a small sum needs to be seen at all. */
export function dollars(cost: number): string {
  if (cost === 0 || cost >= 0.1) return `$${cost.toFixed(2)}`
  return cost < 0.0001 ? '< $0.0001' : `$${cost.toFixed(4)}`
}

/** A span of time in ms as people say it: `3.4 ms`, `840 ms`, `3.2 s`, `2 min 5 s`. */
export function span(ms: number): string {
  if (ms < 9.95) return `${ms.toFixed(1)} ms`
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Who decides at a seat: `anthropic · claude-haiku · high`. */
export const seatWords = ({ agent, model, effort }: Seat): string => [agent, model, effort].filter((part) => part !== undefined).join(' · ')

/** Every token that was sent, from the cache or not. */
export const sent = ({ input, cacheRead, cacheWrite }: Usage): number => input + cacheRead + cacheWrite

/** A text cut where a query occurs, without regard to case; `hit` parts are the occurrences. */
export function marked(text: string, query: string): { text: string; hit: boolean }[] {
  if (query === '') return [{ text, hit: false }]
  const out: { text: string; hit: boolean }[] = []
  const [hay, needle] = [text.toLowerCase(), query.toLowerCase()]
  // A letter whose lower case is longer would shift what follows it; such a text is shown without marks.
  if (hay.length !== text.length) return [{ text, hit: false }]
  let from = 0
  for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, from)) {
    if (at > from) out.push({ text: text.slice(from, at), hit: false })
    out.push({ text: text.slice(at, at + needle.length), hit: true })
    from = at + needle.length
  }
  if (from < text.length || out.length === 0) out.push({ text: text.slice(from), hit: false })
  return out
}

/** Whether a text holds a query, without regard to case. An empty query is nowhere. */
export const holds = (text: string, query: string): boolean => query !== '' && text.toLowerCase().includes(query.toLowerCase())
