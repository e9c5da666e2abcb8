import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { leading } from './running'
import { startServer, wayIntoRunning, type Server } from './server'
import { CoreWorker, type CoreThread } from './worker'
import { NearCore } from './worker.fixture'

let folder: string
let root: string
let server: Server
let led: Reply
let cored: { core: CoreWorker }
let cores: NearCore[]

/** A core besides the one whose restarts are watched. */
const nearer = () => new CoreWorker({ start: () => new NearCore() as unknown as CoreThread })

function nearCore() {
  cores = []
  const start = () => cores[cores.push(new NearCore()) - 1] as unknown as CoreThread
  return new CoreWorker({ start })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proscenium-server-'))
  root = join(folder, 'renderer')
  await mkdir(join(root, 'assets'), { recursive: true })
  await writeFile(join(root, 'index.html'), '<!doctype html><title>Proscenium</title>')
  await writeFile(join(root, 'assets/index-a1B2c3D4.js'), 'export {}')
  await writeFile(join(folder, 'secret.txt'), 'secret')
  cored = { core: nearCore() }
  server = await startServer({ root, home: folder, ...cored })
  const reply = await ask(new URL(server.url).search.replace(/^/, '/'))
  session = String(reply.headers['set-cookie']).split(';')[0] ?? ''
  led = reply
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** One request with the path exactly as given. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  const { port } = new URL(server.origin)
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (part: string) => (body += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.on('error', reject).end()
  })
}

const token = () => new URL(server.url).searchParams.get('token') ?? ''
/** The cookie that the link was exchanged for. */
let session = ''
const cookie = () => session
const admitted = (path: string, headers: Record<string, string> = {}) => ask(path, { cookie: cookie(), ...headers })

describe('the token', () => {
  it('listens on this machine alone; its link is exchanged for a cookie that no script reads and no other site sends', async () => {
    expect(server.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(token()).toMatch(/^[\w-]{32}$/)
    expect(led).toMatchObject({ status: 200, body: leading('/'), headers: { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' } })
    expect(led.headers['set-cookie']).toEqual([expect.stringMatching(/^proscenium-\d+=[\w-]{32}; HttpOnly; SameSite=Strict; Path=\/$/)])
    expect(session).not.toContain(token())
  })

  it('accepts each link once, and clients that are connected', async () => {
    const again = await ask(`/?token=${token()}`)
    expect([again.status, again.headers['set-cookie']]).toEqual([403, undefined])
    expect(again.body).toContain('Run "proscenium open" for another.')
    expect((await admitted(`/?token=${token()}`)).status).toBe(200)
    expect((await ask('/', { cookie: session.replace(/=.*/, `=${token()}`) })).status).toBe(401)
  })

  it('is in no program’s arguments: a file that only this user can read leads to it, until it is used', async () => {
    const page = server.page()
    expect(page).not.toContain('token')
    expect(statSync(page).mode & 0o077).toBe(0)
    const url = /url=([^"]*)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? ''
    // A HEAD request doesn't use up the link.
    expect((await ask(new URL(url).search.replace(/^/, '/'), {}, 'HEAD')).status).toBe(405)
    expect((await ask(new URL(url).search.replace(/^/, '/'))).status).toBe(200)
    expect(existsSync(page)).toBe(false)
  })

  it('is given to a second start of this user, for the campaign that is open here, and to nobody else', async () => {
    expect(await wayIntoRunning(folder, '/stories/well')).toBeUndefined()
    const { core } = cored
    await core.ask('open', { dir: '/stories/well' })
    await vi.waitFor(() => expect(core.opened).toBe('/stories/well'))
    for (const dir of ['/stories/well', undefined]) {
      const entry = await wayIntoRunning(folder, dir)
      expect(entry?.url).toMatch(new RegExp(`^${server.origin}/\\?token=[\\w-]{32}$`))
      expect((await ask(new URL(entry?.url ?? '').search.replace(/^/, '/'))).status).toBe(200)
    }
    expect(await wayIntoRunning(folder, '/stories/other')).toBeUndefined()
    expect(await wayIntoRunning(join(folder, 'of-another'), undefined)).toBeUndefined()
    expect((await ask('/link', { authorization: 'Bearer x' }, 'POST')).status).toBe(403)
    expect((await admitted('/link')).status).toBe(404)
  })

  it('of a host that has ended leads nowhere, and its note goes', async () => {
    const home = await mkdtemp(join(folder, 'ended-'))
    const ended = await startServer({ root, home, core: nearer() })
    const note = readFileSync(join(home, 'running', `${new URL(ended.origin).port}.json`))
    await ended.close()
    expect(readdirSync(join(home, 'running'))).toEqual([])
    await writeFile(join(home, 'running', '1.json'), note)
    expect(await wayIntoRunning(home, undefined)).toBeUndefined()
    expect(readdirSync(join(home, 'running'))).toEqual([])
  })

  it.each([
    ['nothing', '/', {}, 401],
    ['an empty cookie', '/', { cookie: 'proscenium-1=' }, 401],
    ['a wrong cookie', '/', { cookie: 'x' }, 401],
    ['a wrong token', '/?token=wrong', {}, 403],
    ['an empty token', '/?token=', {}, 403],
    ['a token that was used', '/?token=TOKEN', {}, 403],
    ['another Host', '/?token=TOKEN', { host: 'evil.example' }, 403],
    ['localhost as Host', '/?token=TOKEN', { host: 'localhost' }, 403]
  ])('%s is refused with a sentence', async (_name, path, headers, status) => {
    const reply = await ask(path.replace('TOKEN', token()), headers)
    expect(reply.status).toBe(status)
    expect(reply.body).toMatch(/^[A-Z].*\.\n$/)
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  it('a cookie does not help under another Host', async () => {
    expect((await admitted('/', { host: 'evil.example:80' })).status).toBe(403)
  })

  it('a cookie of another port is not ours', async () => {
    expect((await ask('/', { cookie: session.replace(/-\d+=/, '-1=') })).status).toBe(401)
  })
})

describe('files', () => {
  it('come with the policy of the window', async () => {
    const reply = await admitted('/')
    expect(reply).toMatchObject({ status: 200, body: '<!doctype html><title>Proscenium</title>' })
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
        `connect-src 'self' ${server.origin.replace('http', 'ws')}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
    })
  })

  it('with a hash in their name may be kept', async () => {
    const reply = await admitted('/assets/index-a1B2c3D4.js')
    expect([reply.status, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable'
    ])
  })

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%2fsecret.txt',
    '/none',
    '/assets',
    '/%',
    '/%00',
    '/index.html%00.js'
  ])('above the root or missing are not served: %s', async (path) => {
    const reply = await admitted(path)
    expect(reply.status).toBe(404)
    expect(reply.body).not.toContain('secret')
  })

  it('are only read', async () => {
    expect((await ask('/', { cookie: cookie() }, 'POST')).status).toBe(405)
    expect(await ask('/', { cookie: cookie() }, 'HEAD')).toMatchObject({ status: 200, body: '' })
  })

  it('an address that cannot be read is refused', async () => {
    expect((await admitted('//[')).status).toBe(400)
  })
})

function connect(headers: Record<string, string>, path = '/rpc') {
  const heard: string[] = []
  const socket = new WebSocket(server.origin.replace('http', 'ws') + path, { headers })
  const opened = new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101))
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => resolve(0))
  })
  socket.on('message', (frame: Buffer) => heard.push(frame.toString()))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  return { socket, opened, closed, heard }
}
const query = '{"id":1,"method":"query","params":{"path":"recent"}}'

describe('the socket', () => {
  it('carries calls to the core', async () => {
    const { socket, opened, closed, heard } = connect({ origin: server.origin, cookie: cookie() })
    expect(await opened).toBe(101)
    socket.send(query)
    await vi.waitFor(() => expect(heard).toEqual(['{"id":1,"result":{"type":"data","data":[]}}']))
    socket.close()
    await closed
  })

  it.each([
    ['without a cookie', () => ({ origin: server.origin }), '/rpc'],
    ['without an Origin', () => ({ cookie: cookie() }), '/rpc'],
    ['from another Origin', () => ({ origin: 'http://evil.example', cookie: cookie() }), '/rpc'],
    ['under another Host', () => ({ origin: server.origin, cookie: cookie(), host: 'evil.example' }), '/rpc'],
    ['at another path', () => ({ origin: server.origin, cookie: cookie() }), '/other']
  ])('is refused %s', async (_name, headers: () => Record<string, string>, path) => {
    expect(await connect(headers(), path).opened).toBe(403)
  })

  it('survives frames that no client of ours sends', async () => {
    const binary = connect({ origin: server.origin, cookie: cookie() })
    await binary.opened
    binary.socket.send(Buffer.from([1, 2, 3]))
    expect(await binary.closed).toBe(1003)

    const huge = connect({ origin: server.origin, cookie: cookie() })
    await huge.opened
    huge.socket.send('x'.repeat((16 << 20) + 1))
    expect(await huge.closed).toBe(1009)

    const odd = connect({ origin: server.origin, cookie: cookie() })
    await odd.opened
    for (const frame of ['', '{', '[]', '[{"id":1}]', 'PONG']) odd.socket.send(frame)
    odd.socket.send(query)
    await vi.waitFor(() => expect(odd.heard.at(-1)).toBe('{"id":1,"result":{"type":"data","data":[]}}'))
    odd.socket.close()
  })

  it('is closed when nobody reads at its other end, before what waits fills the memory', async () => {
    const far = cores.at(-1)!
    const { socket, opened, closed } = connect({ origin: server.origin, cookie: cookie() })
    await opened
    socket.send('{"id":2,"method":"subscription","params":{"path":"events"}}')
    await vi.waitFor(() => expect(far.source.live).toBe(1))
    far.known = [{ dir: '/c', title: 'x'.repeat(1 << 20), game: 'cairn-hack', opened: 0, missing: false }]
    socket.pause()
    for (let i = 0; i < 120; i++) socket.send(query)
    await vi.waitFor(() => expect(far.source.live).toBe(0), 300_000)
    far.known = []
    socket.resume()
    expect(await closed).toBe(1006)
  })

  it('closes when the core dies, and a new one answers', async () => {
    const first = connect({ origin: server.origin, cookie: cookie() })
    await first.opened
    first.socket.send(query)
    await vi.waitFor(() => expect(first.heard).toHaveLength(1))
    cores.at(-1)!.emit('exit', 1)
    expect(await first.closed).toBe(1012)
    const second = connect({ origin: server.origin, cookie: cookie() })
    await second.opened
    second.socket.send(query)
    await vi.waitFor(() => expect(second.heard).toHaveLength(1))
    second.socket.close()
  })
})

describe('starting', () => {
  it('says when the port is taken', async () => {
    const port = Number(new URL(server.origin).port)
    await expect(startServer({ root, home: folder, port, core: nearCore() })).rejects.toMatchObject({
      code: 'bad-input',
      message: `Port ${port} is in use by another program. Choose another one, or leave the port out.`
    })
  })

  it('opens a campaign at once, or says why it cannot', async () => {
    const ready = await startServer({ root, home: folder, open: '/stories/well', core: nearCore() })
    expect(cores[0]!.opened).toEqual(['/stories/well'])
    await ready.close()
    await expect(startServer({ root, home: folder, open: '/nowhere', core: nearCore() })).rejects.toMatchObject({ code: 'not-found' })
  })
})
