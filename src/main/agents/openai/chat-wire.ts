import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'
import { checkedKey } from '../anthropic/address'
import { field, listedModels, ReportedError, type Access, type Send, type Wire } from '../anthropic/wire'
import { chatEvents } from './chat-events'
import { chatRequest } from './chat-request'

/** The only headers that a request may have; the SDK would add headers that the environment names. */
const HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'user-agent'])
/** Longer than any of our limits, because `Connection` enforces them. */
const SDK_TIMEOUT_MS = 3_600_000

/** The client, which also keeps errors that aren't in a field of their own: `{"message": "…"}`, `{"detail": "…"}`. */
class Client extends OpenAI {
  protected override makeStatusError(status: number, error: object, message: string | undefined, headers: Headers): APIError {
    return super.makeStatusError(status, field(error, 'error') === undefined ? { error } : error, message, headers)
  }
}

/** Creates a client from its arguments alone, as `../anthropic/client.ts` does. Throws Problem `agent-failed` if the key or the address is invalid. */
function clientFor(access: Access, send: Send): OpenAI {
  const key = checkedKey(access)
  return new Client({
    // The SDK asks for one; the header below has the real one, if any.
    apiKey: key || 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: access.baseUrl,
    maxRetries: 0,
    timeout: SDK_TIMEOUT_MS,
    logLevel: 'off',
    fetch: (url, init) => {
      const headers = new Headers()
      for (const [name, value] of new Headers(init?.headers)) if (HEADERS.has(name)) headers.set(name, value)
      if (key !== '') headers.set('authorization', `Bearer ${key}`)
      return send(url instanceof Request ? url.url : String(url), { ...init, headers, redirect: 'error' })
    }
  })
}

/** Chat completions with tools, as llama.cpp, Ollama, LM Studio, vLLM and OpenRouter serve them. */
export const chatWire: Wire = {
  api: 'chat completions API',
  async stream(access, request, send) {
    const newLimit = new URL(access.baseUrl).host === 'api.openai.com'
    return chatEvents(await clientFor(access, send).chat.completions.create(chatRequest(request, newLimit)))
  },
  models: async (access, send) => listedModels(await clientFor(access, send).get('/models')),
  streamOf: (message) =>
    field(message, 'error') !== undefined || Array.isArray(field(message, 'choices')) ? `data: ${JSON.stringify(message)}\n\n` : undefined,
  errorOf(thrown) {
    if (thrown instanceof APIConnectionTimeoutError) return new ReportedError({ status: 408 })
    if (!(thrown instanceof APIError) || thrown instanceof APIConnectionError) return thrown
    const { error, headers } = thrown as { error: unknown; headers: Headers | undefined }
    const [code, type] = [field(error, 'code'), field(error, 'type')]
    // In a stream, the code is often the HTTP status.
    const status = (thrown.status as number | undefined) ?? (typeof code === 'number' && code >= 400 && code < 600 ? code : undefined)
    return new ReportedError({
      status,
      type: typeof type === 'string' ? type : '',
      explanation: explanationOf(error),
      headers,
      isSpent: code === 'insufficient_quota' || headers?.get('x-should-retry') === 'false'
    })
  }
}

/** The sentence in an error, which may be an object or the sentence itself. */
function explanationOf(error: unknown): string {
  const text = typeof error === 'string' ? error : (field(error, 'message') ?? field(error, 'detail'))
  return typeof text === 'string' ? text : ''
}
