import { isLoopback } from '../../../shared/base/loopback'
import { Problem } from '../../../shared/base/problem'
import type { Access } from './wire'

/** The address for model requests if this machine's settings name no other. */
export const DEFAULT_BASE_URL = 'https://api.anthropic.com'

/** Parses the address of a model server: https, or http on this machine, without a user name or password. `write` begins the advice in the error. Throws Problem `bad-input`. */
export function modelAddress(text: string, write = 'Write it'): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Problem('bad-input', `The model address is not a web address. ${write} as https://….`)
  if (url.username !== '' || url.password !== '')
    throw new Problem('bad-input', 'The model address contains a name or a password. Remove them; the key has a field of its own.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new Problem(
      'bad-input',
      `Over http, anybody between this machine and ${url.host} could read the key and the story. Use an https address, or forward a local port to it and use http://localhost:<port>.`
    )
  return url
}

/** Returns the host of an address for use in sentences; the rest of the address may be a secret. Throws Problem `agent-failed` if requests to that address aren't allowed. */
export function hostOf(baseUrl: string): string {
  try {
    return modelAddress(baseUrl, 'Write it in Settings').host
  } catch (thrown) {
    throw new Problem('agent-failed', thrown instanceof Error ? thrown.message : String(thrown), { remedy: 'settings' })
  }
}

/** The key of an access. It may be empty for a server on this machine only. Throws Problem `agent-failed` if the key or the address is invalid. */
export function checkedKey({ key, baseUrl }: Access): string {
  hostOf(baseUrl)
  if (key === '' && isLoopback(new URL(baseUrl).hostname)) return key
  if (!/^[\x21-\x7e]{1,1000}$/.test(key))
    throw new Problem('agent-failed', 'The key is empty or contains characters that no key has. Enter it again in Settings.', { remedy: 'settings' })
  return key
}
