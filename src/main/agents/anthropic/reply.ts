import type { LiveNews } from '../../../shared/table/agents'
import type { Usage } from '../../../shared/table/turns'
import { tokensOf } from '../context/tokens'
import { Allow, parse } from 'partial-json'
import { isObject } from '../../../shared/base/json'
import { unfenced } from '../../../shared/base/understand'
import { writtenCalls } from '../../../shared/table/written-calls'
import { withoutThoughts, withoutThoughtsIn } from './thoughts'
import { field } from './wire'
import type { Params, ParamValue } from '../../../shared/story/play'

/** A tool that the model requested. `input` is absent if the input was not a JSON object; `raw` is its text. */
export interface ToolRequest {
  id: string
  name: string
  input?: Record<string, unknown>
  raw: string
  /** The model wrote it into its text. */
  isWritten?: true
  /** It stood in an answer of another form than the one asked for. */
  isNear?: true
}

/** A part of an answer, in the form in which it is sent back to the provider. */
type Block =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> }

/** A block still being streamed. `input`: the one with which a tool use began; `reported`: how many characters of its JSON went out as drafts. */
type Open =
  | Exclude<Block, { type: 'tool_use' }>
  | { type: 'tool_use'; id: string; name: string; input: unknown; json: string; reported: number; isWritten?: true }

type Counts = Partial<Record<'input' | 'output' | 'cacheRead' | 'cacheWrite', number>>

/** A count above this number of tokens is certainly wrong. */
const MAX_COUNT = 10_000_000

/** Builds an answer from the events of its stream, and returns the news in each event. Events of any other shape are ignored. */
export class Reply {
  /** The reason why the answer stopped, as the provider names it; empty until then. */
  stop = ''
  /** The kind of refusal, if the answer was one. */
  refusal = ''
  /** Whether the server has marked the answer as complete. Later events are ignored. */
  isComplete = false
  /** Whether the server sent it as one message instead of a stream. */
  cameWhole = false
  /** The number of streamed characters. */
  length = 0
  #hasBegun = false
  #counts: Counts = {}
  #isOutputFinal = false
  #blocks: Open[] = []
  readonly #byIndex = new Map<unknown, Open>()
  readonly #takenIds: Set<string>
  readonly #keepsThoughts: boolean
  readonly #isNear: boolean

  /**
   * `takenIds`: the ids of tool uses in the conversation. `keepsThoughts`: whether thoughts can be sent back, which only the model that had them
   * accepts. `isNear`: the answer had another form than the one asked for.
   */
  constructor({
    takenIds = [],
    keepsThoughts = true,
    isNear = false
  }: { takenIds?: Iterable<string>; keepsThoughts?: boolean; isNear?: boolean } = {}) {
    this.#takenIds = new Set(takenIds)
    this.#keepsThoughts = keepsThoughts
    this.#isNear = isNear
  }

  add(event: unknown): LiveNews | undefined {
    if (this.isComplete) return undefined
    switch (field(event, 'type')) {
      case 'message_start':
        return this.#start(field(event, 'message'))
      case 'content_block_start':
        this.#hasBegun = true
        return this.#open(field(event, 'index'), field(event, 'content_block'))
      case 'content_block_delta':
        return this.#grow(this.#byIndex.get(field(event, 'index')), field(event, 'delta'))
      case 'content_block_stop':
        return this.#draft(this.#byIndex.get(field(event, 'index')), true)
      case 'message_delta':
        return this.#end(event)
      case 'message_stop':
        this.isComplete = this.#hasBegun
        return undefined
      default:
        return undefined
    }
  }

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Whether the server counted the tokens of the prompt and of the answer. No prompt is empty, so a count of 0 is none. */
  get isCounted(): boolean {
    return this.#isPromptCounted && this.#isOutputFinal
  }

  get #isPromptCounted(): boolean {
    const { input, cacheRead = 0, cacheWrite = 0 } = this.#counts
    return input !== undefined && input + cacheRead + cacheWrite > 0
  }

  /** The answer's usage, 0 until it has begun. Counts that are missing or can't be true are estimated and marked; `promptTokens` estimates. */
  usage(promptTokens: () => number): Omit<Usage, 'cost'> {
    const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = this.#counts
    if (!this.#hasBegun) return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
    const streamed = this.#blocks.map((block) => (block.type === 'tool_use' ? `${block.name} ${block.json}` : textOf(block))).join('\n')
    return {
      input: this.#isPromptCounted ? input : promptTokens(),
      output: this.#isOutputFinal ? output : Math.max(output, tokensOf(streamed)),
      cacheRead,
      cacheWrite,
      ...(this.isCounted ? {} : { estimated: true })
    }
  }

  get text(): string {
    return wellFormed(
      this.#all('text')
        .map((block) => withoutThoughts(block.text).text)
        .join('\n\n')
    )
  }

  get thought(): string {
    const thoughts = this.#blocks.flatMap((block): string[] => {
      if (block.type === 'thinking') return [block.thinking]
      if (block.type === 'text') return withoutThoughts(block.text).thoughts
      const inInput: string[] = []
      if (block.type === 'tool_use') withoutThoughtsIn(wholeInputOf(block), inInput)
      return inInput
    })
    return wellFormed(thoughts.filter((thought) => thought !== '').join('\n\n'))
  }

  /** The requested tools, in order, without one that was cut off (`max_tokens`). */
  get toolRequests(): ToolRequest[] {
    return this.#all('tool_use').flatMap((block) => {
      const input = inputOf(block)
      if (input === undefined && this.cut) return []
      const raw = block.json === '' && input === undefined ? JSON.stringify(block.input) : block.json
      return [
        {
          id: block.id,
          name: block.name,
          raw,
          ...(input === undefined ? {} : { input }),
          ...(block.isWritten ? { isWritten: true as const } : {}),
          ...(this.#isNear ? { isNear: true as const } : {})
        }
      ]
    })
  }

  /** Whether the answer stopped because it was too long. */
  get cut(): boolean {
    return this.stop === 'max_tokens' || this.stop === 'model_context_window_exceeded'
  }

  /** The answer in the form in which it can be sent back: without empty or incomplete parts, and with thoughts only if they are signed. */
  get content(): Block[] {
    const requested = new Set(this.toolRequests.map((use) => use.id))
    return this.#blocks.flatMap((block): Block[] => {
      if (block.type === 'text') {
        const { text } = withoutThoughts(block.text)
        return text.trim() === '' ? [] : [{ type: 'text', text: wellFormed(text) }]
      }
      if (block.type === 'thinking') {
        const isSigned = this.#keepsThoughts && block.signature !== ''
        return isSigned ? [{ type: 'thinking', thinking: block.thinking, signature: block.signature }] : []
      }
      if (block.type === 'redacted_thinking') return this.#keepsThoughts && block.data !== '' ? [{ type: 'redacted_thinking', data: block.data }] : []
      return requested.has(block.id) ? [{ type: 'tool_use', id: block.id, name: block.name, input: inputOf(block) ?? {} }] : []
    })
  }

  #all<Type extends Open['type']>(type: Type): (Open & { type: Type })[] {
    return this.#blocks.filter((block): block is Open & { type: Type } => block.type === type)
  }

  /** A second start event discards the blocks of the first one. */
  #start(message: unknown): undefined {
    if (this.#hasBegun && this.#blocks.length > 0) {
      this.#blocks = []
      this.#byIndex.clear()
    }
    this.#hasBegun = true
    this.#count(field(message, 'usage'))
  }

  #end(event: unknown): undefined {
    this.#hasBegun = true
    const delta = field(event, 'delta')
    this.#isOutputFinal = this.#count(field(event, 'usage')) || this.#isOutputFinal
    this.stop = textIn(delta, 'stop_reason') || this.stop
    this.refusal = textIn(field(delta, 'stop_details'), 'category')
    if (this.stop !== '' && !this.cut) this.#readWritten()
  }

  /** Takes the calls that stand in the texts of an answer without calls. */
  #readWritten(): void {
    if (this.#blocks.some(({ type }) => type === 'tool_use')) return
    this.#blocks = this.#blocks.flatMap((block): Open[] => {
      if (block.type !== 'text') return [block]
      const said = withoutThoughts(block.text)
      const { text, calls } = writtenCalls(said.text)
      if (calls.length === 0) return [block]
      const thoughts = said.thoughts.map((thinking): Open => ({ type: 'thinking', thinking, signature: '' }))
      return [...thoughts, { type: 'text', text }, ...calls.map((call) => this.#use({ ...call, isWritten: true }))]
    })
  }

  #use({ id = '', name, input = {}, json = '', isWritten }: { id?: string; name: string; input?: unknown; json?: string; isWritten?: true }): Open {
    return { type: 'tool_use', id: this.#freeId(id), name: toolName(name), input, json, reported: 0, ...(isWritten ? { isWritten } : {}) }
  }

  #open(index: unknown, started: unknown): LiveNews | undefined {
    const block = this.#blockOf(started)
    if (!block) return undefined
    this.#blocks.push(block)
    this.#byIndex.set(index, block)
    return block.type === 'tool_use' ? { at: 'draft', tool: block.name, input: {} } : undefined
  }

  #blockOf(started: unknown): Open | undefined {
    const type = field(started, 'type')
    if (type === 'text') return { type, text: this.#streamed(started, 'text') }
    if (type === 'thinking') return { type, thinking: this.#streamed(started, 'thinking'), signature: textIn(started, 'signature') }
    if (type === 'redacted_thinking') return { type, data: this.#streamed(started, 'data') }
    if (type !== 'tool_use') return undefined
    return this.#use({ id: textIn(started, 'id'), name: textIn(started, 'name'), input: field(started, 'input') ?? {} })
  }

  #grow(block: Open | undefined, delta: unknown): LiveNews | undefined {
    const type = field(delta, 'type')
    if (block?.type === 'text' && type === 'text_delta') {
      const text = this.#streamed(delta, 'text')
      block.text += text
      return { at: 'text', text }
    }
    if (block?.type === 'thinking' && type === 'thinking_delta') {
      const text = this.#streamed(delta, 'thinking')
      block.thinking += text
      return { at: 'thought', text }
    }
    if (block?.type === 'thinking' && type === 'signature_delta') block.signature += this.#streamed(delta, 'signature')
    if (block?.type !== 'tool_use' || type !== 'input_json_delta') return undefined
    block.json += this.#streamed(delta, 'partial_json')
    return this.#draft(block, false)
  }

  #streamed(from: unknown, name: string): string {
    const text = textIn(from, name)
    this.length += text.length
    return text
  }

  /** A draft is parsed from its beginning each time, so the steps in which it is reported grow with its length. */
  #draft(block: Open | undefined, whole: boolean): LiveNews | undefined {
    if (block?.type !== 'tool_use') return undefined
    const { json, reported } = block
    if (json.length === reported || (!whole && json.length - reported < 8 + reported / 50)) return undefined
    block.reported = json.length
    return { at: 'draft', tool: block.name, input: withoutThoughtsIn(partialFields(json)) }
  }

  /** Records counts. Counts in later events are totals that replace the earlier ones. Returns whether the output was counted. */
  #count(usage: unknown): boolean {
    const counts = countsIn(usage)
    this.#counts = { ...this.#counts, ...counts }
    return counts.output !== undefined
  }

  /** An id that can be sent back: the provider accepts no duplicates, and no other characters. */
  #freeId(id: string): string {
    let free = /^[a-zA-Z0-9_-]{1,64}$/.test(id) ? id : 'tool_1'
    for (let n = 2; this.#takenIds.has(free); n++) free = `tool_${n}`
    this.#takenIds.add(free)
    return free
  }
}

/** A name that can be sent back: the provider accepts no other characters, even in the name of a tool that the model invented. */
const toolName = (name: string): string => name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unnamed'

const textIn = (value: unknown, name: string): string => {
  const text = field(value, name)
  return typeof text === 'string' ? text : ''
}

/** Replaces unpaired surrogates, which would make the next request invalid. */
const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\uFFFD')

const textOf = (block: Exclude<Open, { type: 'tool_use' }>): string =>
  block.type === 'text' ? block.text : block.type === 'thinking' ? block.thinking : ''

/** A count from a server; undefined if it is no possible count. A negative one would reduce the cost of later requests. */
const counted = (named: unknown): number | undefined =>
  typeof named === 'number' && Number.isSafeInteger(named) && named >= 0 && named <= MAX_COUNT ? named : undefined

/** The possible counts among those that a server sent. */
function countsIn(usage: unknown): Counts {
  const counts = {
    input: counted(field(usage, 'input_tokens')),
    output: counted(field(usage, 'output_tokens')),
    cacheRead: counted(field(usage, 'cache_read_input_tokens')),
    cacheWrite: counted(field(usage, 'cache_creation_input_tokens'))
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined))
}

/** The input of a tool, without the thoughts in its texts; undefined if it is not a JSON object. */
function inputOf(block: Open & { type: 'tool_use' }): Record<string, unknown> | undefined {
  return withoutThoughtsIn(wholeInputOf(block))
}

/**
 * The input of a tool: the streamed object, or the one with which the tool use began if nothing was streamed. Some models send the object as a JSON
 * string, which is read once more, or in a code fence. Undefined if it is not a JSON object.
 */
function wholeInputOf({ json, input }: Open & { type: 'tool_use' }): Record<string, unknown> | undefined {
  let value = input
  try {
    if (json.trim() !== '') value = parsed(unfenced(json))
    if (typeof value === 'string') value = parsed(unfenced(value))
  } catch {
    return undefined
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
}

const parsed = (json: string): unknown => JSON.parse(json, (_key, part: unknown) => (typeof part === 'string' ? wellFormed(part) : part))

/** Strings, whether or not their closing quotes have arrived. */
const STRINGS = /"(?:[^"\\]|\\.)*"?/gs
/** The maximum number of objects and lists in a draft. The inputs of tools have a few; a hostile server may nest any number of them. */
const MAX_BRACKETS = 64

/** The readable fields of an incomplete JSON object: `{"text": "The door cre` gives `{text: 'The door cre'}`. For drafts only. */
export function partialFields(json: string): Params {
  if ((json.replace(STRINGS, '').match(/[[{]/g)?.length ?? 0) > MAX_BRACKETS) return {}
  try {
    const read: unknown = parse(json, Allow.STR | Allow.OBJ | Allow.ARR)
    return isObject(read) ? Object.fromEntries(Object.entries(read).flatMap(([key, value]) => (isValue(value) ? [[key, whole(value)]] : []))) : {}
  } catch {
    return {}
  }
}

const isValue = (value: unknown): value is ParamValue =>
  Array.isArray(value) ? value.every((one) => typeof one === 'string') : ['string', 'number', 'boolean'].includes(typeof value)

/** The value without an unpaired surrogate at its end, whose other half has not arrived. */
const whole = (value: ParamValue): ParamValue => (typeof value === 'string' ? value.replace(/[\ud800-\udbff]$/, '') : value)
