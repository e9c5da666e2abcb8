import type { Seat, Reason, PromptLength, WholeTurn } from '../../../shared/table/turns'
import { agentName } from '../../ui/names'
import { sentTokens } from '../../ui/amounts'

/** The agent of a seat: `Model · claude-haiku · high · lean`. */
export const seatWords = ({ agent, model, effort, profile }: Seat): string =>
  [agentName(agent), model, effort, profile === 'lean' ? profile : undefined].filter((part) => part !== undefined).join(' · ')

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

type Choice = Extract<Reason, { kind: 'choice' }>

/** The share of `weight` in `total`, 0 … 1; 0 if the total is 0. */
export const fractionOf = (weight: number, total = 0): number => (total > 0 ? weight / total : 0)

/** The aims of a choice's options with the share of each, the largest first; [] if they have none. */
export function wantsOf({ options, total }: Choice): { want: string; share: number }[] {
  const sums = new Map<string, number>()
  for (const { want, weight } of options) if (want !== undefined) sums.set(want, (sums.get(want) ?? 0) + weight)
  return [...sums]
    .map(([want, sum]) => ({ want, share: fractionOf(sum, total) }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
}

/** A share in whole percent, or "less than 1 %". */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return '< 1 %'
  return share < 1 && share > 0.99 ? '> 99 %' : `${Math.round(100 * share)} %`
}

/**
 * The length of a turn's recorded prompt in tokens, from the usage of its first answer; undefined if that took several requests or its server doesn't
 * count. Records without `after` give it only for a prompt without further messages.
 */
export function lengthOf({ context, exchanges, earlier = [] }: Pick<WholeTurn, 'context' | 'exchanges' | 'earlier'>): PromptLength | undefined {
  if (!context) return undefined
  const [first] = exchanges[0]?.after === undefined ? [...earlier.flatMap((one) => one.exchanges), ...exchanges] : exchanges
  const isWhole = first !== undefined && (first.after !== undefined || first.messages.length === 0)
  const tokens = isWhole && first.retries.length === 0 && !first.usage.estimated ? sentTokens(first.usage) : 0
  return tokens > 0 ? { by: 'provider', tokens } : { by: 'estimate', tokens: context.tokens }
}
