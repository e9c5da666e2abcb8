import type { TryOut } from '../../../shared/table/turns'
import type { Access } from './client'
import { callOnce, SYSTEM_TIMING, type Timing } from './connection'
import { failureIn } from './failures'
import { priced } from './models'
import { countsOf } from './reply'

const LIMITS = { idleTimeoutMs: 30_000, totalTimeoutMs: 30_000, maxBytes: 1 << 20 }

/** Makes one cheap call, to check whether key, address and model are right. A failure is returned as a sentence; nothing is thrown. */
export async function tryModel(access: Access, model: string, timing: Timing = SYSTEM_TIMING): Promise<TryOut> {
  const started = timing.clock()
  const ms = (): number => Math.round(timing.clock() - started)
  try {
    const question = { role: 'user' as const, content: 'Answer with the one word: ready.' }
    const message: unknown = await callOnce(access, LIMITS, timing, (client) =>
      client.messages.create({ model, max_tokens: 64, messages: [question] })
    )
    const tokens = countsOf(message)
    if (!tokens) return { ok: true, words: `${model} answered. Its server counts no tokens, so Proscenium estimates the cost.`, ms: ms() }
    const usage = priced(model, tokens)
    const cost =
      usage.cost === undefined ? "Proscenium doesn't know its price, so it can't keep to a budget." : `The test cost $${usage.cost.toFixed(6)}.`
    return { ok: true, words: `${model} answered. ${cost}`, ms: ms(), usage }
  } catch (thrown) {
    return { ok: false, words: failureIn(thrown, access, model), ms: ms() }
  }
}
