import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { expect, it } from 'vitest'
import type { Studio } from '../../shared/api'
import { serveStudio } from '../core'
import { environmentKeys, environmentTokens, type KeyStore, memoryKeys, systemKeys, type SafeStorage } from './keys'
import { OriginSecrets } from './origin-secrets'
import { CoreWorker, type CoreThread } from '../worker'

const KEY = 'sk-a-key-of-nobody'
/** Inverts every byte, which is enough to show that the system's encryption produced the file. */
const safe = (backend = 'gnome_libsecret', available = true): SafeStorage => ({
  isEncryptionAvailable: () => available,
  getSelectedStorageBackend: () => backend,
  encryptString: (text) => Buffer.from(Buffer.from(text).map((byte) => byte ^ 0xff)),
  decryptString: (bytes) => {
    const text = Buffer.from(bytes.map((byte) => byte ^ 0xff)).toString()
    if (!text.startsWith('sk-')) throw new Error('not ours')
    return text
  }
})
const file = (): string => join(mkdtempSync(join(tmpdir(), 'keys-')), 'deep', 'key')

it("the system's store keeps the key encrypted for this user until it is removed", async () => {
  const path = file()
  const keys = systemKeys(safe(), path)
  expect([keys.place, keys.keeps, await keys.get()]).toEqual(['os', true, undefined])
  await keys.set(KEY)
  expect(await systemKeys(safe(), path).get()).toBe(KEY)
  expect(readFileSync(path).toString('latin1')).not.toContain('nobody')
  expect(statSync(path).mode & 0o077).toBe(0)
  await keys.set(undefined)
  expect(await keys.get()).toBeUndefined()
})

it('a key file of another machine is not a key', async () => {
  const path = file()
  const keys = systemKeys(safe(), path)
  await keys.set(KEY)
  writeFileSync(path, 'something else')
  expect(await keys.get()).toBeUndefined()
})

it("a key that can't be stored is reported with a sentence", async () => {
  const path = file()
  writeFileSync(join(path, '..', '..', 'deep'), 'a file in the way')
  await expect(systemKeys(safe(), path).set(KEY)).rejects.toMatchObject({
    code: 'disk',
    message: expect.stringContaining("couldn't be saved") as unknown
  })
})

it('without a key store, or with one in plain text, the key stays in memory', async () => {
  for (const store of [safe('basic_text'), safe('gnome_libsecret', false)]) {
    const path = file()
    const keys = systemKeys(store, path)
    await keys.set(KEY)
    expect([keys.place, keys.keeps, await keys.get(), await memoryKeys().get()]).toEqual(['memory', false, KEY, undefined])
    expect(() => statSync(path)).toThrow('ENOENT')
  }
})

it('the command line reads the key from the environment and stores none', async () => {
  const own = (key: string): string => JSON.stringify({ 'https://api.anthropic.com': key })
  expect(await environmentKeys({ PROSCENIUM_API_KEY: 'a', ANTHROPIC_API_KEY: 'b' }).get()).toBe(own('a'))
  expect(await environmentKeys({ PROSCENIUM_API_KEY: '', ANTHROPIC_API_KEY: 'b' }).get()).toBe(own('b'))
  const proxied = environmentKeys({ PROSCENIUM_API_KEY: 'a', PROSCENIUM_BASE_URL: 'https://proxy.example/v2' })
  expect(await proxied.get()).toBe(JSON.stringify({ 'https://proxy.example': 'a' }))
  expect(await environmentKeys({}).get()).toBeUndefined()
  await expect(environmentKeys({}).set('a')).rejects.toMatchObject({ code: 'refused' })
})

it('a git token of the environment is for the server that the environment names, and for none that a folder names', async () => {
  const environment = { PROSCENIUM_GIT_TOKEN: 't', PROSCENIUM_GIT_SERVER: 'https://git.example.org/some/path' }
  const tokens = new OriginSecrets(environmentTokens(environment))
  expect([await tokens.of('https://git.example.org'), await tokens.of('https://evil.example')]).toEqual(['t', undefined])
  expect(await environmentTokens({ PROSCENIUM_GIT_TOKEN: 't' }).get()).toBeUndefined()
})

it('a core in its thread asks the host for the key', async () => {
  const { port1, port2 } = new MessageChannel()
  const stores: KeyStore[] = []
  serveStudio(port2, ({ keys }) => {
    stores.push(keys)
    return { dispose: () => Promise.resolve() } as unknown as Studio & { dispose(): Promise<void> }
  })
  const store = systemKeys(safe(), file())
  const core = new CoreWorker({
    start: () => Object.assign(port1, { terminate: () => Promise.resolve(0) }) as unknown as CoreThread,
    keys: store
  })
  const [keys] = stores
  await keys?.set(KEY)
  expect([await store.get(), await keys?.get()]).toEqual([KEY, KEY])
  await keys?.set(undefined)
  expect([await store.get(), await keys?.get()]).toEqual([undefined, undefined])
  await core.dispose()
  port2.close()
})
