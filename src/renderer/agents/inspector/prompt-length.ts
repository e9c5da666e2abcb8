import type { PromptLength, WholeTurn } from '../../../shared/turns'
import { sent } from '../../ui/amounts'

/** How long the recorded prompt of a turn was: the first answer says what its prompt took, unless it was asked for more than once. */
export function lengthOf({ context, exchanges, earlier = [] }: Pick<WholeTurn, 'context' | 'exchanges' | 'earlier'>): PromptLength | undefined {
  if (!context) return undefined
  const [first] = [...earlier.flatMap((one) => one.exchanges), ...exchanges]
  const tokens = first && first.messages.length === 0 && first.retries.length === 0 && !first.usage.estimated ? sent(first.usage) : 0
  return tokens > 0 ? { by: 'provider', tokens } : { by: 'estimate', tokens: context.tokens }
}
