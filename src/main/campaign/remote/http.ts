import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'
import { Problem } from '../../../shared/base/problem'

/** A server that sends no data for this long, in ms, counts as unreachable. */
const IDLE_TIMEOUT_MS = 30_000
const MAX_RESPONSE_BYTES = 2 ** 31

/** The transport for git's requests: one origin, no redirects. A request fails after half a minute without data, or when `stop` is aborted. */
export function gitHttp(origin: string, stop: AbortSignal): HttpClient {
  return {
    async request({ url, method = 'GET', headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> {
      if (new URL(url).origin !== origin) throw new Problem('refused', 'The server redirected the request. Nothing was sent to the other address.')
      const idle = idleTimeout(stop)
      const sent = body === undefined ? undefined : await collect(body)
      try {
        const answer = await fetch(url, { method, headers, redirect: 'manual', signal: idle.signal, ...(sent ? { body: sent } : {}) })
        if (answer.status >= 300 && answer.status < 400) throw moved(answer.headers.get('location'), url)
        return {
          url: answer.url,
          method,
          statusCode: answer.status,
          statusMessage: answer.statusText,
          headers: Object.fromEntries(answer.headers),
          body: chunks(answer, idle)
        }
      } catch (thrown) {
        idle.end()
        throw thrown instanceof Problem ? thrown : unreachable(thrown, stop)
      }
    }
  }

  async function* chunks(answer: Response, idle: IdleTimeout): AsyncIterableIterator<Uint8Array> {
    let size = 0
    try {
      if (!answer.body) return
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
        idle.heard()
        size += chunk.length
        if (size > MAX_RESPONSE_BYTES) throw new Problem('refused', 'The repository is larger than 2 GB. Clone it with git and open the folder.')
        yield chunk
      }
    } catch (thrown) {
      throw thrown instanceof Problem ? thrown : unreachable(thrown, stop)
    } finally {
      idle.end()
    }
  }
}

interface IdleTimeout {
  signal: AbortSignal
  heard(): void
  end(): void
}

/** A signal that aborts with `stop`, or after too long without data. `heard` must be called for each chunk of data. */
function idleTimeout(stop: AbortSignal): IdleTimeout {
  const timeout = new AbortController()
  let timer = setTimeout(() => timeout.abort(), IDLE_TIMEOUT_MS)
  return {
    signal: AbortSignal.any([stop, timeout.signal]),
    heard: () => {
      clearTimeout(timer)
      timer = setTimeout(() => timeout.abort(), IDLE_TIMEOUT_MS)
    },
    end: () => clearTimeout(timer)
  }
}

async function collect(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts)
}

function moved(to: string | null, from: string): Problem {
  const where = to !== null && URL.canParse(to, from) ? new URL(to, from) : undefined
  return new Problem(
    'refused',
    `The repository has moved${where ? ` to ${where.origin}${where.pathname.replace(/\/info\/refs$/, '')}` : ''}. Use the new address.`
  )
}

function unreachable(thrown: unknown, stop: AbortSignal): Problem {
  if (stop.aborted) return new Problem('refused', 'Stopped. Nothing was changed.')
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown
  const why = cause instanceof Error ? cause.message : String(cause)
  return new Problem('disk', `The git server can't be reached or stopped answering (${why}). Check the address and your connection, and try again.`)
}
