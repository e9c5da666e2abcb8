import type { ContentBlockParam, MessageCreateParamsStreaming, MessageParam, TextBlockParam, Tool } from '@anthropic-ai/sdk/resources/messages'
import type { Context, Effort, Seat } from '../../../shared/turns'
import { modelOf } from './models'

/** Tokens an answer may take, with the thinking before it. */
const ANSWER: Readonly<Record<Effort, number>> = { low: 4096, medium: 8192, high: 16_384, max: 32_768 }

const CACHED = { cache_control: { type: 'ephemeral' } } as const

/** A message of the conversation of one turn; answers carry the model's own blocks. */
export type Message = { role: 'user' | 'assistant'; content: ContentBlockParam[] }

/**
 * A request to the Messages API: the frame as system, every other kept piece as a block of the first message, then what was said
 * since. What is the same from request to request stands first and is marked for the cache: tools, frame, what is warm, and all so far.
 */
export function requestOf(context: Context, since: readonly Message[], model: string, seat: Seat): MessageCreateParamsStreaming {
  const known = modelOf(model)
  const kept = context.pieces.filter((piece) => piece.kept && piece.text.trim() !== '')
  const frame = kept.filter((piece) => piece.tier === 'frame')
  const rest = kept.filter((piece) => piece.tier !== 'frame')
  const warm = rest.findLastIndex((piece) => piece.tier === 'warm')
  const text = (words: string, marked: boolean): TextBlockParam => ({ type: 'text', text: words, ...(marked ? CACHED : {}) })
  const told: Message = { role: 'user', content: rest.map((piece, i) => text(piece.text, i === warm && i < rest.length - 1)) }
  if (told.content.length === 0) told.content.push(text('It is your turn.', false))
  const effort = known?.effort === false ? undefined : seat.effort
  return {
    model,
    max_tokens: ANSWER[seat.effort ?? 'medium'],
    stream: true,
    ...(frame.length === 0 ? {} : { system: frame.map((piece, i) => text(piece.text, i === frame.length - 1)) }),
    ...(context.tools.length === 0 ? {} : { tools: toolsOf(context, known !== undefined) }),
    messages: lastMarked(joined([told, ...since])),
    ...(known?.thinks ? { thinking: { type: 'adaptive', display: 'summarized' } } : {}),
    ...(effort === undefined ? {} : { output_config: { effort } })
  }
}

/** Inputs are streamed as they are written, where the model is known to do that. */
function toolsOf(context: Context, eager: boolean): Tool[] {
  return context.tools.map(({ name, description, input_schema }, i) => ({
    name,
    description,
    input_schema: { ...input_schema, type: 'object' },
    ...(eager ? { eager_input_streaming: true } : {}),
    ...(i === context.tools.length - 1 ? CACHED : {})
  }))
}

/** Roles take turns: neighbours of one role are one message. */
function joined(messages: readonly Message[]): Message[] {
  const turns: Message[] = []
  for (const { role, content } of messages) {
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else turns.push({ role, content: [...content] })
  }
  return turns
}

/** Marks the end of all that was said; thoughts bear no mark. */
function lastMarked(messages: Message[]): MessageParam[] {
  const last = messages.at(-1)
  const block = last?.content.at(-1)
  if (last && block && (block.type === 'text' || block.type === 'tool_result' || block.type === 'tool_use'))
    last.content[last.content.length - 1] = Object.assign({}, block, CACHED)
  return messages
}
