import { field } from '../anthropic/wire'

/** A tool call while it arrives. `name` is empty until the server has sent it; then the block has begun. */
interface Call {
  id: string
  name: string
  json: string
  block?: number
}

/** The reasons to stop that chat completions name, in the terms of the Messages API. Every other one means that the answer is complete. */
const STOPS: Readonly<Record<string, string>> = { length: 'max_tokens', content_filter: 'refusal' }

/**
 * Converts the chunks of a chat completion to the events of the Messages API. Servers disagree about nearly everything in a chunk: whether ids and
 * indexes are there, whether arguments are a text or an object, where thoughts stand, and whether tool calls stop with `tool_calls`. A whole message
 * counts as one chunk.
 */
export async function* chatEvents(chunks: AsyncIterable<unknown>): AsyncGenerator {
  const events = new ChatEvents()
  for await (const chunk of chunks) yield* events.add(chunk)
  yield* events.end()
}

class ChatEvents {
  #hasBegun = false
  /** The number of blocks, and the open block of text or thoughts. */
  #blocks = 0
  #open: { type: 'text' | 'thinking'; index: number } | undefined
  readonly #calls: Call[] = []
  /** The last call with each index. */
  readonly #byIndex = new Map<unknown, Call>()
  #stop = ''
  #usage: unknown;

  *add(chunk: unknown): Generator {
    if (!this.#hasBegun) {
      this.#hasBegun = true
      yield { type: 'message_start', message: {} }
    }
    this.#usage = usageOf(field(chunk, 'usage') ?? field(field(chunk, 'x_groq'), 'usage')) ?? this.#usage
    const choices = field(chunk, 'choices')
    const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
    const delta = field(choice, 'delta') ?? field(choice, 'message')
    yield* this.#grow('thinking', textIn(field(delta, 'reasoning_content') ?? field(delta, 'reasoning') ?? field(delta, 'thinking')))
    yield* this.#grow('text', textIn(field(delta, 'content')) || textIn(field(delta, 'refusal')))
    const old = field(delta, 'function_call')
    const pieces = field(delta, 'tool_calls') ?? (old === undefined || old === null ? [] : [{ index: 0, function: old }])
    for (const piece of Array.isArray(pieces) ? pieces : []) yield* this.#call(piece)
    const stop = field(choice, 'finish_reason')
    if (typeof stop === 'string' && stop !== '') this.#stop = stop
  }

  /** The end of the stream. A server that gave no reason to stop has sent a whole answer only if it has sent whole calls. */
  *end(): Generator {
    for (const call of this.#calls) if (call.block === undefined) yield* this.#begin(call)
    if (this.#stop === '' && (this.#calls.length === 0 || !this.#calls.every(({ json }) => isWhole(json)))) return
    const stop_reason = STOPS[this.#stop] ?? (this.#calls.length > 0 ? 'tool_use' : 'end_turn')
    yield { type: 'message_delta', delta: { stop_reason }, usage: this.#usage }
    yield { type: 'message_stop' }
  }

  *#grow(type: 'text' | 'thinking', text: string): Generator {
    if (text === '') return
    if (this.#open?.type !== type) {
      this.#open = { type, index: this.#blocks++ }
      yield { type: 'content_block_start', index: this.#open.index, content_block: { type, [type]: '', signature: '' } }
    }
    yield { type: 'content_block_delta', index: this.#open.index, delta: { type: `${type}_delta`, [type]: text } }
  }

  *#call(piece: unknown): Generator {
    const body = field(piece, 'function') ?? piece
    const [id, name] = [textIn(field(piece, 'id')), textIn(field(body, 'name'))]
    const given = field(body, 'arguments')
    const json = typeof given === 'string' ? given : given === undefined || given === null ? '' : JSON.stringify(given)
    const index = field(piece, 'index')
    const last = index === undefined || index === null ? this.#calls.at(-1) : this.#byIndex.get(index)
    const call = last && !isAnother(last, id, name, json) ? last : this.#added({ id, name: '', json: '' })
    this.#byIndex.set(index, call)
    call.id ||= id
    call.name ||= name
    call.json += json
    if (call.block === undefined) {
      if (call.name !== '') yield* this.#begin(call)
    } else if (json !== '') yield inputDelta(call.block, json)
  }

  #added(call: Call): Call {
    this.#calls.push(call)
    return call
  }

  *#begin(call: Call): Generator {
    this.#open = undefined
    call.block = this.#blocks++
    yield { type: 'content_block_start', index: call.block, content_block: { type: 'tool_use', id: call.id, name: call.name, input: {} } }
    if (call.json !== '') yield inputDelta(call.block, call.json)
  }
}

const inputDelta = (index: number, json: string) => ({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: json } })

/** Whether a piece belongs to another call than the last one with its index: some servers give every call the same index, the same id, or neither. */
function isAnother(last: Call, id: string, name: string, json: string): boolean {
  if (name === '' || last.name === '') return false
  if (id !== '' && last.id !== '' && id !== last.id) return true
  return last.json !== '' && isWhole(last.json) && (json !== '' || name !== last.name)
}

function isWhole(json: string): boolean {
  if (json === '') return true
  try {
    JSON.parse(json)
    return true
  } catch {
    return false
  }
}

/** A text, or the texts in a list of parts. */
const textIn = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.map((part: unknown) => textIn(field(part, 'text'))).join('') : ''

/** Counts in the terms of the Messages API; undefined if there are none. A prompt has tokens, so 0 means that the server doesn't count them. */
function usageOf(usage: unknown): object | undefined {
  const [prompt, output] = [field(usage, 'prompt_tokens'), field(usage, 'completion_tokens')]
  if (typeof prompt !== 'number' || prompt <= 0) return undefined
  const cached = field(field(usage, 'prompt_tokens_details'), 'cached_tokens') ?? field(usage, 'prompt_cache_hit_tokens')
  const read = typeof cached === 'number' && cached >= 0 && cached <= prompt ? cached : 0
  return { input_tokens: prompt - read, cache_read_input_tokens: read, output_tokens: output }
}
