import type Anthropic from '@anthropic-ai/sdk'
import { clientFor, type Access } from './client'

/** The passing of time, which tests hand in. */
export interface Timing {
  /** Milliseconds; never enters the story. */
  clock(): number
  /** Calls `elapsed` after so many ms. Returns a function that cancels it. */
  timer(ms: number, elapsed: () => void): () => void
}

/** The system's own time. */
export const SYSTEM_TIMING: Timing = {
  clock: () => performance.now(),
  timer: (ms, elapsed) => {
    const timer = setTimeout(elapsed, ms)
    return () => clearTimeout(timer)
  }
}

/** What one connection may take. */
export interface Limits {
  /** Milliseconds without a single byte. A ping counts as life. */
  idleTimeoutMs: number
  /** Milliseconds from the request to the end of the response, however lively it is. */
  totalTimeoutMs: number
  maxBytes: number
}

/** Milliseconds that a connection may still take to end by itself after the response was read. */
const CLOSE_TIMEOUT_MS = 1000

/** Why this side ended a connection. */
export class ConnectionEnded extends Error {
  constructor(readonly reason: 'stopped' | 'idle' | 'too slow' | 'too much') {
    super(`The connection was ended: ${reason}`)
  }
}

/** A server answered with a document of a kind that the Messages API never sends. */
export class WrongContentType extends Error {
  constructor(readonly contentType: string) {
    super(`The response is ${contentType}`)
  }
}

/**
 * The connection of one request. Everything that waits for it waits through `race`, which ends by itself when the caller stops, when no
 * byte comes for too long, when the whole takes too long or when it is too much. It relies neither on the SDK nor on the platform to pass
 * an abort signal on: in Node 20, a garbage collection can lose it.
 */
export class Connection {
  /** The provider's client, which sends its one request through this connection. */
  readonly client: Anthropic
  readonly #ended: Promise<never>
  readonly #abort = new AbortController()
  readonly #startedAt: number
  #end: (reason: ConnectionEnded['reason']) => void = () => undefined
  #cancelIdleTimer: () => void = () => undefined
  #stopListening: () => void = () => undefined
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  #bytes = 0
  #isClosed = false

  /** `contentType`: the kind of response that is expected. Throws Problem `agent-failed` for a key or an address that can't be one. */
  constructor(
    access: Access,
    private readonly contentType: 'text/event-stream' | 'application/json',
    private readonly limits: Limits,
    private readonly timing: Timing,
    signal?: AbortSignal
  ) {
    this.client = clientFor(access, (url, init) => this.#fetch(url, init))
    this.#startedAt = timing.clock()
    this.#ended = new Promise((_resolve, reject) => {
      this.#end = (reason) => {
        reject(new ConnectionEnded(reason))
        this.close()
      }
    })
    // Nobody may be waiting when it ends.
    this.#ended.catch(() => undefined)
    const stop = (): void => this.#end('stopped')
    signal?.addEventListener('abort', stop)
    this.#stopListening = () => signal?.removeEventListener('abort', stop)
    if (signal?.aborted) stop()
    else this.#restartIdleTimer()
  }

  /** Waits for something that this connection brings. Rejects with ConnectionEnded as soon as the connection ends. */
  race<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([this.#ended, promise])
  }

  /** Ends the connection at once, and frees what it holds. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#cancelIdleTimer()
    this.#stopListening()
    this.#abort.abort()
    this.#reader?.cancel().catch(() => undefined)
  }

  /** Lets a connection whose response was read end by itself, so that the next request can use it. */
  release(): void {
    const reader = this.#reader
    if (this.#isClosed || !reader) return this.close()
    this.#cancelIdleTimer()
    this.#stopListening()
    const cancel = this.timing.timer(CLOSE_TIMEOUT_MS, () => this.close())
    const drain = async (): Promise<void> => {
      while (!this.#isClosed && !(await reader.read()).done);
    }
    const done = (): void => {
      cancel()
      this.close()
    }
    drain().then(done, done)
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const response = await this.race(fetch(url, { ...init, signal: this.#abort.signal }))
    this.#received(0)
    const { body, status, statusText, headers } = response
    if (!body) return response
    const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
    if (response.ok && type !== '' && type !== this.contentType) {
      body.cancel().catch(() => undefined)
      throw new WrongContentType(type)
    }
    const reader = (this.#reader = body.getReader())
    const counted = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        this.#received(value.byteLength)
        if (!this.#isClosed) controller.enqueue(value)
      },
      cancel: () => reader.cancel()
    })
    return new Response(counted, { status, statusText, headers })
  }

  /** Notes that the server is alive, and ends the connection where it has been so for too long or with too much. */
  #received(bytes: number): void {
    this.#bytes += bytes
    if (this.#isClosed) return
    if (this.#bytes > this.limits.maxBytes) return this.#end('too much')
    if (this.timing.clock() - this.#startedAt > this.limits.totalTimeoutMs) return this.#end('too slow')
    this.#restartIdleTimer()
  }

  #restartIdleTimer(): void {
    this.#cancelIdleTimer()
    this.#cancelIdleTimer = this.timing.timer(this.limits.idleTimeoutMs, () => this.#end('idle'))
  }
}
