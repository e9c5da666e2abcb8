import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FakeBatches } from './fake-batches.fixture'
import type { FakeReply, Part } from './fake-reply.fixture'
import { FakeCache, type PromptTokens } from './fake-cache.fixture'
import { TOOL_CHANGES_BETA } from './tool-changes'
import { checked, prefixOf, type WireRequest } from './wire.fixture'

export type { FakeReply, Part } from './fake-reply.fixture'

export interface FakeMessages {
  url: string
  /** All requests, of any kind and at any path. */
  readonly calls: number
  /** The valid requests to /v1/messages, and the reasons why the others were invalid. */
  readonly requests: readonly WireRequest[]
  readonly wrong: readonly string[]
  /** The number of requests to count tokens. */
  readonly counts: number
  /** The batches that were created; they are processed once a test says so. */
  readonly batches: FakeBatches
  /** The number of incomplete responses whose connection is open. */
  readonly open: number
  close(): Promise<void>
}

export interface FakeOptions {
  /** The only accepted key. */
  key?: string
  port?: number
  /** The time between two pieces of an answer, in ms. */
  delay?: number
  /** Called when the fake stops sending although the connection stays open. */
  onSilence?: () => void
  /** Called for each part that a stream repeats. */
  onRepeat?: () => void
}

/**
 * A Messages API on the loopback interface that uses the real wire format and validates each request strictly. `script` returns the reply to each
 * valid request; `n` is the number of the request, from 1.
 */
export async function startFakeMessages(
  script: (request: WireRequest, n: number) => FakeReply | Promise<FakeReply>,
  options: FakeOptions = {}
): Promise<FakeMessages> {
  const state = {
    requests: [] as WireRequest[],
    wrong: [] as string[],
    counts: 0,
    signatures: new Map<string, string>(),
    prefixes: new Map<string, string>(),
    paused: false,
    cache: new FakeCache(),
    calls: 0,
    open: 0
  }
  const batches = new FakeBatches((body) => checked(body, 'create', state), script)
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = `req_${++state.calls}`
    state.open++
    response.on('close', () => state.open--)
    const fail = (status: number, type: string, message: string, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': id, ...headers })
      response.end(JSON.stringify({ type: 'error', error: { type, message }, request_id: id }))
    }
    const bad = (why: string): void => {
      state.wrong.push(why)
      fail(400, 'invalid_request_error', why)
    }
    let text = ''
    for await (const chunk of incoming.setEncoding('utf8')) text += String(chunk)
    const path = incoming.url?.startsWith('/v1/messages/batches') ? incoming.url : undefined
    const kind =
      path !== undefined ? 'create' : incoming.url === '/v1/messages' ? 'create' : incoming.url === '/v1/messages/count_tokens' ? 'count' : undefined
    if (kind === undefined || (incoming.method !== 'POST' && path === undefined))
      return fail(404, 'not_found_error', `${incoming.method} ${incoming.url}`)
    const { authorization = '', 'x-api-key': old, 'anthropic-version': version, 'content-type': type = '' } = incoming.headers
    if (old !== undefined) return bad('x-api-key: the key goes out as Authorization: Bearer')
    if (!/^Bearer \S+$/.test(authorization) || (options.key !== undefined && authorization !== `Bearer ${options.key}`))
      return fail(401, 'authentication_error', `invalid key: ${authorization}`)
    if (version !== '2026-10-21') return bad(`anthropic-version: ${String(version)}`)
    if (incoming.method === 'POST' && !type.startsWith('application/json')) return bad(`content-type: ${type}`)
    const { 'anthropic-beta': beta } = incoming.headers
    const strange = Object.keys(incoming.headers).find((name) => /^(anthropic-(?!version|beta)|x-)/.test(name))
    if (strange !== undefined) return bad(`${strange}: unexpected header`)
    if (path !== undefined) {
      if (beta !== undefined) return bad(`anthropic-beta: ${String(beta)}, but a batch needs none`)
      const answered = batches.answer(incoming.method ?? '', path, text, `http://${incoming.headers.host}`)
      if (typeof answered === 'string') return bad(answered)
      if (answered.status !== 200) return fail(answered.status, answered.type, answered.message)
      response.writeHead(200, { 'content-type': answered.contentType, 'request-id': id })
      if (answered.cut) {
        response.write(answered.body, () => {
          batches.onCut()
          response.destroy()
        })
        return
      }
      response.end(answered.body)
      return
    }
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return bad('The request body is not valid JSON.')
    }
    const request = checked(body, kind, state)
    if (typeof request === 'string') return bad(request)
    const needed = request.messages.some(({ role }) => role === 'system') ? TOOL_CHANGES_BETA : undefined
    if (beta !== needed) return bad(`anthropic-beta: ${String(beta)}, but this request needs ${needed ?? 'none'}`)
    if (kind === 'count') {
      state.counts++
      response.writeHead(200, { 'content-type': 'application/json', 'request-id': id })
      response.end(JSON.stringify({ input_tokens: Math.ceil(text.length / 4) }))
      return
    }
    state.requests.push(request)
    const n = state.requests.length
    const reply = await script(request, n)
    state.paused = 'stop' in reply && reply.stop === 'pause_turn'
    if ('type' in reply) return fail(reply.status, reply.type, reply.message ?? 'scripted', reply.headers)
    if ('body' in reply) {
      response.writeHead(reply.status ?? 200, { 'content-type': reply.contentType ?? 'text/html', ...reply.headers })
      if (reply.ending === undefined) response.end(reply.body)
      else response.write(reply.body, options.onSilence)
      return
    }
    if ('repeated' in reply) return repeat(response, reply, options.onRepeat)
    if (!('parts' in reply)) return reply.ending === 'cut' ? void response.destroy() : options.onSilence?.()
    const blocks = blocksOf(reply.parts, n)
    for (const block of blocks)
      if (block.type === 'thinking') {
        state.signatures.set(String(block['signature']), `${request.model} ${String(block['thinking'])}`)
        state.prefixes.set(String(block['signature']), prefixOf(request))
      }
    await answer(response, { id, n, request, reply, blocks, prompt: state.cache.take(request), delay: options.delay ?? 0, options })
  }
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((thrown: unknown) => {
      state.wrong.push(`the fake itself failed: ${String(thrown)}`)
      response.destroy()
    })
  })
  await new Promise<void>((listening) => server.listen(options.port ?? 0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: state.requests,
    wrong: state.wrong,
    batches,
    get counts() {
      return state.counts
    },
    get calls() {
      return state.calls
    },
    get open() {
      return state.open
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(() => closed()))
    }
  }
}

type Sent = { type: string; [field: string]: unknown }

function blocksOf(parts: readonly Part[], n: number): (Sent & { written?: string })[] {
  return parts.map((part, i) => {
    if ('text' in part) return { type: 'text', text: part.text, citations: null }
    if ('thought' in part) return { type: 'thinking', thinking: part.thought, signature: `sig_${n}_${i}` }
    if ('redacted' in part) return { type: 'redacted_thinking', data: part.redacted }
    const written = 'json' in part ? part.json : JSON.stringify(part.input)
    return { type: 'tool_use', id: `toolu_${n}_${i}`, name: part.tool, input: {}, caller: { type: 'direct' }, written }
  })
}

interface Telling {
  id: string
  n: number
  request: WireRequest
  reply: Extract<FakeReply, { parts: readonly Part[] }>
  blocks: (Sent & { written?: string })[]
  prompt: PromptTokens
  delay: number
  options: FakeOptions
}

/** Writes until the client closes the connection. */
async function repeat(response: ServerResponse, { opening, repeated }: { opening: string; repeated: string }, onRepeat?: () => void): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  response.write(opening)
  while (!response.destroyed) {
    onRepeat?.()
    response.write(repeated)
    do await new Promise((turn) => setImmediate(turn))
    while (response.writableNeedDrain && !response.destroyed)
  }
}

async function answer(response: ServerResponse, { id, n, request, reply, blocks, prompt, delay, options }: Telling): Promise<void> {
  const output = 'output' in reply && reply.output !== undefined ? reply.output : Math.ceil(JSON.stringify(reply.parts).length / 4)
  const usage = {
    input_tokens: prompt.input,
    cache_creation_input_tokens: prompt.written,
    cache_read_input_tokens: prompt.read,
    service_tier: 'standard'
  }
  const stop = ('stop' in reply ? reply.stop : undefined) ?? (blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn')
  const details =
    stop === 'refusal' ? { stop_details: { type: 'refusal', category: ('refusal' in reply && reply.refusal) || null, explanation: null } } : {}
  const message = { id: `msg_${n}`, type: 'message', role: 'assistant', model: request.model, container: null, stop_sequence: null }
  if (!request.stream) {
    const content = blocks.map(({ written, ...block }) => (written === undefined ? block : { ...block, input: JSON.parse(written) as unknown }))
    response.writeHead(200, { 'content-type': 'application/json', 'request-id': id })
    response.end(JSON.stringify({ ...message, content, stop_reason: stop, ...details, usage: { ...usage, output_tokens: output } }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', 'request-id': id })
  let pieces = 0
  /** Sends one event. Returns false if the answer was broken off instead. */
  const emit = async (type: string, fields: object = {}): Promise<boolean> => {
    if (response.destroyed) return false
    if ('after' in reply && pieces >= reply.after) return breakOff(response, reply.ending, options.onSilence)
    if (type === 'content_block_delta') pieces++
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
    if (delay > 0) await new Promise((waited) => setTimeout(waited, delay))
    return true
  }
  if (!(await emit('message_start', { message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } } }))) return
  await emit('ping')
  for (const [index, { written, ...block }] of blocks.entries()) {
    for (const [type, fields] of eventsOf(index, block, written)) if (!(await emit(type, fields))) return
  }
  if ('until' in reply) await reply.until
  if (
    !(await emit('message_delta', {
      delta: { stop_reason: stop, stop_sequence: null, container: null, ...details },
      usage: { ...usage, output_tokens: output }
    }))
  )
    return
  if (await emit('message_stop')) response.end()
}

function breakOff(response: ServerResponse, ending: 'cut' | 'end' | 'silence' | { type: string; message: string }, onSilence?: () => void): false {
  if (ending === 'cut') response.socket?.end()
  else if (ending === 'end') response.end()
  else if (ending === 'silence') onSilence?.()
  else response.end(`event: error\ndata: ${JSON.stringify({ type: 'error', error: ending })}\n\n`)
  return false
}

/** The events of a streamed block, twelve characters each. */
function eventsOf(index: number, block: Sent, written: string | undefined): [string, object][] {
  const deltas = (text: string, delta: (piece: string) => object): [string, object][] =>
    (text.match(/[^]{1,12}/g) ?? []).map((piece) => ['content_block_delta', { index, delta: delta(piece) }])
  const start: [string, object] = [
    'content_block_start',
    {
      index,
      content_block: { ...block, ...(block.type === 'text' ? { text: '' } : block.type === 'thinking' ? { thinking: '', signature: '' } : {}) }
    }
  ]
  const body =
    written !== undefined
      ? deltas(written, (piece) => ({ type: 'input_json_delta', partial_json: piece }))
      : block.type === 'text'
        ? deltas(String(block['text']), (piece) => ({ type: 'text_delta', text: piece }))
        : block.type === 'thinking'
          ? [
              ...deltas(String(block['thinking']), (piece) => ({ type: 'thinking_delta', thinking: piece })),
              ['content_block_delta', { index, delta: { type: 'signature_delta', signature: block['signature'] } }] as [string, object]
            ]
          : []
  return [start, ...body, ['content_block_stop', { index }]]
}
