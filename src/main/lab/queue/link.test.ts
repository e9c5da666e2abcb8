import { once } from 'node:events'
import { createServer } from 'node:net'
import { Redis } from 'ioredis'
import { afterEach, expect, it } from 'vitest'
import { tempFolder } from '../../campaign/git/testing/folders'
import { queueAddress } from './address'
import { QueueLink } from './link'
import { encrypted, freePort, type RedisServer, startRedis } from './redis.fixture'

const servers: RedisServer[] = []
afterEach(async () => {
  for (const one of servers.splice(0)) await one.kill()
})

async function server(...settings: Parameters<typeof startRedis>): Promise<RedisServer> {
  const one = await startRedis(...settings)
  servers.push(one)
  return one
}

/** Connects and leaves again. Returns what there is to tell of the server. */
async function opened(url: string): Promise<string | undefined> {
  const link = await QueueLink.open(queueAddress(url), { patienceMs: 1000, tellAway: () => undefined, lost: () => undefined })
  const answer = await link.redis.set('{proscenium-lab}:note', 'here')
  link.close()
  return answer === 'OK' ? link.remark : 'It took nothing.'
}

async function told(url: string, words: string[]): Promise<void> {
  const client = new Redis(url)
  await client.call(...(words as [string, ...string[]]))
  client.disconnect()
}

it('says whether an address is encrypted that should not be, or the other way round', async () => {
  const plain = await server()
  await expect(opened(plain.url.replace('redis:', 'rediss:'))).rejects.toThrow(/ is not encrypted\. Write redis:\/\/ instead of rediss:\/\/\.$/)
  const hidden = await server(await encrypted(tempFolder('certificate')))
  await expect(opened(hidden.url.replace('rediss:', 'redis:'))).rejects.toThrow(/ is encrypted\. Write rediss:\/\/ instead of redis:\/\/\.$/)
  await expect(opened(hidden.url)).rejects.toThrow(/ can’t be trusted \(SELF_SIGNED_CERT_IN_CHAIN\)\. .* NODE_EXTRA_CA_CERTS\.$/)
  await expect(opened(`redis://127.0.0.1:${await freePort()}`)).rejects.toThrow('No Redis answers at redis://127.0.0.1:')
})

it('a user of Redis needs the right password, and the keys of the lab alone', async () => {
  const { port, url } = await server()
  await told(url, ['ACL', 'SETUSER', 'oda', 'on', '>geheim', '~{proscenium-lab}:*', '&*', '+@all'])
  await told(url, ['ACL', 'SETUSER', 'mara', 'on', '>geheim', '~other:*', '+@all'])
  expect(await opened(`redis://oda:geheim@127.0.0.1:${port}`)).toBeUndefined()
  await expect(opened(`redis://oda:wrong@127.0.0.1:${port}`)).rejects.toThrow(' asks for another password. Enter it in Settings')
  await expect(opened(`redis://mara:geheim@127.0.0.1:${port}`)).rejects.toThrow(
    'It needs all commands and channels, and the keys {proscenium-lab}:*.'
  )
  await expect(opened(`redis://127.0.0.1:${port}/99`)).rejects.toThrow('There is no such database')
})

it('follows a node of a cluster to the one that has the keys', async () => {
  const more = (): Record<string, string> => ({ 'cluster-enabled': 'yes', dir: tempFolder('node') })
  const [one, other] = [await server({ more: more() }), await server({ more: more() })]
  await told(one.url, ['CLUSTER', 'ADDSLOTSRANGE', '0', '8000'])
  await expect(opened(one.url)).rejects.toThrow(/ refused \(CLUSTERDOWN .*\)\.$/)
  await told(other.url, ['CLUSTER', 'ADDSLOTSRANGE', '8001', '16383'])
  await told(one.url, ['CLUSTER', 'MEET', '127.0.0.1', String(other.port)])
  for (const { url } of [one, other]) await expect.poll(() => opened(url).catch(String), { timeout: 20_000 }).toBeUndefined()
})

it('refuses a read-only copy, and tells of a server that forgets', async () => {
  const first = await server()
  const copy = await server({ more: { replicaof: `127.0.0.1 ${first.port}` } })
  await expect(opened(copy.url)).rejects.toThrow(` is a read-only copy of the one at 127.0.0.1:${first.port}. Use that one.`)
  const forgetful = await server({ more: { maxmemory: '50mb', 'maxmemory-policy': 'allkeys-lru' } })
  expect(await opened(forgetful.url)).toContain('(maxmemory-policy allkeys-lru). Set noeviction there.')
})

it('refuses an old server', async () => {
  const info = '# Server\r\nredis_version:6.0.16\r\nloading:0\r\n'
  // Several commands may come together.
  const answer = (data: Buffer): string => `$${info.length}\r\n${info}\r\n`.repeat(data.toString().match(/\*\d+\r\n\$/g)?.length ?? 0)
  const old = createServer((socket) => socket.on('data', (data) => socket.write(answer(data)))).listen(0, '127.0.0.1')
  await once(old, 'listening')
  const address = old.address()
  const port = typeof address === 'object' ? address?.port : 0
  await expect(opened(`redis://127.0.0.1:${port}`)).rejects.toThrow(/ is too old \(6\.0\)\. Install 6\.2 or a newer one\.$/)
  old.close()
})
