import { z } from 'zod'
import type { FakeReply } from './fake-reply.fixture'
import type { WireRequest } from './wire.fixture'

/** The body of a new batch, at least as strict as the real one. */
const Create = z.strictObject({
  requests: z
    .array(z.strictObject({ custom_id: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/), params: z.unknown() }))
    .min(1)
    .max(100_000)
})

type Result =
  | { type: 'succeeded'; message: object }
  | { type: 'errored'; error: { type: 'error'; error: { type: string; message: string }; request_id: null } }
  | { type: 'expired' }
  | { type: 'canceled' }

interface Batch {
  id: string
  requests: { custom_id: string; params: WireRequest }[]
  results: { custom_id: string; result: Result }[]
  isOver: boolean
}

type Answered = { status: 200; contentType: string; body: string; cut?: boolean } | { status: 404 | 400; type: string; message: string }

/** The batches of the fake API: created, retrieved, and read as JSON lines. */
export class FakeBatches {
  readonly all: Batch[] = []
  /** How often a batch was looked at. */
  looks = 0
  /** Called after each new batch, and after each look. */
  onCreate: () => void = () => undefined
  onLook: () => void = () => undefined
  /** The results are cut off after so many lines, once. */
  cutAfter: number | undefined
  onCut: () => void = () => undefined
  /** The host that the address of results names, as behind a proxy. */
  resultsHost: string | undefined

  constructor(
    private readonly check: (body: unknown) => WireRequest | string,
    private readonly script: (request: WireRequest, n: number) => FakeReply | Promise<FakeReply>
  ) {}

  /** The answer to a request at a path; a text says why the request is invalid. */
  answer(method: string, path: string, text: string, origin: string): Answered | string {
    if (method === 'POST' && path === '/v1/messages/batches') return this.#create(text, origin)
    const [, id, part] = /^\/v1\/messages\/batches\/([\w-]+)(\/results)?$/.exec(path) ?? []
    const batch = this.all.find((one) => one.id === id)
    if (method !== 'GET' || !batch) return { status: 404, type: 'not_found_error', message: `${method} ${path}` }
    if (part === undefined) {
      this.looks++
      const body = JSON.stringify(this.#shown(batch, origin))
      this.onLook()
      return { status: 200, contentType: 'application/json', body }
    }
    if (!batch.isOver) return { status: 404, type: 'not_found_error', message: 'The results of this batch are not available yet.' }
    const lines = batch.results.map((one) => `${JSON.stringify(one)}\n`)
    const cut = this.cutAfter
    this.cutAfter = undefined
    return { status: 200, contentType: 'application/x-jsonl', body: lines.slice(0, cut).join(''), ...(cut === undefined ? {} : { cut: true }) }
  }

  #create(text: string, origin: string): Answered | string {
    const parsed = Create.safeParse(JSON.parse(text))
    if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
    const { requests } = parsed.data
    if (new Set(requests.map(({ custom_id: id }) => id)).size !== requests.length) return 'requests: custom_id must be unique'
    const checked: Batch['requests'] = []
    for (const { custom_id: id, params } of requests) {
      const request = this.check(params)
      if (typeof request === 'string') return request
      if (request.stream !== undefined) return 'requests: a batch takes no stream'
      checked.push({ custom_id: id, params: request })
    }
    const batch: Batch = { id: `msgbatch_${this.all.length + 1}`, requests: checked, results: [], isOver: false }
    this.all.push(batch)
    const body = JSON.stringify(this.#shown(batch, origin))
    this.onCreate()
    return { status: 200, contentType: 'application/json', body }
  }

  /** Processes the newest batch. `except`: the requests at these positions expire, are canceled or fail. Results come in another order. */
  async process(except: Readonly<Record<number, 'expired' | 'canceled' | 'errored'>> = {}): Promise<void> {
    const batch = this.all.at(-1)
    if (!batch) throw new Error('There is no batch.')
    for (const [i, { custom_id: id, params }] of batch.requests.entries())
      batch.results.unshift({ custom_id: id, result: await this.#resultOf(params, i, except[i]) })
    batch.isOver = true
  }

  async #resultOf(params: WireRequest, n: number, fate: 'expired' | 'canceled' | 'errored' | undefined): Promise<Result> {
    if (fate === 'expired' || fate === 'canceled') return { type: fate }
    const failed = (type: string, message: string): Result => ({
      type: 'errored',
      error: { type: 'error', error: { type, message }, request_id: null }
    })
    if (fate === 'errored') return failed('invalid_request_error', 'The prompt is odd.')
    const reply = await this.script(params, n + 1)
    if ('type' in reply) return failed(reply.type, reply.message ?? 'scripted')
    if (!('parts' in reply)) throw new Error('A batch has whole answers.')
    const content = reply.parts.map((part, i) => {
      if ('text' in part) return { type: 'text', text: part.text, citations: null }
      if ('tool' in part && 'input' in part)
        return { type: 'tool_use', id: `toolu_b${n}_${i}`, name: part.tool, input: part.input, caller: { type: 'direct' } }
      throw new Error('This part is not used in batches.')
    })
    const usage = {
      input_tokens: Math.ceil(JSON.stringify(params).length / 4),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      service_tier: 'batch'
    }
    const stop = ('stop' in reply ? reply.stop : undefined) ?? (content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn')
    return {
      type: 'succeeded',
      message: {
        id: `msg_b${n}`,
        type: 'message',
        role: 'assistant',
        model: params.model,
        container: null,
        content,
        stop_reason: stop,
        stop_sequence: null,
        usage: { ...usage, output_tokens: ('output' in reply ? reply.output : undefined) ?? 100 }
      }
    }
  }

  #shown({ id, requests, results, isOver }: Batch, origin: string): object {
    const count = (type: Result['type']): number => (isOver ? results.filter(({ result }) => result.type === type).length : 0)
    return {
      id,
      type: 'message_batch',
      processing_status: isOver ? 'ended' : 'in_progress',
      request_counts: {
        processing: isOver ? 0 : requests.length,
        succeeded: count('succeeded'),
        errored: count('errored'),
        canceled: count('canceled'),
        expired: count('expired')
      },
      created_at: '2026-11-30T10:00:00Z',
      expires_at: '2026-12-01T10:00:00Z',
      ended_at: isOver ? '2026-11-30T10:05:00Z' : null,
      archived_at: null,
      cancel_initiated_at: null,
      results_url: isOver ? `${this.resultsHost ?? origin}/v1/messages/batches/${id}/results` : null
    }
  }
}
