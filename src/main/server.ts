import { attempt } from '../shared/base/attempt'
import { realpathSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { toProblem } from '../shared/base/problem'
import { visible } from '../shared/base/visible'
import { isSame, listenOnLoopback, randomSecret, refuseUpgrade } from './loopback'
import { openLog } from './log'
import { APP_ROOT, CORE_ENTRY, VERSION } from './place'
import { hostFiles, leading, type HostFiles } from './running'
import { readStatic } from './static'
import { Unread } from './unread'
import { coreThread, CoreWorker } from './worker'

export { linkIntoRunning as wayIntoRunning } from './running'

export interface ServerOptions {
  /** The folder of the built renderer. */
  root: string
  /** 0: any free port. Without one it takes `PREFERRED_PORT` if that is free, else any. */
  port?: number
  /** The folder of campaigns and recent.json. */
  home: string
  /** The campaign to open at once. */
  open?: string
  /** Opens the sample campaign at once, and creates it if it doesn't exist. */
  sample?: boolean
  /** The core to serve; by default a new one in its own thread. */
  core?: CoreWorker
}

export interface Server {
  /** An address with a token that admits one browser, once. */
  url: string
  /** Writes a page that leads to another such address. Returns the file, for programs that open a browser. Throws a file system error. */
  page(): string
  origin: string
  close(): Promise<void>
}

/** The maximum number of unused links, and of characters in a requested path. */
const MAX_LINKS = 16
const MAX_PATH_CHARACTERS = 4096
/** The maximum size of a client's frame in bytes; no call of the contract comes near it. */
const MAX_FRAME_BYTES = 16 << 20

/** For one browser alone; leaves no trace in it. */
const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'"
}

/** A browser keeps theme, layout and open tabs for each port, so the next start should have the same one. */
const PREFERRED_PORT = 46_337

/**
 * Serves the app to a browser on this machine, on 127.0.0.1 only. A link with a random token admits one browser, once. The token is exchanged for
 * a cookie that no script can read and no other site sends. A second start of this user gets a link of its own. Rejects with a Problem if the
 * port is taken or the campaign can't be opened.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { root, home } = options
  const log = openLog(home, 'tab')
  const onUncaught = (error: Error): void => log.fault('The host ended', error)
  process.on('uncaughtExceptionMonitor', onUncaught)
  log.note(`Proscenium ${VERSION} started.`)
  const core =
    options.core ??
    new CoreWorker({
      start: coreThread(CORE_ENTRY, { kind: 'browser', version: VERSION, home, resources: APP_ROOT, canPickFolder: false, canPickFile: false }),
      onLost(why, cause) {
        process.stderr.write(`${visible(why)}\n`)
        log.lost(cause)
      },
      onFault: log.note
    })
  const session = randomSecret()
  const links: string[] = []
  let files: HostFiles | undefined
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES })
  let origin = ''
  let cookieName = ''

  // Browsers send a host's cookies to all its ports, so the port is in the cookie's name.
  const knows = (request: IncomingMessage) => {
    const cookies = (request.headers.cookie ?? '').split(/; */)
    return isSame(cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? '', session)
  }
  // Another host name means that somebody else's page resolves to this machine (DNS rebinding).
  const isOurs = (request: IncomingMessage) => `http://${request.headers.host}` === origin

  const link = (): string => {
    const token = randomSecret()
    links.push(token)
    if (links.length > MAX_LINKS) links.shift()
    return `${origin}/?token=${token}`
  }

  /** Whether a link has this token. The link then can't be used again. */
  const takes = (token: string): boolean => {
    const at = links.findIndex((one) => isSame(one, token))
    if (at >= 0) links.splice(at, 1)
    return at >= 0
  }

  /** Gives a second start of this user a link if the campaign that it names is open here. */
  async function lead(request: IncomingMessage): Promise<string | undefined> {
    const secret = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!files || !isSame(secret, files.secret)) return undefined
    let dir = ''
    for await (const part of request.setEncoding('utf8')) if ((dir += String(part)).length > MAX_PATH_CHARACTERS) return undefined
    if (dir !== '' && (core.opened === undefined || realPath(dir) !== realPath(core.opened))) return undefined
    const url = link()
    files.lead(url)
    return url
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const say = (status: number, sentence: string) => {
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }).end(`${sentence}\n`)
    }
    if (!isOurs(request)) return say(403, 'Open the address that Proscenium printed.')
    if (request.method === 'POST' && request.url === '/link') {
      const url = await lead(request)
      return url === undefined ? say(403, 'This is not open here.') : void response.writeHead(200, PRIVATE).end(url)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return say(405, 'Only reading is allowed here.')
    if (!URL.canParse(request.url ?? '', origin)) return say(400, 'This address cannot be read.')
    const url = new URL(request.url ?? '', origin)
    const token = url.searchParams.get('token')
    if (token !== null) {
      if (request.method !== 'GET') return say(405, 'Open this link in a browser.')
      const isNew = takes(token)
      if (!isNew && !knows(request)) return say(403, 'This link was used already, or is from an earlier start. Run "proscenium open" for another.')
      if (isNew) files?.forgetPage()
      const cookie = `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`
      // Not a redirect, because after one a browser that another program opened would not send the strict cookie.
      response.writeHead(200, { ...PRIVATE, 'content-type': 'text/html; charset=utf-8', 'set-cookie': cookie }).end(leading('/'))
      return
    }
    if (!knows(request)) return say(401, 'Open the link that Proscenium printed, or run "proscenium open" for another.')
    const file = await readStatic(root, url.pathname, `'self' ${origin.replace('http', 'ws')}`)
    if (!file) return say(404, 'There is no such file.')
    response.writeHead(200, file.headers).end(request.method === 'HEAD' ? undefined : file.body)
  }

  const http = createServer((request, response) => void respond(request, response).catch(() => response.destroy()))
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const allowed = request.url === '/rpc' && isOurs(request) && request.headers.origin === origin && knows(request)
    if (allowed) sockets.handleUpgrade(request, socket, head, (client) => serveSocket(client, core))
    else refuseUpgrade(socket)
  })

  try {
    origin = await listenOnLoopback(http, options.port, PREFERRED_PORT)
    if (options.open !== undefined) await core.ask('open', { dir: options.open })
    else if (options.sample) await core.ask('openSample')
  } catch (thrown) {
    process.off('uncaughtExceptionMonitor', onUncaught)
    http.close()
    await core.dispose()
    throw toProblem(thrown)
  }
  cookieName = `proscenium-${new URL(origin).port}`
  const own = hostFiles(home, origin)
  files = own

  return {
    url: link(),
    origin,
    page: () => own.lead(link()),
    async close() {
      process.off('uncaughtExceptionMonitor', onUncaught)
      own.remove()
      for (const client of sockets.clients) client.terminate()
      const closed = new Promise<void>((done) => http.close(() => done()))
      http.closeAllConnections()
      await Promise.all([closed, core.dispose()])
    }
  }
}

const realPath = (dir: string): string => attempt(() => realpathSync(dir), dir)

/** Connects a browser's socket to the core. A client that doesn't read is closed before its waiting data fills the memory. */
function serveSocket(client: WebSocket, core: CoreWorker) {
  const unread = new Unread()
  const line = core.connect((frame) => {
    if (frame === null) client.close(1012, 'The core was closed')
    else if (frame === '') return
    else if (unread.maySend(frame)) client.send(frame, () => unread.read(frame.length))
    // It would not read a closing frame either.
    else client.terminate()
  })
  client.on('message', (frame: Buffer, isBinary: boolean) => {
    if (isBinary) client.close(1003, 'Only text is understood here')
    else line.send(frame.toString())
  })
  client.on('error', () => client.terminate())
  client.on('close', () => line.close())
}
