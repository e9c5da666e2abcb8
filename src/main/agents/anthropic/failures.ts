import { APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk'
import { Problem } from '../../../shared/problem'
import { hostOf } from './address'
import type { Access } from './client'

/** Why a request failed, in words; how often it is worth asking again, and after how long. */
export interface Failure {
  /** What went wrong, a sentence without its full stop. */
  words: string
  /** What people can do about it, a sentence. */
  advice: string
  /** How many times to ask again; 0 for what no waiting mends. */
  again: number
  /** Milliseconds the provider asks to wait. */
  after?: number
  /** The prompt was longer than the model takes. */
  tooLong?: boolean
}

/** Where a failure happened, to be named in its sentence. */
export interface Asked {
  host: string
  model: string
  key: string
}

/** The stream ended, or fell silent, before the answer was whole. */
export class BrokenOff extends Error {
  constructor(readonly silent: boolean) {
    super(silent ? 'The model stopped sending' : 'The connection ended in the middle of the answer')
  }
}

/** Advice where only time helps. */
export const LATER = 'Press Play to try again.'
/** Advice where only the provider helps. */
export const AT_PROVIDER = 'Solve this with your provider, then press Play.'

/** Reads an error of the provider's client, of the network or of a stream. The key never stands in what comes out. */
export function failureOf(thrown: unknown, asked: Asked): Failure {
  const failure = read(thrown, asked)
  const hidden = (text: string): string => text.replaceAll(asked.key, '…')
  return { ...failure, words: hidden(failure.words), advice: hidden(failure.advice) }
}

/** Why a question beside the table failed, in words with what to do about it. */
export function failureIn(thrown: unknown, { baseUrl, key }: Access, model: string): string {
  if (thrown instanceof Problem) return thrown.message
  const { words, advice } = failureOf(thrown, { host: hostOf(baseUrl), model, key })
  return `${words}. ${advice === LATER ? 'Try again later.' : advice}`
}

function read(thrown: unknown, { host, model }: Asked): Failure {
  if (thrown instanceof BrokenOff) return { words: thrown.message, advice: LATER, again: thrown.silent ? 2 : 3 }
  if (thrown instanceof APIConnectionTimeoutError) return { words: `${host} did not answer in time`, advice: LATER, again: 2 }
  if (!(thrown instanceof APIError)) return unreachable(thrown, host)
  const { status } = thrown
  const said = sentence(thrown.apiMessage ?? '')
  const after = waitOf(thrown.headers)
  const wait = after === undefined ? {} : { after }
  const told = said === '' ? '' : `: ${said}`
  if (status === 401) return { words: 'The provider rejected the key', advice: 'Check the key in Settings.', again: 0 }
  if (status === 403)
    return {
      words: `The key doesn't have permission for this${told}`,
      advice: 'Check the key in Settings and its permissions with your provider.',
      again: 0
    }
  if (status === 402) return { words: `The account has no credit left${told}`, advice: AT_PROVIDER, again: 0 }
  if (status === 404)
    return {
      words: `There is no model "${model}" at ${host}`,
      advice: 'Choose another model for this seat, or check the address in Settings.',
      again: 0
    }
  if (status === 413 || (status === 400 && /prompt is too long|context (window|length)|maximum context/i.test(said)))
    return { words: 'The prompt is too long for the model', advice: 'Lower the tiers in table.yaml.', again: 0, tooLong: true }
  if (status === 429) return { words: `The provider reports too many requests${told}`, advice: LATER, again: spent(thrown) ? 0 : 6, ...wait }
  if (status === 529 || thrown.type === 'overloaded_error') return { words: 'The model is overloaded', advice: LATER, again: 6, ...wait }
  if (status === 408 || status === 504 || thrown.type === 'timeout_error')
    return { words: `${host} did not answer in time`, advice: LATER, again: 2, ...wait }
  if (status === 409 || (status !== undefined && status >= 500) || thrown.type === 'api_error')
    return { words: `The provider reports an error${status === undefined ? '' : ` (${status})`}`, advice: LATER, again: 4, ...wait }
  if (status === undefined)
    return thrown.type === null ? unreachable(thrown, host) : { words: `The provider ended the answer with an error${told}`, advice: LATER, again: 0 }
  return { words: `The provider rejected the request (${status})${told}`, advice: "Check this seat's model and effort in Settings.", again: 0 }
}

/** A limit that waiting does not lift: money, not speed. */
const spent = (error: APIError): boolean => error.headers?.get('x-should-retry') === 'false' || /spend|billing|credit/.test(error.errorCode ?? '')

/** Failures of the network, by the code that Node gives them; deep down in `cause`. */
function unreachable(thrown: unknown, host: string): Failure {
  const settings = 'Check the address in Settings and your connection.'
  const code = codeOf(thrown)
  if (code === 'ECONNREFUSED')
    return { words: `No server answers at ${host}`, advice: 'Check the address in Settings, and make sure that the server is running.', again: 2 }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { words: `The network can't find ${host}`, advice: settings, again: code === 'ENOTFOUND' ? 0 : 2 }
  if (code === 'ETIMEDOUT' || (code.startsWith('UND_ERR') && code.includes('TIMEOUT')))
    return { words: `${host} did not answer in time`, advice: LATER, again: 2 }
  if (/CERT|SELF_SIGNED|SSL|TLS/.test(code))
    return { words: `${host} has no valid certificate (${code})`, advice: 'Check the address in Settings.', again: 0 }
  if (/redirect/i.test(deepest(thrown).message))
    return { words: `${host} redirects requests to another address`, advice: 'Enter that address in Settings.', again: 0 }
  if (deepest(thrown).message === 'bad port')
    return {
      words: `${host} uses a port that programs may not connect to`,
      advice: 'Let the server listen on another port, such as 8787, and enter that in Settings.',
      again: 0
    }
  if (code === '') return { words: `${host} sent an answer that Proscenium can't read`, advice: settings, again: 2 }
  return { words: `The connection to ${host} failed (${code})`, advice: settings, again: 3 }
}

function deepest(thrown: unknown): Error {
  let error = thrown instanceof Error ? thrown : new Error(String(thrown))
  for (let depth = 0; depth < 5 && error.cause instanceof Error; depth++) error = error.cause
  return error
}

function codeOf(thrown: unknown): string {
  const { code } = deepest(thrown) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** What a provider said, short, on one line and without its full stop. */
const sentence = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(/\.$/, '').slice(0, 300)

/** Milliseconds from `retry-after-ms`, or `retry-after` in seconds. */
function waitOf(headers: Headers | undefined): number | undefined {
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  const wait = Number.isNaN(ms) ? Number(headers?.get('retry-after') ?? Number.NaN) * 1000 : ms
  return Number.isFinite(wait) && wait >= 0 ? wait : undefined
}
