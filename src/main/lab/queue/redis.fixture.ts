import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

/** A Redis server of a test, on loopback, that keeps nothing on the disk. */
export interface RedisServer {
  readonly port: number
  readonly url: string
  /** Ends it at once, with everything that it has. */
  kill(): Promise<void>
}

/** A port of loopback that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts the `redis-server` of the search path, and waits until it listens. */
export async function startRedis({ port, password }: { port?: number; password?: string } = {}): Promise<RedisServer> {
  const own = port ?? (await freePort())
  const settings = { port: String(own), bind: '127.0.0.1', save: '', appendonly: 'no', ...(password === undefined ? {} : { requirepass: password }) }
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
    url: `redis://127.0.0.1:${own}`,
    async kill() {
      child.kill('SIGKILL')
      await ended
    }
  }
}
