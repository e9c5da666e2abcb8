import Anthropic, { APIConnectionError, APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk'
import { checkedKey } from './address'
import { betasOf, TOOL_CHANGES_BETA } from './tool-changes'
import { field, listedModels, ReportedError, type Access, type Send, type Wire } from './wire'

/** The only headers that a request may have; the SDK would add headers that the environment names. */
const HEADERS: ReadonlySet<string> = new Set(['accept', 'anthropic-version', 'content-type', 'user-agent'])
/** Longer than any of our limits, because `Connection` enforces them. */
const SDK_TIMEOUT_MS = 3_600_000

/**
 * Creates the provider's client from its arguments alone. It takes no key, address, header, log level or trace from the environment. It has no
 * retries and no timeouts of its own, because the app shows them. It follows no redirects, which would carry the prompt to an unknown server.
 * `send` carries each request. Throws Problem `agent-failed` if the key or the address is invalid.
 */
export function clientFor(access: Access, send: Send): Anthropic {
  const key = checkedKey(access)
  return new Anthropic({
    // The SDK asks for one; the header below has the real one, if any.
    apiKey: key || 'none',
    baseURL: access.baseUrl,
    maxRetries: 0,
    timeout: SDK_TIMEOUT_MS,
    openTelemetry: false,
    logLevel: 'off',
    webhookKey: null,
    fetch: (url, init) => {
      const headers = new Headers()
      for (const [name, value] of new Headers(init?.headers)) if (HEADERS.has(name)) headers.set(name, value)
      // The environment may add other headers.
      if (new Headers(init?.headers).get('anthropic-beta') === TOOL_CHANGES_BETA) headers.set('anthropic-beta', TOOL_CHANGES_BETA)
      if (key !== '') headers.set('authorization', `Bearer ${key}`)
      return send(url instanceof Request ? url.url : String(url), { ...init, headers, redirect: 'error' })
    }
  })
}

/** The Messages API, in the form that requests and answers have everywhere here. */
export const messagesWire: Wire = {
  api: 'Messages API',
  stream: async (access, request, send) => clientFor(access, send).messages.create(request, { headers: betasOf(request) }),
  models: async (access, send) => listedModels(await clientFor(access, send).get('/v1/models', { query: { limit: 1000 } })),
  streamOf(message) {
    const error = field(message, 'error')
    if (error !== undefined) return sse([{ type: 'error', error: typeof error === 'string' ? { message: error } : error }])
    const events = messageEvents(message)
    return events && sse(events)
  },
  errorOf(thrown) {
    if (thrown instanceof APIConnectionTimeoutError) return new ReportedError({ status: 408 })
    if (!(thrown instanceof APIError) || thrown instanceof APIConnectionError) return thrown
    const { status, type, apiMessage, errorCode, headers } = thrown
    const isSpent = headers?.get('x-should-retry') === 'false' || /spend|billing|credit/.test(errorCode ?? '')
    return new ReportedError({ status, type: type ?? '', explanation: typeof apiMessage === 'string' ? apiMessage : '', headers, isSpent })
  }
}

/** The events of a stream that one whole message stands for; undefined if it is no message. */
export function messageEvents(message: unknown): ({ type: string } & Record<string, unknown>)[] | undefined {
  const content = field(message, 'content')
  if (!Array.isArray(content)) return undefined
  return [
    { type: 'message_start', message },
    ...content.map((block: unknown, index) => ({ type: 'content_block_start', index, content_block: block })),
    { type: 'message_delta', delta: message, usage: field(message, 'usage') },
    { type: 'message_stop' }
  ]
}

const sse = (events: readonly ({ type: string } & Record<string, unknown>)[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
