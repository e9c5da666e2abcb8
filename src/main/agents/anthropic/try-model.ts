import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages'
import { Problem } from '../../../shared/base/problem'
import type { ListedModel } from '../../../shared/table/model-access'
import type { TryOut } from '../../../shared/table/turns'
import { callOnce, SYSTEM_TIMING, type Timing } from './connection'
import { failureIn } from './failures'
import { priced } from './models'
import { Reply } from './reply'
import { streamReply } from './send-request'
import type { Access } from './wire'
import { wireOf } from './wires'

const LIST_LIMITS = { idleTimeoutMs: 30_000, totalTimeoutMs: 30_000, maxBytes: 16 << 20 }
/** A model on this machine may have to be loaded first. */
const TRIAL_TIMEOUT_MS = 120_000
/** Room for a model that thinks before it answers. */
const MAX_TOKENS = 1024

/** Makes one cheap call, to check whether key, address and model are right, and what the model and its server can do. A failure is returned as a sentence; nothing is thrown. */
export async function tryModel(access: Access, model: string, timing: Timing = SYSTEM_TIMING): Promise<TryOut> {
  const wire = await wireOf(access.protocol)
  const started = timing.clock()
  const ms = (): number => Math.round(timing.clock() - started)
  const reply = new Reply()
  const stop = new AbortController()
  const cancel = timing.timer(TRIAL_TIMEOUT_MS, () => stop.abort())
  try {
    const thrown = await streamReply(timing, wire, access, requestOf(model), reply, () => undefined, stop.signal)
    if (stop.signal.aborted) return { ok: false, words: `${model} did not answer in two minutes. Choose a smaller model, or try again.`, ms: ms() }
    if (thrown !== undefined) return { ok: false, words: failureIn(thrown, access, wire, model), ms: ms() }
    const usage = priced(
      model,
      reply.usage(() => 0),
      access.prices
    )
    const calls = reply.toolRequests.some(({ input }) => input !== undefined)
    const cost = reply.isCounted
      ? usage.cost === undefined
        ? " Proscenium doesn't know its price, so it can't keep to a budget."
        : ` The test cost $${usage.cost.toFixed(6)}.`
      : ' Its server counts no tokens, so Proscenium estimates the cost.'
    const answers = reply.cameWhole ? 'sends each answer as a whole' : 'streams its answers'
    const contextTokens = await windowOf(access, model, timing)
    const size = contextTokens === undefined ? '' : ` Its window has ${contextTokens.toLocaleString('en')} tokens.`
    const words = calls
      ? `${model} calls tools and ${answers}.${size}${cost}`
      : `${model} answered, but called no tool. A seat needs a model that uses tools.${cost}`
    return { ok: calls, words, ms: ms(), ...(reply.isCounted ? { usage } : {}), ...(contextTokens === undefined ? {} : { contextTokens }) }
  } catch (error) {
    return { ok: false, words: failureIn(error, access, wire, model), ms: ms() }
  } finally {
    cancel()
  }
}

/** The tokens of a model's window, if its server lists them. Only servers of chat completions do. */
async function windowOf(access: Access, model: string, timing: Timing): Promise<number | undefined> {
  if (access.protocol !== 'chat') return undefined
  const models = await listModels(access, timing).catch(() => [])
  return models.find(({ id }) => id === model)?.contextTokens
}

const requestOf = (model: string): MessageCreateParamsStreaming => ({
  model,
  max_tokens: MAX_TOKENS,
  stream: true,
  messages: [{ role: 'user', content: 'Call the tool “ready” with the word “yes”.' }],
  tools: [
    {
      name: 'ready',
      description: 'Says that you are ready.',
      input_schema: { type: 'object', properties: { word: { type: 'string', enum: ['yes'] } }, required: ['word'] }
    }
  ]
})

/** The models that a server lists. Throws Problem `agent-failed`. */
export async function listModels(access: Access, timing: Timing = SYSTEM_TIMING): Promise<ListedModel[]> {
  const wire = await wireOf(access.protocol)
  try {
    return await callOnce(LIST_LIMITS, timing, (send) => wire.models(access, send))
  } catch (thrown) {
    throw new Problem('agent-failed', failureIn(thrown, access, wire, ''), { remedy: 'settings' })
  }
}
