import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  SystemMessageParam,
  TextBlockParam
} from '@anthropic-ai/sdk/resources/messages'
import type { Context, ContextPiece, Effort, Seat, ToolShape } from '../../../shared/table/turns'
import { LEAN } from '../context/lean'
import { TOOLS_BY } from '../context/prompts'
import type { Message } from './conversation'
import { modelOf } from './models'
import { declaration, type ToolLayout } from './tools'
import { Problem } from '../../../shared/base/problem'
import { hostOf } from './address'
import { clientFor, messagesWire } from './client'
import { callOnce, SYSTEM_TIMING } from './connection'
import { failureIn } from './failures'
import type { Access } from './wire'

/** The maximum tokens of an answer, including the thinking before it. */
const ANSWER: Readonly<Record<Effort, number>> = { low: 4096, medium: 8192, high: 16_384, max: 32_768 }

const CACHED = { cache_control: { type: 'ephemeral' } } as const

/** The part of a conversation that a request needs. */
export interface Prompt {
  context: Context
  /** The declared tools; if absent, those of the context. */
  declared?: readonly ToolShape[]
  /** How they are declared: `live` if absent. */
  layout?: ToolLayout
  /** Everything after the context. */
  messages: readonly Message[]
}

/**
 * A request to the Messages API: the frame as system, every other kept piece as a block of the first message, then all later messages. It has four
 * cache marks: the end of the part that all seats of a role share, the end of the summaries, the end of the last request, and the end of this one.
 */
export function requestOf(
  { context, declared = context.tools, layout = 'live', messages: since }: Prompt,
  model: string,
  seat: Seat
): MessageCreateParamsStreaming {
  const known = modelOf(model)
  const included = context.pieces.filter((piece) => piece.kept && piece.text.trim() !== '')
  const frame = withToolRules(
    included.filter((piece) => piece.tier === 'frame'),
    declared.length === 0 ? undefined : layout
  )
  const rest = included.filter((piece) => piece.tier !== 'frame')
  const own = frame.findIndex(({ id }) => id === 'you' || id.startsWith('persona:'))
  const shared = (own > 0 ? own : frame.length) - 1
  const warm = rest.findLastIndex((piece) => piece.tier === 'warm')
  const text = (words: string, marked: boolean): TextBlockParam => ({ type: 'text', text: words, ...(marked ? CACHED : {}) })
  const first: Message = { role: 'user', content: rest.map((piece, i) => text(piece.text, i === warm && i < rest.length - 1)) }
  if (first.content.length === 0) first.content = [text('It is your turn.', false)]
  const effort = known?.effort === false ? undefined : seat.effort
  return {
    model,
    max_tokens: seat.profile === 'lean' ? LEAN.answerTokens : ANSWER[seat.effort ?? 'medium'],
    stream: true,
    ...(frame.length === 0 ? {} : { system: frame.map((piece, i) => text(piece.text, i === shared)) }),
    ...(declared.length === 0 ? {} : { tools: declared.map((shape) => declaration(shape, known !== undefined)) }),
    messages: withCacheMarks(mergeNeighbours([first, ...since])),
    ...(known?.thinks ? { thinking: { type: 'adaptive', display: 'summarized' } } : {}),
    ...(effort === undefined ? {} : { output_config: { effort } })
  }
}

/** The frame with the rules about tools, after the rules of the table. */
function withToolRules(
  frame: readonly Pick<ContextPiece, 'id' | 'text'>[],
  layout: ToolLayout | undefined
): readonly Pick<ContextPiece, 'id' | 'text'>[] {
  const at = frame.findIndex(({ id }) => id === 'rules') + 1
  return layout === undefined || at === 0 ? frame : frame.toSpliced(at, 0, { id: 'tools', text: TOOLS_BY[layout] })
}

/** Merges consecutive messages of the same role into one. */
function mergeNeighbours(messages: readonly Message[]): Message[] {
  const turns: Message[] = []
  for (const message of messages) {
    const last = turns.at(-1)
    if (message.role === 'user' && last?.role === 'user') last.content.push(...message.content)
    else if (message.role === 'assistant' && last?.role === 'assistant') last.content.push(...message.content)
    else turns.push(typeof message.content === 'string' ? message : ({ ...message, content: [...message.content] } as Message))
  }
  return turns
}

/** Marks the end of the request, and the end of the previous request, so that the cache entry of that one is found however long the answer was. */
function withCacheMarks(messages: Message[]): MessageParam[] {
  const answer = messages.findLastIndex(({ role }) => role === 'assistant')
  markEnd(messages[answer - 1])
  markEnd(messages.at(-1))
  return messages
}

/** Adds a cache mark to the last block of a message. The provider allows no mark on thoughts. */
function markEnd(message: Message | undefined): void {
  const content: (ContentBlockParam | SystemMessageParam['content'][number])[] | undefined =
    message && typeof message.content !== 'string' ? message.content : undefined
  const block = content?.at(-1)
  if (!content || typeof block !== 'object' || block.type === 'thinking' || block.type === 'redacted_thinking') return
  content[content.length - 1] = Object.assign({}, block, CACHED)
}

/** Known counts by address, model and prompt digest; the length of a prompt never changes. */
const known = new Map<string, number>()
const MAX_KNOWN_COUNTS = 500
const LIMITS = { idleTimeoutMs: 10_000, totalTimeoutMs: 10_000, maxBytes: 1 << 20 }

/**
 * Returns the number of tokens of a prompt at a model, as the provider counts them. Only the interface uses it; a turn doesn't need it,
 * because each answer reports the size of its prompt. Throws Problem `agent-failed` if the provider doesn't count tokens or fails.
 */
export async function countPrompt(context: Context, access: Access, model: string, seat: Seat): Promise<number> {
  if (access.protocol === 'chat') throw new Problem('agent-failed', `${hostOf(access.baseUrl)} doesn't count tokens.`)
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
    const { input_tokens: tokens } = await callOnce(LIMITS, SYSTEM_TIMING, (send) => clientFor(access, send).messages.countTokens(request))
    if (!Number.isSafeInteger(tokens) || tokens < 0) throw new Problem('agent-failed', `${hostOf(access.baseUrl)} doesn't count tokens.`)
    if (known.size >= MAX_KNOWN_COUNTS) known.clear()
    known.set(name, tokens)
    return tokens
  } catch (thrown) {
    throw new Problem('agent-failed', failureIn(thrown, access, messagesWire, model))
  }
}
