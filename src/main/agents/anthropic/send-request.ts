import type { MessageCreateParamsStreaming, MessageParam } from '@anthropic-ai/sdk/resources/messages'
import type { LiveNews } from '../../../shared/table/agents'
import { Problem } from '../../../shared/base/problem'
import type { Retry, Usage } from '../../../shared/table/turns'
import { added, NOTHING_USED } from '../../../shared/table/usage'
import { tokensOf } from '../context/tokens'
import { hostOf } from './address'
import { Connection, ConnectionFailure, type Limits, type Timing } from './connection'
import { failureOf, type Failure } from './failures'
import { maxOutputOf, priced } from './models'
import { Reply } from './reply'
import { offeredNames } from './tool-changes'
import { ReportedError, type Access, type Wire } from './wire'
import { wireOf } from './wires'
import { defusedLine } from '../context/fence'

/** A request that is about to be sent. `tokens`: those of the prompt, estimated; `share`: the part of its price that it costs, if it isn't all of it. */
export interface Planned {
  model: string
  tokens: number
  maxOutput: number
  share?: number
}

/** Waits until requests fit into what may be spent, or the signal aborts. Returns what takes their usage. Throws Problem `agent-failed` if they never will. */
export type Admit = (requests: readonly Planned[], signal: AbortSignal) => Promise<(usage: Usage) => void>

/** The services of this machine that a request needs. */
export interface RequestHost extends Timing {
  /** The key and the address to use. Throws Problem `agent-failed` if there is none, or if this machine may not use it. */
  access(): Promise<Access>
  /** Waits; returns at once if the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Asked before each try; absent if nothing limits the cost of requests under way. */
  admit?: Admit
}

/** The outcome of a request: a reply; or a failure, with the unusable reply if there is one; or neither, if the request was stopped. */
interface RequestOutcome {
  reply?: Reply
  failure?: Failure
  /** A sentence for the user about a reply that contains no usable tool call. */
  fault?: string
  /** The model that answered last. */
  model: string
  /** How often the last request was sent. */
  tries: number
  /** The usage of all tries, because every answer that has begun is paid for. */
  usage: Usage
  ms: number
  retries: Retry[]
}

/** The longest wait that a provider may ask for, and the longest wait that we choose, in ms. */
const MAX_WAIT_MS = { provider: 180_000, own: 30_000 }
/** The factor by which `max_tokens` grows after an answer that was cut off. */
const LONGER_ANSWER_FACTOR = 4
/** The maximum number of characters of an answer, so that a server that ignores `max_tokens` can't send for ever. */
const MAX_CHARACTERS = 1_000_000

/** The total time ends an endless stream, even of pings. The bytes' limit is far above the characters', because events have more of them. */
const LIMITS: Limits = { idleTimeoutMs: 120_000, totalTimeoutMs: 600_000, maxBytes: 32 << 20 }

/** The next request, and the retry to report and wait for before it is sent. */
interface Next {
  request: MessageCreateParamsStreaming
  retry: Retry
}

/**
 * Sends a request, and repeats it as long as that may help: after a wait for a temporary failure, with a higher `max_tokens` after an answer that was
 * cut off, and to the fallback's model after a refusal. Every wait is reported before it begins. From a try that broke off only the cost is kept; a
 * client that shows its draft drops the draft when it receives the retry. `requests`: the same prompt for the seat's model and for its fallback.
 * Throws only what `access` and `admit` throw; if a later try isn't admitted, the failure of the last one is returned.
 */
export async function sendRequest(
  host: RequestHost,
  requests: readonly [MessageCreateParamsStreaming, ...MessageCreateParamsStreaming[]],
  report: (news: LiveNews) => void,
  signal: AbortSignal
): Promise<RequestOutcome> {
  const access = await host.access()
  const wire = await wireOf(access.protocol)
  const started = host.clock()
  const retries: Retry[] = []
  const remaining = [...requests]
  let request = remaining.shift() as MessageCreateParamsStreaming
  let waits = 0
  let cutOff: Failure | undefined
  let spent: Usage | undefined
  let failed: Failure | undefined
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
    let settle: Awaited<ReturnType<Admit>> | undefined
    try {
      settle = await host.admit?.([{ model: request.model, tokens: promptTokens(request), maxOutput: request.max_tokens }], signal)
    } catch (thrown) {
      if (!failed) throw thrown
      return finish({ failure: failed })
    }
    let thrown: unknown
    let used = NOTHING_USED
    try {
      if (signal.aborted) return finish({})
      thrown = await streamReply(host, wire, access, request, reply, report, signal)
      used = priced(
        request.model,
        reply.usage(() => promptTokens(request)),
        access.prices
      )
    } finally {
      settle?.(used)
    }
    spent = spent ? added(spent, used) : used
    if (signal.aborted) return finish({})
    const destination = { ...access, host: hostOf(access.baseUrl), model: request.model, api: wire.api }
    const failure = thrown === undefined ? unusable(reply, request.model, request.max_tokens, isFallback) : failureOf(thrown, destination)
    if (!failure) {
      const fault = faultOf(reply, offeredNames(request))
      return finish({ reply, ...(fault === undefined ? {} : { fault }) })
    }
    // A server that rejects the higher limit reports its own reason, but only the cut-off answer is something that the user can change.
    if (cutOff && failure.maxRetries === 0 && thrown !== undefined) return finish({ failure: cutOff })
    cutOff = undefined
    const next = withMoreRoom(request, reply, failure) ?? withFallback(reply, failure, remaining) ?? afterWait(request, failure, waits)
    if (!next) return finish({ failure: withLongWait(failure), ...(thrown === undefined ? { reply } : {}) })
    if (next.request.max_tokens > request.max_tokens) cutOff = failure
    failed = failure
    waits = next.request === request ? waits + 1 : 0
    request = next.request
    retries.push(next.retry)
    report({ at: 'retry', retry: next.retry })
    await host.sleep(next.retry.ms, signal)
    if (signal.aborted) return finish({})
  }
}

/** The request with a higher `max_tokens`, after an answer that was cut off, up to the limit of the model; undefined if that doesn't apply. */
function withMoreRoom(request: MessageCreateParamsStreaming, { stop, toolRequests }: Reply, { words }: Failure): Next | undefined {
  const max_tokens = Math.min(request.max_tokens * LONGER_ANSWER_FACTOR, maxOutputOf(request.model))
  if (stop !== 'max_tokens' || toolRequests.length > 0 || max_tokens <= request.max_tokens) return undefined
  return { request: { ...request, max_tokens }, retry: { words: `${words}. Trying again with ${max_tokens.toLocaleString('en')}.`, ms: 0 } }
}

/** The same prompt for the fallback's model, after a refusal; undefined if that doesn't apply. */
function withFallback({ stop }: Reply, { words }: Failure, left: MessageCreateParamsStreaming[]): Next | undefined {
  const request = stop === 'refusal' ? left.shift() : undefined
  return request && { request: withoutThoughts(request), retry: { words: `${words}. Trying ${request.model} instead.`, ms: 0 } }
}

/** The same request after a wait, for a temporary failure; undefined if there were too many retries or the wait is too long. */
function afterWait(request: MessageCreateParamsStreaming, { words, maxRetries, waitMs }: Failure, waits: number): Next | undefined {
  const ms = waitMs ?? Math.min(MAX_WAIT_MS.own, 1000 * 2 ** waits)
  return waits >= maxRetries || ms > MAX_WAIT_MS.provider ? undefined : { request, retry: { words: `${words}. Trying again in ${seconds(ms)}.`, ms } }
}

/** Adds advice to wait to a failure for which the provider asks for a longer wait than we allow. */
const withLongWait = (failure: Failure): Failure =>
  failure.waitMs === undefined || failure.waitMs <= MAX_WAIT_MS.provider
    ? failure
    : { ...failure, advice: `Wait ${Math.ceil(failure.waitMs / 60_000)} min, then press Play.` }

/** Sends a request once, and reads the stream into `reply`. Returns the thrown error, or undefined if the answer is complete. */
export async function streamReply(
  host: Timing,
  wire: Wire,
  access: Access,
  request: MessageCreateParamsStreaming,
  reply: Reply,
  report: (news: LiveNews) => void,
  signal: AbortSignal
): Promise<unknown> {
  const connection = new Connection(wire.streamOf, LIMITS, host, signal)
  let isWhole = false
  try {
    const stream = await connection.race(wire.stream(access, request, connection.send))
    const events = stream[Symbol.asyncIterator]()
    while (!reply.isComplete) {
      const { done, value } = await connection.race<IteratorResult<unknown>>(events.next())
      if (done) break
      const news = reply.add(value)
      if (reply.length > MAX_CHARACTERS) throw new ConnectionFailure('too long')
      if (news) report(news)
    }
    isWhole = reply.stop !== '' || reply.isComplete
    reply.cameWhole = connection.isWhole
    return isWhole ? undefined : new ConnectionFailure(reply.hasBegun ? 'broken off' : 'no answer')
  } catch (error) {
    const thrown = wire.errorOf(error)
    if (thrown instanceof Problem) throw thrown
    return reply.hasBegun && isTorn(thrown) ? new ConnectionFailure('broken off') : thrown
  } finally {
    if (isWhole) connection.release()
    else connection.close()
  }
}

/** Whether the network broke the connection. Errors named by the provider have a type; errors in a response's content are the server's fault. */
function isTorn(thrown: unknown): boolean {
  if (thrown instanceof ConnectionFailure || thrown instanceof SyntaxError || thrown instanceof ReportedError) return false
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined
  return !(cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_'))
}

/** An estimate of the request's tokens, for a server that does not count them. */
export const promptTokens = ({ system, tools, messages }: MessageCreateParamsStreaming): number => tokensOf(JSON.stringify([system, tools, messages]))

const blocksOf = ({ messages }: MessageCreateParamsStreaming) => messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))

const toolUseIds = (request: MessageCreateParamsStreaming): string[] =>
  blocksOf(request).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))

/** Removes thoughts from a request for another model, because they are signed for the model that had them. */
function withoutThoughts(request: MessageCreateParamsStreaming): MessageCreateParamsStreaming {
  const messages = request.messages.map((message) => {
    if (typeof message.content === 'string') return message
    const content = message.content.filter(({ type }) => type !== 'thinking' && type !== 'redacted_thinking')
    return { ...message, content: content.length > 0 ? content : [{ type: 'text' as const, text: '(no answer)' }] }
  })
  return { ...request, messages: messages as MessageParam[] }
}

const seconds = (ms: number): string => (ms < 950 ? 'a moment' : `${Math.round(ms / 1000)} s`)

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
function faultOf(reply: Reply, tools: readonly string[]): string | undefined {
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
