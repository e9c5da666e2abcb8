import type { TryOut } from '../../../shared/turns'
import { clientFor, type Access } from './client'
import { failureIn } from './failures'
import { priced } from './models'

/** One cheap call, to see whether key, address and model are right. What is wrong is said in words; nothing is thrown. */
export async function tryModel(access: Access, model: string, clock: () => number): Promise<TryOut> {
  const started = clock()
  const ms = (): number => Math.round(clock() - started)
  try {
    const client = clientFor(access)
    const message = await client.messages.create(
      { model, max_tokens: 64, messages: [{ role: 'user', content: 'Answer with the one word: ready.' }] },
      { timeout: 30_000 }
    )
    const { input_tokens: input, output_tokens: output, cache_read_input_tokens: read, cache_creation_input_tokens: write } = message.usage
    const usage = priced(model, { input, output, cacheRead: read ?? 0, cacheWrite: write ?? 0 })
    const cost =
      usage.cost === undefined ? "Proscenium doesn't know its price, so it can't keep to a budget." : `The test cost $${usage.cost.toFixed(6)}.`
    return { ok: true, words: `${model} answered. ${cost}`, ms: ms(), usage }
  } catch (thrown) {
    return { ok: false, words: failureIn(thrown, access, model), ms: ms() }
  }
}
