import type { ArrowDocument, ArrowId } from '../document'
import type { IdSource } from '../ids'
import { isRecord } from './members'

/** One call of a function of the protocol. */
export interface ArrowCall {
  readonly function: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** What a caller's special references mean: the open scene (by default that of the entry), the selection, the resource created last. */
export interface CallContext {
  readonly scene?: ArrowId
  readonly selected?: readonly ArrowId[]
  readonly lastCreated?: ArrowId
  readonly ids?: IdSource
  /**
   * How `create_connection`, `delete_connection` and `connect_from` count the outputs of conditions and tag checks: `agent` (0 is true, as the
   * protocol says) or `file` (0 is false, as in files). The default is `agent`. Raw `io` always counts as in files.
   */
  readonly polarity?: 'agent' | 'file'
}

/** The result of a successful call. `notes` name conversions, `ignored` the arguments without a meaning. */
export interface CallDone {
  readonly success: true
  readonly created_nodes: readonly ArrowId[]
  readonly created_connections: number
  readonly notes?: readonly string[]
  readonly ignored?: readonly string[]
  readonly [member: string]: unknown
}
/** The result of a refused call, which changes nothing. `failed_at` is the index of the refused call of a batch, from 0. */
export interface CallRefused {
  readonly success: false
  readonly code: string
  readonly error: string
  readonly referenced_by?: readonly ArrowId[]
  readonly used_by?: readonly ArrowId[]
  readonly suggestion?: string
  readonly failed_at?: number
}
export type ArrowCallResult = CallDone | CallRefused

/** A document after a call, the call's result, and the context for the next call. */
export interface CallOutcome {
  readonly document: ArrowDocument
  readonly result: ArrowCallResult
  readonly context: CallContext
}

/** The calls in a message: one or a batch, flat or wrapped in `data`, with any spelling of their members. Undefined if there are none. */
export function callsIn(
  message: unknown
): { readonly requestId?: string; readonly batch: boolean; readonly calls: readonly ArrowCall[] } | undefined {
  if (Array.isArray(message)) return batchOf(message, undefined)
  if (!isRecord(message)) return undefined
  const inner = isRecord(message['data']) && !('function' in message) && !('function_name' in message) ? message['data'] : message
  const id = inner['request_id'] ?? message['request_id']
  const requestId = typeof id === 'string' ? id : undefined
  const list = inner['functions'] ?? inner['calls'] ?? inner['function_calls']
  if (Array.isArray(list)) return batchOf(list, requestId)
  const call = callOf(inner)
  return call && { ...(requestId !== undefined && { requestId }), batch: false, calls: [call] }
}

function batchOf(list: readonly unknown[], requestId: string | undefined): ReturnType<typeof callsIn> {
  const calls = list.map((one) => (isRecord(one) ? callOf(one) : undefined))
  return calls.every((call) => call !== undefined) ? { ...(requestId !== undefined && { requestId }), batch: true, calls } : undefined
}

function callOf(one: Readonly<Record<string, unknown>>): ArrowCall | undefined {
  const name = one['function'] ?? one['function_name'] ?? one['name']
  const input = one['arguments'] ?? one['args'] ?? one['parameters'] ?? {}
  return typeof name === 'string' && isRecord(input) ? { function: name, arguments: input } : undefined
}
