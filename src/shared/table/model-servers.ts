import { isLoopback } from '../base/loopback'
import type { Protocol } from './model-access'
import type { Profile } from './turns'

/** A usual address of a kind of server. */
export interface ServerPreset {
  name: string
  baseUrl: string
  /** Usually has small models, with small windows. */
  isSmall?: true
}

/** The kinds of servers with a usual address. All of them take chat completions. */
export const SERVER_PRESETS: readonly ServerPreset[] = [
  { name: 'llama.cpp', baseUrl: 'http://localhost:8080/v1', isSmall: true },
  { name: 'Ollama', baseUrl: 'http://localhost:11434/v1', isSmall: true },
  { name: 'LM Studio', baseUrl: 'http://localhost:1234/v1', isSmall: true },
  { name: 'vLLM', baseUrl: 'http://localhost:8000/v1' },
  { name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1' },
  { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1' }
]

/** The address of a preset by its name, in any case: "ollama"; every other text is returned as it is. */
export const presetAddress = (text: string): string =>
  SERVER_PRESETS.find(
    ({ name }) =>
      name.toLowerCase().replaceAll(/[^a-z]/g, '') ===
      text
        .trim()
        .toLowerCase()
        .replaceAll(/[^a-z]/g, '')
  )?.baseUrl ?? text

/** The name of the preset with that address; undefined if there is none. */
export const presetName = (baseUrl: string): string | undefined => SERVER_PRESETS.find((preset) => preset.baseUrl === baseUrl)?.name

/** Below this many tokens of a context window, requests are lean. */
const SMALL_WINDOW = 24_000

/** How much models get at an address by default: little for a small window or servers of small models. `contextTokens`: the window. */
export function usualProfile(baseUrl: string | undefined, contextTokens: number | undefined): Profile {
  if (contextTokens !== undefined) return contextTokens < SMALL_WINDOW ? 'lean' : 'full'
  const address = baseUrl?.replace(/\/+$/, '').replace(/^(https?:\/\/)(127\.0\.0\.1|\[::1\])/i, '$1localhost')
  return SERVER_PRESETS.some((preset) => preset.isSmall && preset.baseUrl === address) ? 'lean' : 'full'
}

/** The host and the path of an address; undefined if it is no web address. */
function partsOf(address: string): { hostname: string; path: string } | undefined {
  const [, host, path = ''] = /^https?:\/\/([^/?#\\]+)([^?#]*)/i.exec(address.trim()) ?? []
  return host === undefined ? undefined : { hostname: host.replace(/:\d+$/, '').toLowerCase(), path }
}

/** The protocol at an address if none is named. An address that ends in /v1 is the usual one of chat completions; the Messages API adds /v1 itself. */
export function protocolAt(baseUrl: string): Protocol {
  const { hostname, path } = partsOf(baseUrl) ?? { hostname: '', path: '' }
  return /\/v1\/*$/.test(path) && !/(^|\.)anthropic\.com$/.test(hostname) ? 'chat' : 'messages'
}

/** Whether models at an address can be called without a key. */
export const needsNoKey = (baseUrl: string): boolean => isLoopback(partsOf(baseUrl)?.hostname ?? '')
