import Anthropic from '@anthropic-ai/sdk'
import { Problem } from '../../../shared/base/problem'
import { hostOf } from './address'
import { TOOL_CHANGES_BETA } from './tool-changes'

/** How this machine reaches models. Nothing here stores, shows or logs it. */
export interface Access {
  key: string
  /** The address of the Messages API; a local server or a proxy also works. */
  baseUrl: string
}

/** The only headers that a request may have; the SDK would add headers that the environment names. */
const HEADERS: ReadonlySet<string> = new Set(['accept', 'anthropic-version', 'authorization', 'content-type', 'user-agent'])
/** Longer than any of our limits, because `Connection` enforces them. */
const SDK_TIMEOUT_MS = 3_600_000

/**
 * Creates the provider's client from its arguments alone. It takes no key, address, header, log level or trace from the environment. It has no
 * retries and no timeouts of its own, because the app shows them. It follows no redirects, which would carry the prompt to an unknown server.
 * `send` carries each request. Throws Problem `agent-failed` if the key or the address is invalid.
 */
export function clientFor({ key, baseUrl }: Access, send: (url: string, init: RequestInit) => Promise<Response>): Anthropic {
  if (!/^[\x21-\x7e]{1,1000}$/.test(key))
    throw new Problem('agent-failed', 'The key is empty or contains characters that no key has. Enter it again in Settings.', { remedy: 'settings' })
  hostOf(baseUrl)
  return new Anthropic({
    apiKey: key,
    baseURL: baseUrl,
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
      headers.set('authorization', `Bearer ${key}`)
      return send(url instanceof Request ? url.url : String(url), { ...init, headers, redirect: 'error' })
    }
  })
}
