import type { PromptLength, WholeTurn } from '../../../shared/turns'
import { sent } from '../../ui/amounts'

/** The length of a turn's recorded prompt, from the usage of the first answer, unless that needed several requests. */
export function lengthOf({ context, exchanges, earlier = [] }: Pick<WholeTurn, 'context' | 'exchanges' | 'earlier'>): PromptLength | undefined {
  if (!context) return undefined
  const [first] = [...earlier.flatMap((one) => one.exchanges), ...exchanges]
  const tokens = first && first.messages.length === 0 && first.retries.length === 0 && !first.usage.estimated ? sent(first.usage) : 0
  return tokens > 0 ? { by: 'provider', tokens } : { by: 'estimate', tokens: context.tokens }
}
