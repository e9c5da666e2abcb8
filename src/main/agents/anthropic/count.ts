import type { Context, Seat } from '../../../shared/turns'
import type { Access } from './client'
import { clientFor } from './client'
import { requestOf } from './request'

/** Counts already asked for, by model and digest; a prompt's length never changes. */
const known = new Map<string, number>()
const MOST_KNOWN = 500

/**
 * The context with the provider's count of its tokens instead of the estimate, for show and for settings. Never asked on the way of a
 * turn: there the answer itself says what the prompt took. Where the provider does not count, or fails, the estimate stays.
 */
export async function countContext(context: Context, access: Access, model: string, seat: Seat): Promise<Context> {
  const name = `${model} ${context.digest}`
  let tokens = known.get(name)
  if (tokens === undefined) {
    const { messages, system, tools, thinking } = requestOf(context, [], model, seat)
    try {
      const counted = await clientFor(access).messages.countTokens(
        {
          model,
          messages,
          ...(system === undefined ? {} : { system }),
          ...(tools === undefined ? {} : { tools }),
          ...(thinking === undefined ? {} : { thinking })
        },
        { timeout: 10_000 }
      )
      tokens = counted.input_tokens
    } catch {
      return context
    }
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(name, tokens)
  }
  return { ...context, tokens, counted: 'provider' }
}
