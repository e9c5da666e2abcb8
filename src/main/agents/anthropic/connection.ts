import type { Send } from './wire'

/** A clock and a timer, which tests replace. */
export interface Timing {
  /** The time in milliseconds; it never enters the story. */
  clock(): number
  /** Calls `elapsed` after `ms` milliseconds. Returns a function that cancels the timer. */
  timer(ms: number, elapsed: () => void): () => void
}

/** The system clock and its timers. */
export const SYSTEM_TIMING: Timing = {
  clock: () => performance.now(),
  timer: (ms, elapsed) => {
    const timer = setTimeout(elapsed, ms)
    return () => clearTimeout(timer)
  }
}

/** The limits of one connection. */
export interface Limits {
  /** The maximum number of milliseconds without a byte. A ping counts as a byte. */
  idleTimeoutMs: number
  /** The maximum number of milliseconds from the request to the end of the response, even if bytes keep arriving. */
  totalTimeoutMs: number
  maxBytes: number
  /** Whether the response may have any type of content. */
  anyType?: boolean
}

const JSON_TYPE = 'application/json'
/** The maximum number of milliseconds that a connection may take to close by itself after the response was read. */
const CLOSE_TIMEOUT_MS = 1000

/** Why a connection brought no complete answer. `no answer`: it ended before the answer began. */
type FailureReason = 'stopped' | 'idle' | 'too slow' | 'too large' | 'too long' | 'no answer' | 'broken off' | 'wrong type'

/** A connection that brought no complete answer. `contentType`: the one of a response that no model's API sends. */
export class ConnectionFailure extends Error {
  constructor(
    readonly reason: FailureReason,
    readonly contentType = ''
  ) {
    super(`The connection failed: ${reason} ${contentType}`.trim())
  }
}

/**
 * The connection of one request. Every wait for it goes through `race`. A wait ends when the caller stops, when no byte arrives for too long,
 * when the response takes too long, or when it is too large. The class doesn't rely on the SDK or on the platform to forward an abort signal,
 * because a garbage collection in Node 20 can lose the signal.
 */
export class Connection {
  /** Sends the one request of this connection. */
  readonly send: Send = (url, init) => this.#fetch(url, init)
  /** Whether the server sent one whole message instead of a stream. */
  isWhole = false
  readonly #ended: Promise<never>
  readonly #abort = new AbortController()
  readonly #startedAt: number
  #end: (reason: FailureReason) => void = () => undefined
  #cancelIdleTimer: () => void = () => undefined
  #stopListening: () => void = () => undefined
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  #bytes = 0
  #isClosed = false

  /** `streamOf`: the stream that a whole JSON message stands for, if a stream is expected; undefined if it is no message. Without it, JSON is expected. */
  constructor(
    private readonly streamOf: ((message: unknown) => string | undefined) | undefined,
    private readonly limits: Limits,
    private readonly timing: Timing,
    signal?: AbortSignal
  ) {
    this.#startedAt = timing.clock()
    this.#ended = new Promise((_resolve, reject) => {
      this.#end = (reason) => {
        reject(new ConnectionFailure(reason))
        this.close()
      }
    })
    // There may be no listener when the connection ends.
    this.#ended.catch(() => undefined)
    const stop = (): void => this.#end('stopped')
    signal?.addEventListener('abort', stop)
    this.#stopListening = () => signal?.removeEventListener('abort', stop)
    if (signal?.aborted) stop()
    else this.#restartIdleTimer()
  }

  /** Waits for a promise of this connection. Rejects with ConnectionFailure as soon as the connection ends. */
  race<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([this.#ended, promise])
  }

  /** Ends the connection at once and frees its resources. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#cancelIdleTimer()
    this.#stopListening()
    this.#abort.abort()
    this.#reader?.cancel().catch(() => undefined)
  }

  /** Lets a connection close by itself after its response was read, so that the next request can reuse it. */
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
    const streamOf = response.ok ? this.streamOf : undefined
    this.isWhole = streamOf !== undefined && type === JSON_TYPE
    if (response.ok && this.limits.anyType !== true && type !== '' && type !== (streamOf ? 'text/event-stream' : JSON_TYPE) && !this.isWhole) {
      body.cancel().catch(() => undefined)
      throw new ConnectionFailure('wrong type', type)
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
    const received = new Response(counted, { status, statusText, headers })
    if (!this.isWhole || !streamOf) return received
    const stream = streamOf(JSON.parse(await this.race(received.text())))
    if (stream === undefined) throw new ConnectionFailure('wrong type', type)
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  }

  /** Records that bytes arrived. Ends the connection if it has exceeded the total time or the size limit. */
  #received(bytes: number): void {
    this.#bytes += bytes
    if (this.#isClosed) return
    if (this.#bytes > this.limits.maxBytes) return this.#end('too large')
    if (this.timing.clock() - this.#startedAt > this.limits.totalTimeoutMs) return this.#end('too slow')
    this.#restartIdleTimer()
  }

  #restartIdleTimer(): void {
    this.#cancelIdleTimer()
    this.#cancelIdleTimer = this.timing.timer(this.limits.idleTimeoutMs, () => this.#end('idle'))
  }
}

/** Makes one call without a stream through a connection of its own. Throws as the call does, and ConnectionFailure. */
export async function callOnce<T>(limits: Limits, timing: Timing, call: (send: Send) => Promise<T>): Promise<T> {
  const connection = new Connection(undefined, limits, timing)
  try {
    return await connection.race(call(connection.send))
  } finally {
    connection.close()
  }
}
