import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages'
import type { ListedModel, ModelPrices, Protocol } from '../../../shared/table/model-access'

/** How this machine reaches models. Nothing here stores, shows or logs it. */
export interface Access {
  /** Empty for a server on this machine that needs none. */
  key: string
  /** The address of the API; a local server or a proxy also works. */
  baseUrl: string
  /** The Messages API if absent. */
  protocol?: Protocol
  /** The owner's own prices, by model. */
  prices?: ModelPrices
}

/** Carries one request, as `fetch` does. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

/** One protocol of model servers. Everything else speaks the Messages API; a wire converts requests and events for other servers. */
export interface Wire {
  /** The name of the API in sentences: "Messages API". */
  readonly api: string
  /** Sends a request. Returns the events of its answer. Throws Problem `agent-failed` if the key or the address is invalid. */
  readonly stream: (access: Access, request: MessageCreateParamsStreaming, send: Send) => Promise<AsyncIterable<unknown>>
  /** The models that the server lists. */
  readonly models: (access: Access, send: Send) => Promise<ListedModel[]>
  /** The stream that one whole message stands for; undefined if it is no message. */
  readonly streamOf: (message: unknown) => string | undefined
  /** Converts an error of the provider's client to a `ReportedError`; returns every other error as it is. */
  readonly errorOf: (thrown: unknown) => unknown
}

/** An error that a server reported, by its HTTP status or in its stream. */
export class ReportedError extends Error {
  readonly status: number | undefined
  /** The server's name for the kind of error; empty if it has none. */
  readonly type: string
  /** The server's own sentence; empty if it has none. */
  readonly explanation: string
  readonly headers: Headers | undefined
  /** Whether a limit concerns credit and not speed, so that waiting doesn't lift it. */
  readonly isSpent: boolean

  constructor({ status, type = '', explanation = '', headers, isSpent = false }: Partial<Omit<ReportedError, keyof Error>>) {
    super(explanation)
    this.status = status
    this.type = type
    this.explanation = explanation
    this.headers = headers
    this.isSpent = isSpent
  }
}

/** The models of a list in the form that all servers share. */
export function listedModels(list: unknown): ListedModel[] {
  const data = field(list, 'data')
  const all: unknown[] = Array.isArray(data) ? data : []
  const models = all.flatMap((one): ListedModel[] => {
    const id = field(one, 'id')
    if (typeof id !== 'string' || id === '' || id.length > 200) return []
    const sizes = [
      field(one, 'context_length'),
      field(one, 'max_model_len'),
      field(one, 'max_context_length'),
      field(field(one, 'meta'), 'n_ctx_train')
    ]
    const contextTokens = sizes.find((size): size is number => typeof size === 'number' && Number.isSafeInteger(size) && size > 0)
    return [{ id, ...(contextTokens === undefined ? {} : { contextTokens }) }]
  })
  return models.slice(0, MAX_LISTED)
}

/** The maximum number of models that are read from a list. */
const MAX_LISTED = 1000

/** A field of a value from a server; undefined if it has none. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
