import type { Redis, RedisOptions } from 'ioredis'
import { Problem } from '../../../shared/base/problem'
import { counted } from '../../../shared/words/labels'
import type { QueueAddress } from './address'

/** How long the first connection may take, and a connection without a word from the server lasts, in ms. Waiting workers hear from it every 10 s. */
const CONNECT_MS = 10_000
const SILENT_MS = 30_000
/** The longest wait between two attempts to connect again, in ms. */
const MAX_PAUSE_MS = 2000
/** The oldest Redis that has the commands which the queue needs. */
const OLDEST = [6, 2] as const

export interface LinkOptions {
  /** How long a server that went away is waited for, in ms. */
  patienceMs: number
  /** Told when the server went away (a sentence), and when it is back (undefined). */
  tellAway: (sentence: string | undefined) => void
  /** Told once, when the server was away for too long. */
  lost: (problem: Problem) => void
}

/** The connections of one process to a Redis server. They are made again when they break. */
export class QueueLink {
  readonly #all: Redis[] = []
  #away: NodeJS.Timeout | undefined
  #isClosed = false
  /** The connection for commands. */
  readonly redis: Redis

  private constructor(
    private readonly make: (options: RedisOptions) => Redis,
    private readonly address: QueueAddress,
    private readonly options: LinkOptions
  ) {
    this.redis = this.another()
    this.redis.on('close', () => this.#goAway())
    this.redis.on('ready', () => this.#comeBack())
  }

  /** Connects once, to see that all is well, and then for good. Throws Problem with what is wrong. */
  static async open(address: QueueAddress, options: LinkOptions): Promise<QueueLink> {
    const { Redis } = await import('ioredis')
    const make = (own: RedisOptions): Redis => {
      const { host, port, username, password, db, isEncrypted } = address
      const account = { ...(username === undefined ? {} : { username }), ...(password === undefined ? {} : { password }) }
      return new Redis({ host, port, db, ...account, ...(isEncrypted && { tls: {} }), connectTimeout: CONNECT_MS, ...own })
    }
    await tryConnection(make, address)
    const link = new QueueLink(make, address, options)
    await within(CONNECT_MS, new Promise<void>((done) => link.redis.once('ready', done)))
    return link
  }

  get isAway(): boolean {
    return this.#away !== undefined
  }

  /** A further connection. It is closed with the others. */
  another(): Redis {
    const redis = this.make({
      maxRetriesPerRequest: null,
      socketTimeout: SILENT_MS,
      retryStrategy: (times) => Math.min(times * 100, MAX_PAUSE_MS)
    })
    // What is wrong is said once, when the connection for commands closes.
    redis.on('error', () => undefined)
    this.#all.push(redis)
    return redis
  }

  #goAway(): void {
    if (this.#away || this.#isClosed) return
    const { address, options } = this
    const patience = counted(Math.round(options.patienceMs / 1000), 'second')
    this.#away = setTimeout(() => {
      options.lost(new Problem('disk', `The queue at ${address.shown} went away and did not come back for ${patience}.`))
    }, options.patienceMs)
    options.tellAway(`The queue at ${address.shown} went away. Trying to reach it for ${patience}.`)
  }

  #comeBack(): void {
    if (!this.#away) return
    clearTimeout(this.#away)
    this.#away = undefined
    this.options.tellAway(undefined)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#away)
    for (const redis of this.#all) redis.disconnect()
  }
}

/** Throws Problem if the server can't be used. */
async function tryConnection(make: (options: RedisOptions) => Redis, { shown, host }: QueueAddress): Promise<void> {
  const probe = make({ lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0, commandTimeout: CONNECT_MS })
  let why: (Error & { code?: string }) | undefined
  probe.on('error', (error: Error & { code?: string }) => (why ??= error))
  try {
    await probe.connect()
    const version = /^redis_version:(\d+)\.(\d+)/m.exec(await probe.info('server'))
    const [major, minor] = [Number(version?.[1] ?? 0), Number(version?.[2] ?? 0)]
    if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
      throw new Problem('refused', `The Redis at ${shown} is too old (${major}.${minor}). Install ${OLDEST.join('.')} or a newer one.`)
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown
    const error = why ?? (thrown instanceof Error ? thrown : new Error(String(thrown)))
    throw connectionProblem(error, shown, host)
  } finally {
    probe.disconnect()
  }
}

function connectionProblem({ code, message }: Error & { code?: string }, shown: string, host: string): Problem {
  if (/^(?:WRONGPASS|NOAUTH|ERR (?:invalid password|AUTH|Client sent AUTH))/.test(message))
    return new Problem(
      'refused',
      `The queue at ${shown} asks for another password. Set PROSCENIUM_QUEUE_PASSWORD, or write redis://:password@host; a user's name stands before the colon.`
    )
  if (message.startsWith('NOPERM'))
    return new Problem('refused', `The user may not use the queue at ${shown}. Give another one, or more rights in Redis.`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new Problem('disk', `No machine is called ${host}. Check the address of the queue.`)
  if (code !== undefined && /CERT|TLS/.test(code))
    return new Problem(
      'refused',
      `The certificate of the queue at ${shown} can’t be trusted (${code}). Use its own name, and one that this machine knows.`
    )
  if (code !== undefined || /timed out|ETIMEDOUT/i.test(message))
    return new Problem('disk', `No Redis answers at ${shown}. Start one there, or check the address and the firewall.`)
  return new Problem('refused', `What answers at ${shown} is no Redis. Check the address.`)
}

/** Waits until something is done or has failed, or for so many ms. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([work.catch(() => undefined), new Promise((done) => (timer = setTimeout(done, ms)))])
  clearTimeout(timer)
}
