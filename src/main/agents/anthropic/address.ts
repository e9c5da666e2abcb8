import { isLoopback } from '../../../shared/loopback'
import { Problem } from '../../../shared/problem'

/** Where requests to models go if the machine's settings name no other place. */
export const DEFAULT_BASE_URL = 'https://api.anthropic.com'

/** An address for asking models: https, or http on this machine; without name or password. `write` says where it is written. Throws Problem `bad-input`. */
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

/** The host of an address, to be named in sentences; anything else of the address may be a secret. Throws Problem `agent-failed` when no model may be asked there. */
export function hostOf(baseUrl: string): string {
  try {
    return modelAddress(baseUrl, 'Write it in Settings').host
  } catch (thrown) {
    throw new Problem('agent-failed', thrown instanceof Error ? thrown.message : String(thrown), { remedy: 'settings' })
  }
}
