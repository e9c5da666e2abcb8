import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isObject } from '../../../shared/base/json'

/** The servers that take chat completions. */
export const KINDS = ['llama.cpp', 'Ollama', 'LM Studio', 'vLLM', 'OpenRouter'] as const
export type Kind = (typeof KINDS)[number]

/** A call in an answer; `json` is the text of its arguments. */
export interface FakeCall {
  name: string
  json: string
  id?: string
}

/** An answer of a model, before its server puts it into words of its own. */
export interface FakeChatAnswer {
  text?: string
  thought?: string
  calls?: readonly FakeCall[]
  finish?: string | null
  usage?: object | null
}

/** What the server sends: an answer, changed where it misbehaves; or a response that is none. */
export type ChatReply =
  | (FakeChatAnswer & {
      /** Changes each chunk. */
      bend?: (chunk: Chunk) => Chunk
      /** One message instead of a stream. */
      whole?: true
      /** Sends the body in pieces of this many bytes. */
      pieces?: number
      /** Lines between two chunks. */
      between?: string
      /** An event with an error after the first two chunks. */
      breaks?: object
    })
  | { status: number; body: string; contentType?: string; headers?: Record<string, string> }

export interface Chunk {
  [field: string]: unknown
  choices: { index: number; delta: Record<string, unknown>; finish_reason: string | null }[]
}

interface WireTool {
  function: { name: string; description?: string; parameters: object }
}

/** A request in the form of chat completions, as far as tests read it. */
export interface ChatWireRequest {
  model: string
  stream?: boolean
  max_tokens?: number
  messages: { role: string; content?: unknown; tool_calls?: { id: string; function: { name: string; arguments: string } }[]; tool_call_id?: string }[]
  tools?: WireTool[]
}

export interface FakeChat {
  /** The address for settings, with /v1. */
  url: string
  readonly calls: number
  readonly requests: readonly ChatWireRequest[]
  /** Why requests weren't valid. */
  readonly wrong: readonly string[]
  /** The authorization of each request. */
  readonly keys: readonly (string | undefined)[]
  close(): Promise<void>
}

/** The tokens that these servers count for each request. */
export const COUNTED = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 }

/** A server of that kind on the loopback interface. `script` returns the reply to each valid request; `n` is its number, from 1. */
export async function startFakeChat(
  kind: Kind,
  script: (request: ChatWireRequest, n: number) => ChatReply,
  models: ChatReply | readonly object[] = [{ id: 'local-8b', max_model_len: 8192 }]
): Promise<FakeChat> {
  const state = { requests: [] as ChatWireRequest[], wrong: [] as string[], keys: [] as (string | undefined)[], calls: 0 }
  const server = createServer((incoming, response) => {
    let text = ''
    incoming.setEncoding('utf8').on('data', (part: string) => (text += part))
    incoming.on('end', () => {
      state.calls++
      state.keys.push(incoming.headers.authorization)
      if (incoming.method === 'GET' && incoming.url === '/v1/models')
        return 'status' in models
          ? plain(response, models)
          : plain(response, { status: 200, body: JSON.stringify({ object: 'list', data: models }), contentType: 'application/json' })
      if (incoming.url !== '/v1/chat/completions') return plain(response, UNKNOWN_PATH[kind](`${incoming.method} ${incoming.url}`))
      const strange = Object.keys(incoming.headers).find((name) => /^(x-|openai-|anthropic-)/.test(name))
      const request = JSON.parse(text) as ChatWireRequest
      const wrong = strange === undefined ? faultOf(request) : `${strange}: unexpected header`
      if (wrong !== undefined) {
        state.wrong.push(wrong)
        return plain(response, {
          status: 400,
          body: JSON.stringify({ error: { message: wrong, type: 'invalid_request_error' } }),
          contentType: 'application/json'
        })
      }
      state.requests.push(request)
      const reply = script(request, state.requests.length)
      if ('status' in reply) return plain(response, reply)
      return send(response, kind, reply, state.requests.length)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: state.requests,
    wrong: state.wrong,
    keys: state.keys,
    get calls() {
      return state.calls
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(() => closed()))
    }
  }
}

type Plain = Extract<ChatReply, { status: number }>
const json = (status: number, body: object): Plain => ({ status, body: JSON.stringify(body), contentType: 'application/json' })

/** How each server reports a path that it doesn't have. */
const UNKNOWN_PATH: Readonly<Record<Kind, (path: string) => Plain>> = {
  'llama.cpp': () => json(404, { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } }),
  Ollama: () => ({ status: 404, body: '404 page not found', contentType: 'text/plain' }),
  'LM Studio': (path) => json(200, { error: `Unexpected endpoint or method. (${path}). Returning 200 anyway` }),
  vLLM: () => json(404, { detail: 'Not Found' }),
  OpenRouter: () => ({ status: 404, body: '<!DOCTYPE html><html></html>', contentType: 'text/html' })
}

/** How each server reports an error. */
export const ERRORS: Readonly<Record<Kind, (status: number, message: string) => Plain>> = {
  'llama.cpp': (status, message) => json(status, { error: { code: status, message, type: 'server_error' } }),
  Ollama: (status, message) => json(status, { error: { message, type: 'api_error', param: null, code: null } }),
  'LM Studio': (status, message) => json(status, { error: message }),
  vLLM: (status, message) => json(status, { object: 'error', message, type: 'BadRequestError', param: null, code: status }),
  OpenRouter: (status, message) => json(status, { error: { message, code: status, metadata: { provider_name: 'Someone' } } })
}

/** Why a request is no valid one; undefined if it is. */
function faultOf({ messages, tools = [], stream, model }: ChatWireRequest): string | undefined {
  if (typeof model !== 'string' || stream !== true) return 'model and stream are needed'
  for (const { function: tool } of tools)
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(tool.name) || !isObject(tool.parameters)) return `tools: ${tool.name} is no function`
  let owed: string[] = []
  const seen = new Set<string>()
  for (const [i, { role, content, tool_calls = [], tool_call_id }] of messages.entries()) {
    if (role === 'system' && i > 0) return `messages.${i}: the system message comes first`
    if (role === 'tool') {
      if (!owed.includes(tool_call_id ?? '')) return `messages.${i}: nobody called ${tool_call_id}`
      owed = owed.filter((id) => id !== tool_call_id)
      continue
    }
    if (owed.length > 0) return `messages.${i}: tool calls without results: ${owed.join()}`
    if (role !== 'assistant' && (typeof content !== 'string' || content === '')) return `messages.${i}: empty`
    owed = tool_calls.map(({ id }) => id)
    for (const id of owed) {
      if (seen.has(id)) return `messages.${i}: ${id} is used twice`
      seen.add(id)
    }
    for (const call of tool_calls) if (typeof JSON.parse(call.function.arguments) !== 'object') return `messages.${i}: arguments are no JSON`
  }
  return messages.at(-1)?.role === 'assistant' ? 'The last message is the model’s own.' : undefined
}

function plain(response: ServerResponse, { status, body, contentType = 'text/html', headers = {} }: Plain): void {
  response.writeHead(status, { 'content-type': contentType, ...headers })
  response.end(body)
}

type Answer = Exclude<ChatReply, Plain>

/** The field of thoughts, and whether a call arrives as one piece. */
const HABITS: Readonly<Record<Kind, { thought: string; wholeCalls: boolean; id: (n: number, i: number) => string }>> = {
  'llama.cpp': { thought: 'reasoning_content', wholeCalls: false, id: (n, i) => `${n}${i}`.padStart(32, 'aZ0') },
  Ollama: { thought: 'reasoning', wholeCalls: true, id: (n, i) => `call_${n}x${i}` },
  'LM Studio': { thought: 'reasoning_content', wholeCalls: false, id: (n, i) => String(100_000_000 + n * 10 + i) },
  vLLM: { thought: 'reasoning_content', wholeCalls: false, id: (n, i) => `chatcmpl-tool-${n}${i}` },
  OpenRouter: { thought: 'reasoning', wholeCalls: false, id: (n, i) => `call_${n}_${i}` }
}

/** The chunks of an answer, as a server of that kind sends them. */
function chunksOf(kind: Kind, { text = '', thought = '', calls = [], finish, usage = COUNTED }: FakeChatAnswer, n: number): Chunk[] {
  const { thought: field, wholeCalls, id: idOf } = HABITS[kind]
  const chunk = (delta: Record<string, unknown>, finish_reason: string | null = null): Chunk => ({
    id: `chatcmpl-${n}`,
    object: 'chat.completion.chunk',
    created: 1,
    model: 'local-8b',
    choices: [{ index: 0, delta, finish_reason }]
  })
  const split = (all: string): string[] => all.match(/[^]{1,9}/g) ?? []
  const pieces = calls.flatMap(
    (
      {
        name,
        json,
        id = idOf(
          n,
          calls.findIndex((one) => one.json === json && one.name === name)
        )
      },
      index
    ): Chunk[] => {
      const begun = (given: string): Chunk => chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: given } }] })
      return wholeCalls ? [begun(json)] : [begun(''), ...split(json).map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] }))]
    }
  )
  const stop = finish === undefined ? (calls.length > 0 ? 'tool_calls' : 'stop') : finish
  return [
    chunk({ role: 'assistant', content: kind === 'llama.cpp' ? null : '' }),
    ...split(thought).map((part) => chunk({ [field]: part })),
    ...split(text).map((part) => chunk({ content: part })),
    ...pieces,
    chunk({}, stop),
    ...(usage === null ? [] : [{ ...chunk({}), choices: [], usage }])
  ]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The chunks as one message. */
function wholeOf(chunks: readonly Chunk[]): object {
  const message: Record<string, unknown> = { role: 'assistant', content: '' }
  const calls: { id: unknown; type: string; function: { name: string; arguments: unknown } }[] = []
  let [finish, usage]: [string | null, unknown] = [null, undefined]
  for (const { choices, ...rest } of chunks) {
    usage = rest['usage'] ?? usage
    finish = choices[0]?.finish_reason ?? finish
    for (const [key, value] of Object.entries(choices[0]?.delta ?? {})) {
      if (key !== 'tool_calls') message[key] = key === 'role' ? value : textOf(message[key]) + textOf(value)
      else
        for (const { index, id, function: part } of value as { index: number; id?: string; function: { name?: string; arguments: unknown } }[]) {
          const call = (calls[index] ??= { id, type: 'function', function: { name: part.name ?? '', arguments: '' } })
          call.function.arguments = typeof part.arguments === 'string' ? `${call.function.arguments as string}${part.arguments}` : part.arguments
        }
    }
  }
  if (calls.length > 0) message['tool_calls'] = calls
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finish }],
    ...(usage === undefined ? {} : { usage })
  }
}

function send(response: ServerResponse, kind: Kind, reply: Answer, n: number): void {
  const { bend = (chunk: Chunk) => chunk, whole, pieces, between = kind === 'OpenRouter' ? ': OPENROUTER PROCESSING\n\n' : '', breaks } = reply
  const chunks = chunksOf(kind, reply, n).map(bend)
  if (whole) return plain(response, json(200, wholeOf(chunks)))
  response.writeHead(200, { 'content-type': kind === 'LM Studio' ? 'text/event-stream' : 'text/event-stream; charset=utf-8' })
  const lines = (breaks ? [...chunks.slice(0, 2), breaks] : chunks).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n${between}`)
  const body = Buffer.from(`${between}${lines.join('')}${breaks ? '' : 'data: [DONE]\n\n'}`)
  if (pieces === undefined) return void response.end(body)
  const next = (at: number): void => {
    if (at >= body.length) return void response.end()
    response.write(body.subarray(at, at + pieces))
    setImmediate(() => next(at + pieces))
  }
  next(0)
}
