import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { runProgram } from '../git/testing/small-process'

/** How a server misbehaves. */
export interface Mischief {
  /** Ends the connection after this many bytes of a fetch response. */
  cutAfter?: number
  /** Stops sending after this many bytes of a fetch response and calls `held`; the connection stays open. */
  hold?: { after: number; held: () => void }
  /** Redirects clients to another origin. */
  redirect?: string
}

export interface GitServer {
  /** The repository's address. */
  url: string
  /** The Authorization header of each request; '' for none. */
  heard: string[]
  mischief: Mischief
  close(): Promise<void>
}

/** Serves one bare repository by git's own http-backend (Debian's git package has it) to clients with the token. */
export async function serveGit(bare: string, token: string | undefined): Promise<GitServer> {
  const backend = join(runProgram('git', ['--exec-path']).trim(), 'git-http-backend')
  if (!existsSync(backend)) throw new Error(`${backend} is missing; install git with its http-backend.`)
  const self: GitServer = { url: '', heard: [], mischief: {}, close: () => Promise.resolve() }
  const server = createServer((request, response) => {
    self.heard.push(request.headers.authorization ?? '')
    if (self.mischief.redirect !== undefined) return response.writeHead(302, { location: `${self.mischief.redirect}${request.url ?? ''}` }).end()
    const want = token === undefined ? undefined : `Basic ${Buffer.from(`proscenium:${token}`).toString('base64')}`
    if (want !== undefined && request.headers.authorization !== want)
      return response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('Who are you?')
    return answer(backend, bare, request, response, self.mischief)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/story.git`
  self.close = () => {
    server.closeAllConnections()
    return new Promise((done) => server.close(() => done()))
  }
  return self
}

/** One request by CGI (RFC 3875). */
function answer(backend: string, bare: string, request: IncomingMessage, response: ServerResponse, { cutAfter, hold }: Mischief): void {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const child = spawn(backend, [], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: join(bare, '..'),
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'designer',
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? ''
    }
  })
  request.pipe(child.stdin)
  let head = Buffer.alloc(0)
  let sent = 0
  let open = false
  child.stdout.on('data', (chunk: Buffer) => {
    let body = chunk
    if (!open) {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const headers = Object.fromEntries(
        head
          .toString('latin1', 0, end)
          .split('\r\n')
          .map((line) => line.split(': ', 2))
      ) as Record<string, string>
      const { Status, ...rest } = headers
      response.writeHead(Number(Status?.slice(0, 3) ?? 200), rest)
      open = true
      body = head.subarray(end + 4)
    }
    sent += body.length
    if (hold && path.endsWith('git-upload-pack') && sent > hold.after) {
      child.kill()
      hold.held()
    } else if (cutAfter !== undefined && path.endsWith('git-upload-pack') && sent > cutAfter) response.destroy()
    else response.write(body)
  })
  child.stdout.on('end', () => {
    if (!hold || !path.endsWith('git-upload-pack')) response.end()
  })
}
