import { Problem } from '../../../shared/problem'
import type { Context, Seat } from '../../../shared/turns'
import { clientFor, type Access } from './client'
import { failureIn } from './failures'
import { requestOf } from './request'

/** Counts already asked for, by address, model and digest of the prompt: a prompt's length never changes. */
const known = new Map<string, number>()
const MOST_KNOWN = 500

/**
 * Tokens that a prompt takes at a model, counted by the provider. For show: on the way of a turn nobody asks, because the answer itself
 * says what its prompt took. Throws Problem `agent-failed` where the provider does not count or fails.
 */
export async function countPrompt(context: Context, access: Access, model: string, seat: Seat): Promise<number> {
  const name = `${access.baseUrl} ${model} ${context.digest}`
  const before = known.get(name)
  if (before !== undefined) return before
  const { messages, system, tools, thinking } = requestOf(context, [], model, seat)
  const asked = {
    model,
    messages,
    ...(system === undefined ? {} : { system }),
    ...(tools === undefined ? {} : { tools }),
    ...(thinking === undefined ? {} : { thinking })
  }
  try {
    const { input_tokens: tokens } = await clientFor(access).messages.countTokens(asked, { timeout: 10_000 })
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(name, tokens)
    return tokens
  } catch (thrown) {
    throw new Problem('agent-failed', failureIn(thrown, access, model))
  }
}
