import { defusedLine } from '../context/fence'
import type { Failure } from './failures'
import type { Reply } from './reply'

const OTHER_MODEL = 'Choose another model for this seat in Settings, or press Play to try again.'

/**
 * The failure of a complete answer that can't be used and can't be corrected by the model: the provider blocked it, or it was cut off before any part
 * of it was complete. Undefined for any other answer. `isFallback`: the model was called because another one had refused.
 */
export function unusable(reply: Reply, model: string, maxTokens: number, isFallback: boolean): Failure | undefined {
  const lasting = { maxRetries: 0, remedy: 'settings' } as const
  if (reply.stop === 'refusal')
    return {
      ...lasting,
      words: `${model} refused to answer${reasonIn(reply)}`,
      advice: isFallback ? OTHER_FALLBACK : FALLBACK
    }
  if (!reply.cut || reply.toolRequests.length > 0) return undefined
  if (reply.stop === 'max_tokens')
    return {
      ...lasting,
      words: `The answer was cut off at ${maxTokens.toLocaleString('en')} tokens before it was complete`,
      advice: 'Choose a lower effort or another model for this seat in Settings.'
    }
  return {
    ...lasting,
    words: `The prompt leaves ${model} no room for an answer`,
    advice: 'Lower the size of the context in Settings, or choose a model with a larger window.',
    beginAfresh: true
  }
}

/** A clause with the provider's name for the kind of refusal, such as general_harms, in words. */
function reasonIn({ refusal }: Reply): string {
  const kind = defusedLine(refusal).replaceAll(/[_-]+/g, ' ').trim()
  return kind === '' ? '' : `, and the provider names the reason “${kind}”`
}

const OTHER_FALLBACK = 'Name another fallback model for this seat in Settings, or change what the scene asks for.'
const FALLBACK = 'Name a fallback model for this seat in Settings, or change what the scene asks for.'

/** A sentence for the user that says why a complete answer contains no usable tool call, and what to do. The model gets another text. */
export function faultOf(reply: Reply, tools: readonly string[]): string | undefined {
  const { toolRequests, stop } = reply
  if (stop === 'pause_turn') return undefined
  if (toolRequests.length === 0) {
    if (reply.text.trim() !== '')
      return `The model answered with text and called no tool. Choose a model that uses tools for this seat in Settings, or press Play to try again.`
    if (stop === '')
      return `The model's answer was empty and gave no reason why it stopped. Check the address in Settings, or press Play to try again.`
    return reply.thought === ''
      ? `The model's answer was empty. ${OTHER_MODEL}`
      : `The model only thought and called no tool. Choose a lower effort for this seat in Settings, or press Play to try again.`
  }
  const broken = toolRequests.find(({ input }) => input === undefined)
  if (broken) return `The model called ${broken.name} with an input that is not a JSON object. ${OTHER_MODEL}`
  const unknown = toolRequests.find(({ name }) => !tools.includes(name))
  if (unknown)
    return `The model called a tool that doesn't exist: ${unknown.name}. Press Play to try again, or choose another model for this seat in Settings.`
  return undefined
}
