import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { Problem, toProblem } from '../shared/base/problem'

/** A secret that nobody guesses, of characters that an address may hold. */
export const randomSecret = (): string => randomBytes(24).toString('base64url')

const digest = (text: string) => createHash('sha256').update(text).digest()
/** Compares two secrets in a time that doesn't depend on them. */
export const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

/** Answers a client that may not open a WebSocket here. */
export const refuseUpgrade = (socket: Duplex): void => void socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')

const listen = (http: Server, port: number): Promise<void> =>
  new Promise((done, fail) => {
    http.once('error', fail)
    http.listen(port, '127.0.0.1', () => {
      http.off('error', fail)
      done()
    })
  })

/** Listens on 127.0.0.1: `port` (0: any), else `preferred` if free, else any. Returns the origin. Rejects with Problem `bad-input`. */
export async function listenOnLoopback(http: Server, port: number | undefined, preferred = 0): Promise<string> {
  try {
    if (port === undefined) await listen(http, preferred).catch(() => listen(http, 0))
    else await listen(http, port)
  } catch (thrown) {
    throw portProblem(thrown, port)
  }
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

function portProblem(thrown: unknown, port: number | undefined): Problem {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  if (code === 'EADDRINUSE')
    return new Problem('bad-input', `Port ${port} is in use by another program. Choose another one, or leave the port out.`, { port })
  if (code === 'EACCES') return new Problem('bad-input', `Port ${port} may not be used by this user. Choose one above 1023.`, { port })
  return toProblem(thrown)
}
