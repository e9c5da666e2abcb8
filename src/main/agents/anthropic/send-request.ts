import { APIError } from '@anthropic-ai/sdk'
import type { MessageCreateParamsStreaming, MessageParam } from '@anthropic-ai/sdk/resources/messages'
import type { LiveNews } from '../../../shared/agents'
import { Problem } from '../../../shared/problem'
import type { Retry, Usage } from '../../../shared/turns'
import { added, NOTHING_USED } from '../../../shared/usage'
import { tokensOf } from '../context/tokens'
import { hostOf } from './address'
import type { Access } from './client'
import { Connection, ConnectionEnded, type Limits, type Timing } from './connection'
import { BrokenOff, failureOf, TooLong, type Failure } from './failures'
import { maxOutputOf, priced } from './models'
import { Reply } from './reply'
import { betasOf, offeredNames } from './tool-changes'
import { faultOf, unusable } from './unusable'

/** What a request needs of the outside world. */
export interface RequestHost extends Timing {
  /** The key and the address of this machine. Throws Problem `agent-failed` when there is none, or it may not be used here. */
  access(): Promise<Access>
  /** Waits; returns at once if the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** How a request went: with a reply, with a failure (and the reply that can't be used, if there is one), or with neither when it was stopped. */
export interface RequestOutcome {
  reply?: Reply
  failure?: Failure
  /** What is wrong with a reply that no tool call can come of, for people. */
  fault?: string
  /** The model that answered last. */
  model: string
  /** How often the same request was sent, in the end. */
  tries: number
  /** Of all tries together: what was begun is paid for. */
  usage: Usage
  ms: number
  retries: Retry[]
}

/** The longest wait that a provider may ask for, and the longest of our own, in ms. */
const MAX_WAIT_MS = { provider: 180_000, own: 30_000 }
/** By how much the room for an answer grows after one was cut off. */
const LONGER_ANSWER_FACTOR = 4
/** More characters than any answer has: a server that ignores `max_tokens` is not read for ever. */
const MAX_CHARACTERS = 1_000_000

/** An endless stream, pings among them, ends at the total. Each event takes many more bytes than the characters it brings. */
const LIMITS: Limits = { idleTimeoutMs: 120_000, totalTimeoutMs: 600_000, maxBytes: 32 << 20 }

/** What is sent next, and what is said and waited for before. */
interface Next {
  request: MessageCreateParamsStreaming
  retry: Retry
}

/**
 * Sends a request, and again as long as that may help: after a wait where only time helps, with more room after an answer that was cut
 * off, and to the fallback's model after a refusal. Every wait is reported before it begins. A try that broke off counts for nothing but
 * its cost: a client that shows a draft drops it when it hears of the retry. `requests`: the same prompt for the seat's model and for its fallback.
 * Never throws but for `access`.
 */
export async function sendRequest(
  host: RequestHost,
  requests: readonly [MessageCreateParamsStreaming, ...MessageCreateParamsStreaming[]],
  report: (news: LiveNews) => void,
  signal: AbortSignal
): Promise<RequestOutcome> {
  const access = await host.access()
  const started = host.clock()
  const retries: Retry[] = []
  const remaining = [...requests]
  let request = remaining.shift() as MessageCreateParamsStreaming
  let waits = 0
  let cutOff: Failure | undefined
  let spent: Usage | undefined
  const finish = (outcome: Pick<RequestOutcome, 'reply' | 'failure' | 'fault'>): RequestOutcome => ({
    ...outcome,
    model: request.model,
    tries: waits + 1,
    usage: spent ?? NOTHING_USED,
    ms: Math.round(host.clock() - started),
    retries
  })
  for (;;) {
    const isFallback = request.model !== requests[0].model
    const reply = new Reply({ takenIds: toolUseIds(request), keepsThoughts: !isFallback })
    const thrown = await stream(host, access, request, reply, report, signal)
    const used = priced(
      request.model,
      reply.usage(() => promptTokens(request))
    )
    spent = spent ? added(spent, used) : used
    if (signal.aborted) return finish({})
    const destination = { ...access, host: hostOf(access.baseUrl), model: request.model }
    const failure = thrown === undefined ? unusable(reply, request.model, request.max_tokens, isFallback) : failureOf(thrown, destination)
    if (!failure) {
      const fault = faultOf(reply, offeredNames(request))
      return finish({ reply, ...(fault === undefined ? {} : { fault }) })
    }
    // A server that refuses more room has its own reason; what people can act on is the cut.
    if (cutOff && failure.maxRetries === 0 && thrown !== undefined) return finish({ failure: cutOff })
    cutOff = undefined
    const next = withMoreRoom(request, reply, failure) ?? withFallback(reply, failure, remaining) ?? afterWait(request, failure, waits)
    if (!next) return finish({ failure: withLongWait(failure), ...(thrown === undefined ? { reply } : {}) })
    if (next.request.max_tokens > request.max_tokens) cutOff = failure
    waits = next.request === request ? waits + 1 : 0
    request = next.request
    retries.push(next.retry)
    report({ at: 'retry', retry: next.retry })
    await host.sleep(next.retry.ms, signal)
    if (signal.aborted) return finish({})
  }
}

/** The request with more room, after an answer that was cut off; up to what the model can write. */
function withMoreRoom(request: MessageCreateParamsStreaming, { stop, toolRequests }: Reply, { words }: Failure): Next | undefined {
  const max_tokens = Math.min(request.max_tokens * LONGER_ANSWER_FACTOR, maxOutputOf(request.model))
  if (stop !== 'max_tokens' || toolRequests.length > 0 || max_tokens <= request.max_tokens) return undefined
  return { request: { ...request, max_tokens }, retry: { words: `${words}. Trying again with ${max_tokens.toLocaleString('en')}.`, ms: 0 } }
}

/** The same prompt for the fallback's model, after a refusal. */
function withFallback({ stop }: Reply, { words }: Failure, left: MessageCreateParamsStreaming[]): Next | undefined {
  const request = stop === 'refusal' ? left.shift() : undefined
  return request && { request: withoutThoughts(request), retry: { words: `${words}. Trying ${request.model} instead.`, ms: 0 } }
}

/** The same request after a wait, where only time helps. */
function afterWait(request: MessageCreateParamsStreaming, { words, maxRetries, waitMs }: Failure, waits: number): Next | undefined {
  const ms = waitMs ?? Math.min(MAX_WAIT_MS.own, 1000 * 2 ** waits)
  return waits >= maxRetries || ms > MAX_WAIT_MS.provider ? undefined : { request, retry: { words: `${words}. Trying again in ${seconds(ms)}.`, ms } }
}

/** A failure whose wait is too long for us names the wait. */
const withLongWait = (failure: Failure): Failure =>
  failure.waitMs === undefined || failure.waitMs <= MAX_WAIT_MS.provider
    ? failure
    : { ...failure, advice: `Wait ${Math.ceil(failure.waitMs / 60_000)} min, then press Play.` }

/** One try: reads the stream into `reply`. Answers what was thrown, undefined when the answer is complete. */
async function stream(
  host: RequestHost,
  access: Access,
  request: MessageCreateParamsStreaming,
  reply: Reply,
  report: (news: LiveNews) => void,
  signal: AbortSignal
): Promise<unknown> {
  const connection = new Connection(access, 'text/event-stream', LIMITS, host, signal)
  let isWhole = false
  try {
    const stream = await connection.race(connection.client.messages.create(request, { headers: betasOf(request) }))
    const events = stream[Symbol.asyncIterator]()
    while (!reply.isComplete) {
      const { done, value } = await connection.race<IteratorResult<unknown>>(events.next())
      if (done) break
      const news = reply.add(value)
      if (reply.length > MAX_CHARACTERS) throw new TooLong()
      if (news) report(news)
    }
    isWhole = reply.stop !== '' || reply.isComplete
    return isWhole ? undefined : new BrokenOff(reply.hasBegun)
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown
    return reply.hasBegun && isTorn(thrown) ? new BrokenOff(true) : thrown
  } finally {
    if (isWhole) connection.release()
    else connection.close()
  }
}

/** Whether a connection was torn by the network; errors that the provider named have a type, and those of a response's content are its own fault. */
function isTorn(thrown: unknown): boolean {
  if (thrown instanceof ConnectionEnded || thrown instanceof SyntaxError || thrown instanceof TooLong) return false
  if (thrown instanceof APIError && thrown.type !== null) return false
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined
  return !(cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_'))
}

/** An estimate of the request in tokens, for a server that does not count. */
const promptTokens = ({ system, tools, messages }: MessageCreateParamsStreaming): number => tokensOf(JSON.stringify([system, tools, messages]))

const blocksOf = ({ messages }: MessageCreateParamsStreaming) => messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))

const toolUseIds = (request: MessageCreateParamsStreaming): string[] =>
  blocksOf(request).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))

/** Thoughts are signed for the model that had them; another one takes the conversation without them. */
function withoutThoughts(request: MessageCreateParamsStreaming): MessageCreateParamsStreaming {
  const messages = request.messages.map((message) => {
    if (typeof message.content === 'string') return message
    const content = message.content.filter(({ type }) => type !== 'thinking' && type !== 'redacted_thinking')
    return { ...message, content: content.length > 0 ? content : [{ type: 'text' as const, text: '(no answer)' }] }
  })
  return { ...request, messages: messages as MessageParam[] }
}

const seconds = (ms: number): string => (ms < 950 ? 'a moment' : `${Math.round(ms / 1000)} s`)
