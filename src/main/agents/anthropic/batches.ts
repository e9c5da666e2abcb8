import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages'
import type { MessageBatchResult } from '@anthropic-ai/sdk/resources/messages/batches'
import { Problem } from '../../../shared/base/problem'
import { defusedLine } from '../context/fence'
import { hostOf } from './address'
import { clientFor, messageEvents, messagesWire } from './client'
import { Connection, type Limits, SYSTEM_TIMING, type Timing } from './connection'
import { failureIn } from './failures'
import { Reply } from './reply'
import { field, ReportedError, type Access, type Send } from './wire'

/** A batch may carry many long requests, and its results as many answers. */
const LIMITS: Limits = { idleTimeoutMs: 120_000, totalTimeoutMs: 600_000, maxBytes: 256 << 20 }

/** How far a batch is: requests that are done, of all. `isOver`: its results can be read. */
export interface BatchState {
  done: number
  isOver: boolean
}

/** The answer to one request of a batch: a reply, or why there is none, in a sentence. */
export interface BatchAnswer {
  id: string
  reply?: Reply
  problem?: string
}

/** Throws Problem `agent-failed` at an address that has no batches. */
export function checkBatches({ protocol, baseUrl }: Access): void {
  if (protocol === 'chat')
    throw new Problem('agent-failed', `${hostOf(baseUrl)} speaks the protocol of chat completions, which has no batches. Send it without a batch.`)
}

/** Sends requests as one batch, each under an id of its own. Returns the id of the batch. Throws Problem `agent-failed`. */
export async function createBatch(
  access: Access,
  requests: readonly { id: string; params: MessageCreateParamsNonStreaming }[],
  timing: Timing = SYSTEM_TIMING
): Promise<string> {
  checkBatches(access)
  const created = await call(access, timing, (send) =>
    clientFor(access, send).messages.batches.create({ requests: requests.map(({ id, params }) => ({ custom_id: id, params })) })
  ).catch((thrown: unknown) => {
    if (thrown instanceof Problem && (thrown.data['status'] === 404 || thrown.data['status'] === 405))
      throw new Problem('agent-failed', `${hostOf(access.baseUrl)} takes no batches. Send it without a batch.`)
    throw thrown
  })
  const id: unknown = field(created, 'id')
  if (typeof id !== 'string' || !/^[\w-]{1,200}$/.test(id))
    throw new Problem('agent-failed', `${hostOf(access.baseUrl)} took the batch without naming it. Send it without a batch.`)
  return id
}

/** How far a batch is; undefined if the provider doesn't have it any more. Throws Problem `agent-failed`. */
export async function batchState(access: Access, id: string, timing: Timing = SYSTEM_TIMING): Promise<BatchState | undefined> {
  const batch = await call(access, timing, (send) => clientFor(access, send).messages.batches.retrieve(id)).catch((thrown: unknown) => {
    if (thrown instanceof Problem && thrown.data['status'] === 404) return undefined
    throw thrown
  })
  if (batch === undefined) return undefined
  const counts: unknown = field(batch, 'request_counts')
  const count = (of: string): number => Number(field(counts, of) ?? 0) || 0
  const done = ['succeeded', 'errored', 'canceled', 'expired'].reduce((sum, of) => sum + count(of), 0)
  return { done, isOver: field(batch, 'processing_status') === 'ended' }
}

/** The answers of a batch that is over, as they arrive. Throws Problem `agent-failed`. */
export async function* batchAnswers(access: Access, id: string, timing: Timing = SYSTEM_TIMING): AsyncGenerator<BatchAnswer> {
  const connection = new Connection(undefined, { ...LIMITS, anyType: true }, timing)
  // The batch names the address of its results. The key goes to our own address only.
  const results = `${access.baseUrl.replace(/\/$/, '')}/v1/messages/batches/${id}/results`
  const send: Send = (url, init) => connection.send(url.endsWith('/results') ? results : url, init)
  try {
    const decoder = await connection.race(clientFor(access, send).messages.batches.results(id))
    const lines = decoder[Symbol.asyncIterator]()
    for (;;) {
      const { done, value } = await connection.race<IteratorResult<{ custom_id: string; result: MessageBatchResult }>>(lines.next())
      if (done) return
      const custom: unknown = field(value, 'custom_id')
      if (typeof custom === 'string') yield { id: custom, ...answerIn(field(value, 'result')) }
    }
  } catch (thrown) {
    throw problemOf(thrown, access)
  } finally {
    connection.close()
  }
}

function answerIn(result: unknown): Omit<BatchAnswer, 'id'> {
  const type = field(result, 'type')
  if (type === 'succeeded') {
    const reply = new Reply()
    for (const event of messageEvents(field(result, 'message')) ?? []) reply.add(event)
    return { reply }
  }
  if (type === 'expired') return { problem: 'It expired before the provider came to it. Ask again to send it anew.' }
  if (type === 'canceled') return { problem: 'It was canceled before the provider came to it. Ask again to send it anew.' }
  const error = field(field(result, 'error'), 'error')
  const [reason = 'it gave no reason'] = [field(error, 'message'), field(error, 'type')].filter((one) => typeof one === 'string')
  const words = defusedLine(reason).slice(0, 300)
  return { problem: `The provider couldn't answer it: ${words.replace(/[.\s]+$/, '')}. Ask again to send it anew.` }
}

async function call<T>(access: Access, timing: Timing, work: (send: Send) => Promise<T>): Promise<T> {
  const connection = new Connection(undefined, LIMITS, timing)
  try {
    return await connection.race(work(connection.send))
  } catch (thrown) {
    throw problemOf(thrown, access)
  } finally {
    connection.close()
  }
}

function problemOf(thrown: unknown, access: Access): Problem {
  if (thrown instanceof Problem) return thrown
  const read = messagesWire.errorOf(thrown)
  const status = read instanceof ReportedError ? read.status : undefined
  return new Problem('agent-failed', failureIn(thrown, access, messagesWire, 'the model'), status === undefined ? {} : { status })
}
