import Anthropic from '@anthropic-ai/sdk'
import { Problem } from '../../../shared/problem'
import { hostOf } from './address'
import { TOOL_CHANGES_BETA } from './tool-changes'

/** How this machine reaches models. Nothing here stores, shows or logs it. */
export interface Access {
  key: string
  /** Where the Messages API is served; a local server or a proxy will do. */
  baseUrl: string
}

/** What a request may say about itself; the SDK would add headers named in the environment. */
const HEADERS: ReadonlySet<string> = new Set(['accept', 'anthropic-version', 'authorization', 'content-type', 'user-agent'])
/** Longer than any limit of ours: `Connection` keeps the time. */
const SDK_TIMEOUT_MS = 3_600_000

/**
 * The provider's client, of nothing but what it is handed: no key, address, header, log level or trace from the environment, no
 * retries or timeouts of its own (they are shown), and no redirect, which would carry the prompt to a place nobody named. `send` carries
 * each request. Throws Problem `agent-failed` for a key or an address that cannot be one.
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
      // Others may come from the environment.
      if (new Headers(init?.headers).get('anthropic-beta') === TOOL_CHANGES_BETA) headers.set('anthropic-beta', TOOL_CHANGES_BETA)
      headers.set('authorization', `Bearer ${key}`)
      return send(url instanceof Request ? url.url : String(url), { ...init, headers, redirect: 'error' })
    }
  })
}
