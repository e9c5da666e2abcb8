import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Assistant } from './arrow/assistant'
import { RateLimiter } from './arrow/rate-limiter'
import { MAX_MESSAGE, nestedMessage } from './arrow/messages'
import { ProtocolSession, type DesignStore } from './arrow/session'
import { isSame, listenOnLoopback, randomSecret, refuseUpgrade } from './loopback'
import { Unread } from './unread'

/** The path that Arrow's own client asks for. */
const PATH = '/ws/chat'
const MAX_CLIENTS = 32
/** Milliseconds that clients may take to close their connections when the server ends. */
const FAREWELL_MS = 1000
/** Milliseconds between two looks whether clients are still there. */
const PULSE_MS = 30_000

export interface ArrowServerOptions {
  /** 0 or undefined: any free port. */
  readonly port?: number | undefined
  /** Origins whose pages may connect without the token, such as `http://localhost:6006`. */
  readonly origins?: readonly string[]
  readonly assistant: Assistant
  /** Makes each client's own design documents. */
  readonly documents?: () => DesignStore
}

export interface ArrowServer {
  /** The address with the token, for programs. */
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves the assistant's protocol to editors on this machine, on 127.0.0.1 only. A program needs the token of the address; a page needs an origin that is
 * allowed, and then no token. Rejects with a Problem if the port can't be used.
 */
export async function startArrowServer({ port, origins = [], assistant, documents }: ArrowServerOptions): Promise<ArrowServer> {
  const token = randomSecret()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false })
  const http = createServer((_request, response) => {
    response.writeHead(426, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end('Connect an Arrow editor to this address.\n')
  })
  const sessions = new Map<WebSocket, ProtocolSession>()
  let address = ''

  function admits(request: IncomingMessage): boolean {
    const here = new URL(address)
    // Another host name means that somebody else's page resolves to this machine (DNS rebinding).
    if (request.headers.host !== here.host && request.headers.host !== `localhost:${here.port}`) return false
    if (!URL.canParse(request.url ?? '', address)) return false
    const url = new URL(request.url ?? '', address)
    if (url.pathname !== PATH) return false
    const { origin } = request.headers
    return origin !== undefined ? origins.includes(origin) : isSame(url.searchParams.get('token') ?? '', token)
  }

  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (!admits(request) || sockets.clients.size >= MAX_CLIENTS) return refuseUpgrade(socket)
    sockets.handleUpgrade(request, socket, head, (client) => {
      sessions.set(client, serveClient(client, assistant, documents?.()))
      client.once('close', () => sessions.delete(client))
    })
  })
  address = await listenOnLoopback(http, port)
  const alive = new WeakSet<WebSocket>()
  const pulse = setInterval(() => {
    for (const client of sockets.clients) {
      if (alive.has(client)) client.terminate()
      alive.add(client)
      client.once('pong', () => alive.delete(client))
      client.ping()
    }
  }, PULSE_MS)
  pulse.unref()

  return {
    url: `${address.replace('http', 'ws')}${PATH}?token=${token}`,
    async close() {
      clearInterval(pulse)
      for (const session of sessions.values()) session.shutDown()
      await farewell([...sockets.clients])
      const closed = new Promise<void>((done) => http.close(() => done()))
      http.closeAllConnections()
      await closed
    }
  }
}

/** Closes connections; those whose clients don't answer are cut. */
async function farewell(clients: readonly WebSocket[]): Promise<void> {
  const closed = Promise.all(clients.map((client) => new Promise((done) => client.once('close', done))))
  for (const client of clients) client.close(1001, 'The assistant was shut down')
  const cut = setTimeout(() => {
    for (const client of clients) client.terminate()
  }, FAREWELL_MS)
  await closed
  clearTimeout(cut)
}

/** Gives one client a session of its own. A client that floods, sends anything but text or doesn't read is closed. */
function serveClient(client: WebSocket, assistant: Assistant, documents: DesignStore | undefined): ProtocolSession {
  const unread = new Unread()
  const flood = new RateLimiter(() => performance.now())
  const session = new ProtocolSession({
    assistant,
    ...(documents && { documents }),
    send: (message, nested) => {
      const frame = JSON.stringify(nested ? nestedMessage(message) : message)
      if (unread.maySend(frame)) client.send(frame, () => unread.read(frame.length))
      else client.terminate()
    },
    timer: (ms, elapsed) => {
      const timer = setTimeout(elapsed, ms)
      return () => clearTimeout(timer)
    },
    now: () => Date.now(),
    newId: () => randomUUID()
  })
  client.on('message', (frame: Buffer, isBinary: boolean) => {
    if (client.readyState !== client.OPEN) return
    if (!flood.maySend(frame.length)) client.close(1008, 'Too many messages. Connect again, and send fewer.')
    else if (isBinary) client.close(1003, 'Only text is understood here')
    else session.receive(frame.toString())
  })
  client.on('error', () => client.terminate())
  client.on('close', () => session.close())
  return session
}
