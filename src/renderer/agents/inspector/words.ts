import type { Seat } from '../../../shared/turns'
import { agentName } from '../../ui/names'

/** Who decides at a seat: `Model · claude-haiku · high`. */
export const seatWords = ({ agent, model, effort }: Seat): string =>
  [agentName(agent), model, effort].filter((part) => part !== undefined).join(' · ')

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
