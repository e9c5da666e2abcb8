import { Problem } from '../../../shared/base/problem'
import type { Context, Seat } from '../../../shared/table/turns'
import { hostOf } from './address'
import type { Access } from './client'
import { callOnce, SYSTEM_TIMING, type Timing } from './connection'
import { failureIn } from './failures'
import { requestOf } from './request'

/** Known counts by address, model and prompt digest; the length of a prompt never changes. */
const known = new Map<string, number>()
const MAX_KNOWN_COUNTS = 500
const LIMITS = { idleTimeoutMs: 10_000, totalTimeoutMs: 10_000, maxBytes: 1 << 20 }

/**
 * Returns the number of tokens of a prompt at a model, as the provider counts them. Only the interface uses it; a turn doesn't need it,
 * because each answer reports the size of its prompt. Throws Problem `agent-failed` if the provider doesn't count tokens or fails.
 */
export async function countPrompt(context: Context, access: Access, model: string, seat: Seat, timing: Timing = SYSTEM_TIMING): Promise<number> {
  const name = `${access.baseUrl} ${model} ${context.digest}`
  const before = known.get(name)
  if (before !== undefined) return before
  const { messages, system, tools, thinking } = requestOf({ context, messages: [] }, model, seat)
  const request = {
    model,
    messages,
    ...(system === undefined ? {} : { system }),
    ...(tools === undefined ? {} : { tools }),
    ...(thinking === undefined ? {} : { thinking })
  }
  try {
    const { input_tokens: tokens } = await callOnce(access, LIMITS, timing, (client) => client.messages.countTokens(request))
    if (!Number.isSafeInteger(tokens) || tokens < 0) throw new Problem('agent-failed', `${hostOf(access.baseUrl)} doesn't count tokens.`)
    if (known.size >= MAX_KNOWN_COUNTS) known.clear()
    known.set(name, tokens)
    return tokens
  } catch (thrown) {
    throw new Problem('agent-failed', failureIn(thrown, access, model))
  }
}
