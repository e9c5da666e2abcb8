import { isLoopback } from '../../../shared/base/loopback'
import { Problem } from '../../../shared/base/problem'

/** A Redis server. `shown`: its address without user and password; `url`: without the password; `isHere`: it is on this machine. */
export interface QueueAddress {
  shown: string
  url: string
  isHere: boolean
  host: string
  port: number
  username?: string
  password?: string
  db: number
  isEncrypted: boolean
}

const PORT = 6379

/** Reads redis://[[user]:password@]host[:port][/database]; rediss:// is encrypted. `password`: where the address has none. Throws Problem `bad-input`. */
export function queueAddress(text: string, password?: string): QueueAddress {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  const account = [url?.username ?? '', url?.password ?? ''].map(decoded)
  const database = /^\/?(\d{0,4})$/.exec(url?.pathname ?? '-')
  const isRedis = url?.protocol === 'redis:' || url?.protocol === 'rediss:'
  // What was typed may have a password in it, so no sentence repeats it.
  if (!url || !isRedis || !database || url.hostname === '' || account.includes(undefined) || url.search !== '' || url.hash !== '')
    throw new Problem('bad-input', 'This is not the address of a queue. Write it as redis://host:6379, or rediss:// where it is encrypted.')
  const port = url.port === '' ? PORT : Number(url.port)
  const [username, secret = ''] = account
  const place = `${url.hostname}:${port}${database[1] ? `/${database[1]}` : ''}`
  return {
    shown: `${url.protocol}//${place}`,
    url: `${url.protocol}//${url.username === '' ? '' : `${url.username}@`}${place}`,
    isHere: isLoopback(url.hostname),
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    ...(username && { username }),
    ...((secret || password) && { password: secret || password }),
    db: Number(database[1] ?? 0),
    isEncrypted: url.protocol === 'rediss:'
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
