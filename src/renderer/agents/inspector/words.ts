import type { Seat } from '../../../shared/table/turns'
import { agentName } from '../../ui/names'

/** The agent of a seat: `Model · claude-haiku · high`. */
export const seatWords = ({ agent, model, effort }: Seat): string =>
  [agentName(agent), model, effort].filter((part) => part !== undefined).join(' · ')

/** Splits a text at the occurrences of a query, ignoring case. */
export function highlighted(text: string, query: string): { text: string; hit: boolean }[] {
  if (query === '') return [{ text, hit: false }]
  const out: { text: string; hit: boolean }[] = []
  const [hay, needle] = [text.toLowerCase(), query.toLowerCase()]
  // A letter whose lower case is longer would shift the marks, so such a text is shown without marks.
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

/** Whether a text contains a query, ignoring case. No text contains an empty query. */
export const containsText = (text: string, query: string): boolean => query !== '' && text.toLowerCase().includes(query.toLowerCase())
