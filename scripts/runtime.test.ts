import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchRuntime, findRuntime, progressLine, whyNoWindow } from './runtime.mjs'
import { isInRange } from './supported-node.mjs'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const { version } = JSON.parse(read('node_modules/electron/package.json')) as { version: string }
const program = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform as string] ?? 'electron'

/** What a mirror has: a runtime whose program is a text, and two megabytes that don't compress. */
const runtimeOf = (of: string): Uint8Array =>
  zipSync({ [program]: strToU8('#!/bin/sh\n'), version: strToU8(of), 'icudtl.dat': [randomBytes(2 << 20), { level: 0 }] })

let scratch: string
let mirror: Server
const printed: string[] = []
const terminal = { isTTY: true, write: (text: string) => printed.push(text) }

/** Serves a mirror on loopback, with an answer for the runtime's archive. */
async function serveMirror(zip: Uint8Array, answer: RequestListener): Promise<void> {
  const name = `electron-v${version}-${process.platform}-${process.arch}.zip`
  mirror = createServer((request, response) => {
    if (request.url?.endsWith('/SHASUMS256.txt')) response.end(`${createHash('sha256').update(zip).digest('hex')} *${name}`)
    else answer(request, response)
  })
  await new Promise<void>((done) => mirror.listen(0, '127.0.0.1', done))
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${(mirror.address() as AddressInfo).port}/`)
}

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'proscenium-runtime-'))
  printed.length = 0
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', join(scratch, 'dist'))
  vi.stubEnv('electron_config_cache', join(scratch, 'cache'))
  // The stand-in isn't in the list of checksums that the electron package has.
  vi.stubEnv('electron_use_remote_checksums', '1')
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']) vi.stubEnv(name, undefined)
})
afterEach(async () => {
  mirror.closeAllConnections()
  await new Promise((done) => mirror.close(done))
  rmSync(scratch, { recursive: true, force: true })
})

it('the runtime is fetched with its progress, and found afterwards', async () => {
  const zip = runtimeOf(`v${version}`)
  await serveMirror(zip, (_, response) => response.writeHead(200, { 'content-length': zip.length }).end(zip))
  expect(findRuntime()).toBeUndefined()
  const { program: fetched } = await fetchRuntime(terminal)
  expect(fetched).toBe(findRuntime())
  expect(readFileSync(fetched ?? '', 'utf8')).toBe('#!/bin/sh\n')
  expect(printed.at(-1)).toMatch(/2\.1 of 2\.1 MB, [\d.]+ MB\/s, 0 s left\n$/)
  // Nothing is left beside it.
  expect(readdirSync(scratch).toSorted()).toEqual(['cache', 'dist'])
})

it.each<[string, RequestListener, RegExp]>([
  [
    'has no such file',
    (_, response) => response.writeHead(404).end(),
    /could not be fetched from http.*the server answered 404.*If your network has a proxy/s
  ],
  [
    'breaks off in the middle',
    (_, response) => {
      response.writeHead(200, { 'content-length': 2 << 20 })
      response.write(randomBytes(1 << 20), () => response.destroy())
    },
    /could not be fetched from http.*the connection broke off/
  ],
  [
    'falls silent in the middle',
    (_, response) => {
      response.writeHead(200, { 'content-length': 2 << 20 })
      response.write(randomBytes(1 << 20))
    },
    /no data for 20 s/
  ],
  ['serves something else', (_, response) => void response.end('<html>Please sign in</html>'), /is not Electron/]
])('a mirror that %s leaves no runtime, and is tried again the next time', async (kind, answer, sentence) => {
  const zip = runtimeOf(version)
  let isWell = false
  await serveMirror(zip, (request, response) => (isWell ? void response.end(zip) : answer(request, response)))
  // On a busy machine, an answer may take long: only where none comes, waiting is short.
  const { why } = await fetchRuntime(terminal, kind.includes('silent') ? { silence: 1000 } : {})
  expect(why?.join('. ')).toMatch(sentence)
  expect(findRuntime()).toBeUndefined()
  expect(existsSync(join(scratch, 'dist'))).toBe(false)
  isWell = true
  expect((await fetchRuntime(terminal)).program).toBe(findRuntime())
})

it('a runtime of another version is not taken', async () => {
  const zip = runtimeOf('1.2.3')
  await serveMirror(zip, (_, response) => response.end(zip))
  expect((await fetchRuntime(terminal)).why?.[0]).toBe(`what was fetched is not Electron ${version}`)
})

it('a proxy is used, and named without its password when it refuses', async () => {
  const asked: (string | undefined)[] = []
  await serveMirror(runtimeOf(version), () => undefined)
  const proxy = createServer()
  proxy.on('connect', (request, socket) => {
    asked.push(request.url)
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  vi.stubEnv('ELECTRON_MIRROR', 'https://mirror.example/')
  vi.stubEnv('HTTPS_PROXY', `http://agnes:secret@${address}`)
  const { why } = await fetchRuntime(terminal)
  expect(asked).toEqual(['mirror.example:443'])
  expect(why?.[0]).toContain(`from https://mirror.example/ through the proxy http://${address}`)
  expect(why?.join()).not.toContain('secret')
  expect(why?.[1]).toMatch(/^Check HTTPS_PROXY; check ELECTRON_MIRROR\./)
  proxy.close()
})

it('progress says bytes, speed and what remains', () => {
  expect(progressLine({ transferred: 30e6, total: 120e6 }, 60_000)).toBe('Electron’s runtime: 30.0 of 120.0 MB, 0.5 MB/s, 3 min 0 s left')
  expect(progressLine({ transferred: 30e6, total: null }, 60_000)).toBe('Electron’s runtime: 30.0 MB, 0.5 MB/s')
})

it.each([
  ['an ordinary user with a screen', { uid: 1000, env: { DISPLAY: ':0' } }, /^a window$/],
  ['Wayland', { uid: 1000, env: { WAYLAND_DISPLAY: 'wayland-0' } }, /^a window$/],
  ['root', { uid: 0, env: { DISPLAY: ':0' } }, /root.*ordinary user/],
  ['no screen', { uid: 1000, env: {} }, /no screen.*DISPLAY or WAYLAND_DISPLAY/],
  ['WSL without a display', { uid: 1000, env: {}, release: '5.15.90.1-microsoft-standard-WSL2' }, /WSL.*wsl --update/],
  ['root on macOS', { platform: 'darwin', uid: 0, env: {} }, /^a window$/],
  ['Windows', { platform: 'win32', env: {} }, /^a window$/]
])('why a machine has no window: %s', (_, machine, sentence) => {
  expect(whyNoWindow({ platform: 'linux', ...machine })?.join('. ') ?? 'a window').toMatch(sentence)
})

it('the versions of Node that package.json names are the ones that start, and the README says the same', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  const starts = (node: string): boolean => isInRange(node, engines.node)
  expect(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.1.0'].filter((node) => !starts(node))).toEqual([])
  expect(['18.19.1', '20.11.0', '20.18.9', '21.7.0', '22.11.0'].filter(starts)).toEqual([])
  expect(engines.node).toBe('^20.19.0 || >=22.12.0')
  expect(read('README.md')).toContain('Node 20.19 or newer of 20, or 22.12 or newer')
})
