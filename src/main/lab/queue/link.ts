import { connect } from 'node:net'
import { connect as connectEncrypted } from 'node:tls'
import type { Redis, RedisOptions } from 'ioredis'
import { Problem } from '../../../shared/base/problem'
import { clipped } from '../../../shared/words/clipped'
import { counted } from '../../../shared/words/labels'
import type { QueueAddress } from './address'

/** The beginning of every key in Redis. Its braces keep all keys on one node of a cluster. */
export const PREFIX = '{proscenium-lab}'

/** How long the first connection may take, and a connection without a word from the server lasts, in ms. Waiting workers hear from it every 10 s. */
const CONNECT_MS = 5000
const SILENT_MS = 30_000
/** How long a server has to say whether it is encrypted, in ms. */
const ANSWER_MS = 2000
const MAX_REASON = 300
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

type MakeRedis = (address: QueueAddress, options: RedisOptions) => Redis

/** The connections of one process to a Redis server. They are made again when they break. */
export class QueueLink {
  readonly #all: Redis[] = []
  #away: NodeJS.Timeout | undefined
  #isClosed = false
  /** The connection for commands. */
  readonly redis: Redis

  private constructor(
    private readonly make: MakeRedis,
    private readonly address: QueueAddress,
    private readonly options: LinkOptions,
    /** What is to be told of the server, in a sentence. */
    readonly remark: string | undefined
  ) {
    this.redis = this.another()
    this.redis.on('close', () => this.#goAway())
    this.redis.on('ready', () => this.#comeBack())
  }

  /** Connects once, to see that all is well, and then for good. Throws Problem with what is wrong. */
  static async open(address: QueueAddress, options: LinkOptions): Promise<QueueLink> {
    const { Redis } = await import('ioredis')
    const make: MakeRedis = ({ host, port, username, password, db, isEncrypted }, own) => {
      const account = { ...(username === undefined ? {} : { username }), ...(password === undefined ? {} : { password }) }
      return new Redis({ host, port, db, ...account, ...(isEncrypted && { tls: {} }), connectTimeout: CONNECT_MS, ...own })
    }
    const found = await tryConnection(make, address)
    const link = new QueueLink(make, found.address, options, found.remark)
    await within(CONNECT_MS, new Promise<void>((done) => link.redis.once('ready', done)))
    return link
  }

  get isAway(): boolean {
    return this.#away !== undefined
  }

  /** A further connection. It is closed with the others. */
  another(): Redis {
    const redis = this.make(this.address, {
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

/** Where a server is, and what is to be told of it in a sentence. Throws Problem if it can't be used. */
async function tryConnection(make: MakeRedis, address: QueueAddress, isMoved = false): Promise<{ address: QueueAddress; remark?: string }> {
  const { shown, db } = address
  const probe = make(address, { db: 0, lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0, commandTimeout: CONNECT_MS })
  let why: (Error & { code?: string }) | undefined
  probe.on('error', (error: Error & { code?: string }) => (why ??= error))
  try {
    await probe.connect()
    const info = await probe.info()
    const [, major = '0', minor = '0'] = /^redis_version:(\d+)\.(\d+)/m.exec(info) ?? []
    if (Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1]))
      throw new Problem('refused', `The Redis at ${shown} is too old (${major}.${minor}). Install ${OLDEST.join('.')} or a newer one.`)
    const [, primary, port] = /^role:slave\r\nmaster_host:(.*)\r\nmaster_port:(\d+)/m.exec(info) ?? []
    if (primary !== undefined)
      throw new Problem('refused', `The Redis at ${shown} is a read-only copy of the one at ${primary}:${port}. Use that one.`)
    if (db > 0) await probe.select(db)
    await probe.exists(`${PREFIX}:runs`)
    const [, policy = 'noeviction'] = /^maxmemory:[1-9][^]*^maxmemory_policy:(\S+)/m.exec(info) ?? []
    const remark = `The Redis at ${shown} forgets sessions when its memory is full (maxmemory-policy ${policy}). Set noeviction there.`
    return { address, ...(policy === 'noeviction' ? {} : { remark }) }
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown
    const error = why ?? (thrown instanceof Error ? thrown : new Error(String(thrown)))
    // A node of a cluster names the one that has our keys, which are all in one place.
    const [, host, port] = /^MOVED \d+ (.*):(\d+)$/.exec(error.message) ?? []
    if (port !== undefined && !isMoved) return tryConnection(make, { ...address, host: host || address.host, port: Number(port) }, true)
    throw await connectionProblem(error, address)
  } finally {
    probe.disconnect()
  }
}

/** What a server says when it refuses, and what that means. */
const REFUSALS: readonly (readonly [says: RegExp, means: (shown: string) => string])[] = [
  [
    /^(?:WRONGPASS|NOAUTH|ERR (?:invalid password|AUTH|Client sent AUTH))/,
    (shown) =>
      `The queue at ${shown} asks for another password. Enter it in Settings or, in a terminal, set PROSCENIUM_QUEUE_PASSWORD. A user’s name stands in the address: redis://user@host.`
  ],
  [/^NOPERM/, (shown) => `The user may not use the queue at ${shown}. It needs all commands and channels, and the keys ${PREFIX}:*.`],
  [/^DENIED/, (shown) => `The queue at ${shown} only answers its own machine (protected mode). Give it a password.`],
  [/^ERR (?:DB index|SELECT)/, (shown) => `There is no such database at ${shown}. Leave its number out.`],
  [/CERTIFICATE_REQUIRED/, (shown) => `The queue at ${shown} asks for a certificate of the client. Set "tls-auth-clients no" there, and a password.`]
]

async function connectionProblem(error: Error & { code?: string }, address: QueueAddress): Promise<Problem> {
  const { shown, host, isEncrypted } = address
  const { code = '', message, name } = error
  const [, means] = REFUSALS.find(([says]) => says.test(message) || says.test(code)) ?? []
  if (means) return new Problem('refused', means(shown))
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new Problem('disk', `No machine is called ${host}. Check the address of the queue.`)
  if (/CERT|ALTNAME|SIGNATURE/.test(code))
    return new Problem(
      'refused',
      `The certificate of the queue at ${shown} can’t be trusted (${code}). Use the name that it is for, and name the file of your own authority in NODE_EXTRA_CA_CERTS.`
    )
  if (name === 'ReplyError') return new Problem('refused', `The queue at ${shown} refused (${clipped(message, MAX_REASON)}).`)
  if (await answers({ ...address, isEncrypted: !isEncrypted }))
    return new Problem(
      'refused',
      isEncrypted
        ? `The queue at ${shown} is not encrypted. Write redis:// instead of rediss://.`
        : `The queue at ${shown} is encrypted. Write rediss:// instead of redis://.`
    )
  if (code !== '' || /timed out|ETIMEDOUT/i.test(message))
    return new Problem('disk', `No Redis answers at ${shown}. Start one there, or check the address and the firewall.`)
  return new Problem('refused', `What answers at ${shown} is no Redis. Check the address.`)
}

/** Whether a server is encrypted, or answers as a Redis that isn't. */
async function answers({ host, port, isEncrypted }: QueueAddress): Promise<boolean> {
  const socket = isEncrypted ? connectEncrypted({ host, port, rejectUnauthorized: false }) : connect({ host, port })
  const answer = new Promise<boolean>((done) => {
    socket.once('error', () => done(false)).once('close', () => done(false))
    if (isEncrypted) socket.once('secureConnect', () => done(true))
    else socket.once('connect', () => socket.write('PING\r\n')).once('data', (data) => done(/^[+-]/.test(data.toString())))
    setTimeout(() => done(false), ANSWER_MS).unref()
  })
  return answer.finally(() => socket.destroy())
}

/** Waits until something is done or has failed, or for so many ms. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([work.catch(() => undefined), new Promise((done) => (timer = setTimeout(done, ms)))])
  clearTimeout(timer)
}
