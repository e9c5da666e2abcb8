import type { PromptLength, WholeTurn } from '../../../shared/table/turns'
import { sent } from '../../ui/amounts'

/**
 * The length of a turn's recorded prompt in tokens, from the usage of its first answer; undefined if that took several requests or its server doesn't
 * count. Records without `after` give it only for a prompt without further messages.
 */
export function lengthOf({ context, exchanges, earlier = [] }: Pick<WholeTurn, 'context' | 'exchanges' | 'earlier'>): PromptLength | undefined {
  if (!context) return undefined
  const [first] = exchanges[0]?.after === undefined ? [...earlier.flatMap((one) => one.exchanges), ...exchanges] : exchanges
  const isWhole = first !== undefined && (first.after !== undefined || first.messages.length === 0)
  const tokens = isWhole && first.retries.length === 0 && !first.usage.estimated ? sent(first.usage) : 0
  return tokens > 0 ? { by: 'provider', tokens } : { by: 'estimate', tokens: context.tokens }
}
