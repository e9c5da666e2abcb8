import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages'
import type { LiveNews } from '../../../shared/agents'
import type { Usage } from '../../../shared/turns'
import { partialFields } from './partial-json'

/** A tool the model asked for. `input` is absent when what came was no JSON object; then `raw` is what came. */
export interface Wanted {
  id: string
  name: string
  input?: Record<string, unknown>
  raw: string
}

/** A part of an answer as it is sent back to the provider. */
export type Block =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> }

type Open = Block & { json?: string; told?: number }

/** Builds an answer from the events of its stream, and says what is news on the way. Strange events are passed over. */
export class Reply {
  readonly tokens: Omit<Usage, 'cost'> = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
  /** Why it stopped, in the provider's word; empty until it did. */
  stop = ''
  /** What kind of refusal it was, when it was one. */
  refusal = ''
  readonly #blocks = new Map<number, Open>()

  add(event: RawMessageStreamEvent): LiveNews | undefined {
    switch (event.type) {
      case 'message_start':
        this.#count(event.message.usage)
        return undefined
      case 'content_block_start':
        return this.#begin(event.index, event.content_block as Open)
      case 'content_block_delta':
        return this.#grow(this.#blocks.get(event.index), event.delta)
      case 'content_block_stop':
        return this.#draft(this.#blocks.get(event.index), true)
      case 'message_delta':
        this.#count(event.usage)
        this.stop = event.delta.stop_reason ?? this.stop
        this.refusal = event.delta.stop_details?.category ?? ''
        return undefined
      default:
        return undefined
    }
  }

  get text(): string {
    return this.#all('text')
      .map((block) => block.text)
      .join('\n\n')
  }

  get thought(): string {
    return this.#all('thinking')
      .map((block) => block.thinking)
      .filter((thought) => thought !== '')
      .join('\n\n')
  }

  /** The tools it asked for, in order. One that was cut off in the middle (`max_tokens`) was not asked for. */
  get wanted(): Wanted[] {
    return this.#all('tool_use').flatMap((block) => {
      const input = objectOf(block)
      if (input === undefined && this.cut) return []
      return [{ id: block.id, name: block.name, raw: block.json ?? '', ...(input === undefined ? {} : { input }) }]
    })
  }

  /** The answer stopped because it was too long. */
  get cut(): boolean {
    return this.stop === 'max_tokens' || this.stop === 'model_context_window_exceeded'
  }

  /** The answer as it can be sent back: nothing empty, nothing cut off in the middle, thoughts only where they are signed. */
  get content(): Block[] {
    const asked = new Set(this.wanted.map((use) => use.id))
    return [...this.#blocks.values()].flatMap((block): Block[] => {
      if (block.type === 'text') return block.text.trim() === '' ? [] : [{ type: 'text', text: block.text }]
      if (block.type === 'thinking') return block.signature === '' ? [] : [{ type: 'thinking', thinking: block.thinking, signature: block.signature }]
      if (block.type === 'redacted_thinking') return [{ type: 'redacted_thinking', data: block.data }]
      return asked.has(block.id) ? [{ type: 'tool_use', id: block.id, name: block.name, input: objectOf(block) ?? {} }] : []
    })
  }

  #all<Type extends Block['type']>(type: Type): (Open & { type: Type })[] {
    return [...this.#blocks.values()].filter((block): block is Open & { type: Type } => block.type === type)
  }

  #begin(index: number, block: Open): LiveNews | undefined {
    if (block.type === 'text') this.#blocks.set(index, { type: 'text', text: block.text ?? '' })
    if (block.type === 'thinking') this.#blocks.set(index, { type: 'thinking', thinking: block.thinking ?? '', signature: block.signature ?? '' })
    if (block.type === 'redacted_thinking') this.#blocks.set(index, { type: 'redacted_thinking', data: block.data })
    if (block.type !== 'tool_use') return undefined
    this.#blocks.set(index, { type: 'tool_use', id: block.id, name: block.name, input: block.input ?? {}, json: '', told: 0 })
    return { at: 'draft', tool: block.name, input: {} }
  }

  #grow(
    block: Open | undefined,
    delta: { type: string; text?: string; thinking?: string; signature?: string; partial_json?: string }
  ): LiveNews | undefined {
    if (block?.type === 'text' && delta.type === 'text_delta') {
      block.text += delta.text ?? ''
      return { at: 'text', text: delta.text ?? '' }
    }
    if (block?.type === 'thinking' && delta.type === 'thinking_delta') {
      block.thinking += delta.thinking ?? ''
      return { at: 'thought', text: delta.thinking ?? '' }
    }
    if (block?.type === 'thinking' && delta.type === 'signature_delta') block.signature += delta.signature ?? ''
    if (block?.type !== 'tool_use' || delta.type !== 'input_json_delta') return undefined
    block.json = (block.json ?? '') + (delta.partial_json ?? '')
    return this.#draft(block, false)
  }

  /** A draft is read anew each time, so a long one is told in steps that grow with it. */
  #draft(block: Open | undefined, whole: boolean): LiveNews | undefined {
    if (block?.type !== 'tool_use') return undefined
    const json = block.json ?? ''
    const told = block.told ?? 0
    if (json.length === told || (!whole && json.length - told < 8 + told / 50)) return undefined
    block.told = json.length
    return { at: 'draft', tool: block.name, input: partialFields(json) }
  }

  /** Counts in later events are totals, not more of the same. */
  #count(usage: {
    input_tokens?: number | null
    output_tokens?: number
    cache_read_input_tokens?: number | null
    cache_creation_input_tokens?: number | null
  }): void {
    this.tokens.input = counted(usage.input_tokens, this.tokens.input)
    this.tokens.output = counted(usage.output_tokens, this.tokens.output)
    this.tokens.cacheRead = counted(usage.cache_read_input_tokens, this.tokens.cacheRead)
    this.tokens.cacheWrite = counted(usage.cache_creation_input_tokens, this.tokens.cacheWrite)
  }
}

/** A count as a server names it; the one before for what counts nothing: a negative one would pay for the next request. */
const counted = (named: number | null | undefined, before: number): number =>
  typeof named === 'number' && Number.isSafeInteger(named) && named >= 0 ? named : before

/** What a tool is given: the object that was streamed, or the one it began with when nothing was. */
function objectOf(block: Open & { type: 'tool_use' }): Record<string, unknown> | undefined {
  if ((block.json ?? '').trim() === '') return block.input
  try {
    const value: unknown = JSON.parse(block.json ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
