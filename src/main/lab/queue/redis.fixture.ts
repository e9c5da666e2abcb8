import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A Redis server of a test, on loopback, that keeps nothing on the disk. */
export interface RedisServer {
  readonly port: number
  readonly url: string
  /** Ends it at once, with everything that it has. */
  kill(): Promise<void>
}

/** `more`: settings by their names in its configuration; those of a certificate make it encrypted. */
interface RedisSettings {
  port?: number
  password?: string
  more?: Readonly<Record<string, string>>
}

/** A port of loopback that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}

/** Settings for an encrypted server with a certificate for 127.0.0.1, and the file of the authority that signed it. */
export async function encrypted(folder: string): Promise<{ port: number; more: Record<string, string>; authority: string }> {
  const at = (name: string): string => join(folder, name)
  const openssl = (...args: string[]): unknown => execFileSync('openssl', args, { stdio: 'pipe' })
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout']
  openssl('req', '-x509', ...key, at('ca.key'), '-out', at('ca.crt'), '-subj', '/CN=An authority of our own')
  openssl('req', ...key, at('own.key'), '-out', at('own.csr'), '-subj', '/CN=queue')
  writeFileSync(at('names'), 'subjectAltName=IP:127.0.0.1\n')
  openssl(
    'x509',
    '-req',
    '-in',
    at('own.csr'),
    '-CA',
    at('ca.crt'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-out',
    at('own.crt'),
    '-extfile',
    at('names')
  )
  const port = await freePort()
  const files = { 'tls-cert-file': at('own.crt'), 'tls-key-file': at('own.key'), 'tls-ca-cert-file': at('ca.crt') }
  return { port, authority: at('ca.crt'), more: { port: '0', 'tls-port': String(port), 'tls-auth-clients': 'no', ...files } }
}

/** Starts the `redis-server` of the search path, and waits until it listens. */
export async function startRedis({ port, password, more = {} }: RedisSettings = {}): Promise<RedisServer> {
  const own = port ?? (await freePort())
  const settings = {
    port: String(own),
    bind: '127.0.0.1',
    save: '',
    appendonly: 'no',
    ...(password === undefined ? {} : { requirepass: password }),
    ...more
  }
  const child = spawn(
    'redis-server',
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    { stdio: ['ignore', 'pipe', 'inherit'] }
  )
  const ended = once(child, 'close')
  const said: string[] = []
  const ready = new Promise<void>((done) => {
    createInterface(child.stdout).on('line', (line) => {
      said.push(line)
      if (line.includes('Ready to accept connections')) done()
    })
  })
  await Promise.race([
    ready,
    ended.then(() => {
      throw new Error(`redis-server ended:\n${said.join('\n')}`)
    })
  ])
  return {
    port: own,
    url: `${'tls-port' in more ? 'rediss' : 'redis'}://127.0.0.1:${own}`,
    async kill() {
      child.kill('SIGKILL')
      await ended
    }
  }
}
