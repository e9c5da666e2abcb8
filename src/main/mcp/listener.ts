import { attempt } from '../../shared/base/attempt'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { DESIGNER_SEAT } from '../../shared/table/clients'
import { isSame, listenOnLoopback, randomSecret } from '../loopback'
import { DESIGNER_TOOLS } from './designer-tools'
import { writeNote } from './notes'
import { SEAT_TOOLS } from './seat-tools'
import { answerTool, type Calls, type SeatTool } from './tool'

/** The longest request in bytes; no action comes near it. */
const MAX_REQUEST_BYTES = 1 << 20
const MAX_CONNECTIONS = 64
const PATH = '/mcp/'
/** The header of an answer that names every seat that a client has used here, so that another process can go on with the same seats. */
export const SEATS_HEADER = 'x-proscenium-seats'

/** The address of an open campaign for MCP clients on this machine. */
export interface SeatListener {
  /** The address and the token of a seat. Both end with this listener. */
  access(seat: string): { url: string; token: string }
  close(): Promise<void>
}

/** The token of a seat. It opens no other seat. */
export const seatToken = (secret: string, seat: string): string => createHmac('sha256', secret).update(seat).digest('base64url')

/** The address of a seat. */
export const seatUrl = (origin: string, seat: string): string => `${origin}${PATH}${encodeURIComponent(seat)}`

/**
 * Serves the seats of the open campaign to MCP clients over HTTP, on 127.0.0.1 only. Each request stands alone: there are no sessions, and a client
 * that died leaves nothing behind. `home`: the app's own folder, where a note for this user alone lets `proscenium mcp` find the address.
 */
export async function startSeatListener(
  calls: Calls,
  { dir, home, version, isApp }: { dir: string; home: string; version: string; isApp: boolean }
): Promise<SeatListener> {
  const secret = randomSecret()
  let origin = ''
  const used = new Set<string>()
  const http = createServer((request, response) => void respond(request, response).catch(() => response.destroy()))
  http.maxConnections = MAX_CONNECTIONS

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refuse = (status: number, sentence: string): void => {
      request.resume()
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...(status === 405 ? { allow: 'POST' } : {}) }).end(`${sentence}\n`)
    }
    // Another host name means that somebody else's page resolves to this machine (DNS rebinding). No page needs this address.
    if (`http://${request.headers.host}` !== origin || request.headers.origin !== undefined)
      return refuse(403, 'Only programs on this machine may connect.')
    const seat = seatIn(request.url ?? '')
    if (seat === undefined) return refuse(404, 'There is no such seat. Use the address that Proscenium shows in Settings.')
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!isSame(token, seatToken(secret, seat)))
      return refuse(401, 'This token does not fit the seat, or is from an earlier start. Copy the token from Settings again.')
    if (request.method !== 'POST') return refuse(405, 'Send messages with POST. There are no sessions here, so nothing comes by itself.')
    if (seat !== DESIGNER_SEAT) used.add(seat)
    response.setHeader(SEATS_HEADER, [...used].map(encodeURIComponent).join(','))
    const server = serverOf(calls, seat, version)
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true, maxRequestBodySize: MAX_REQUEST_BYTES })
    response.once('close', () => void server.close())
    await server.connect(transport)
    await transport.handleRequest(request, response)
  }

  origin = await listenOnLoopback(http, undefined)
  const removeNote = writeNote(home, { origin, secret, dir, isApp })
  return {
    access: (seat) => ({ url: seatUrl(origin, seat), token: seatToken(secret, seat) }),
    async close() {
      removeNote()
      const closed = new Promise<void>((done) => http.close(() => done()))
      http.closeAllConnections()
      await closed
    }
  }
}

/** The seat in the path of an address; undefined if the path is another one. */
function seatIn(path: string): string | undefined {
  if (!path.startsWith(PATH)) return undefined
  return attempt(() => decodeURIComponent(path.slice(PATH.length)), undefined)
}

const toolsOf = (seat: string): readonly SeatTool[] => (seat === DESIGNER_SEAT ? DESIGNER_TOOLS : SEAT_TOOLS)

const instructionsOf = (seat: string): string =>
  seat === DESIGNER_SEAT
    ? 'You work beside the designer of this story: you read and compare any beat, check the rules, and try other courses on branches.'
    : `You play one seat at a table: ${seat === 'DM' ? 'the DM' : 'a player'}. Call context, then available_actions, then act, until your turn is over. Then call context with wait until it is your turn again.`

/** A server for one request. */
function serverOf(calls: Calls, seat: string, version: string): Server {
  const tools = toolsOf(seat)
  const server = new Server({ name: 'proscenium', version }, { capabilities: { tools: {} }, instructions: instructionsOf(seat) })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ shape: { name, description, input_schema } }) => ({ name, description, inputSchema: input_schema as { type: 'object' } }))
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { ok, text } = await answerTool(tools, calls, seat, params.name, params.arguments)
    return { content: [{ type: 'text', text }], ...(ok ? {} : { isError: true }) }
  })
  return server
}
