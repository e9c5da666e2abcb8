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
    super(silent ? 'The model fell silent' : 'The answer broke off in the middle')
  }
}

/** Advice where only time helps. */
export const LATER = 'Play on to ask again.'
/** Advice where only the provider helps. */
export const AT_PROVIDER = 'See to it with the provider, then play on.'

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
  return `${words}. ${advice === LATER ? 'Try again in a while.' : advice}`
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
  if (status === 401) return { words: 'The key was refused', advice: 'Check it in Settings.', again: 0 }
  if (status === 403) return { words: `The key may not do this${told}`, advice: 'Check the key and what it is allowed in Settings.', again: 0 }
  if (status === 402) return { words: `The account has nothing left to spend${told}`, advice: AT_PROVIDER, again: 0 }
  if (status === 404)
    return { words: `There is no model "${model}" at ${host}`, advice: 'Choose another for this seat, or check the address in Settings.', again: 0 }
  if (status === 413 || (status === 400 && /prompt is too long|context (window|length)|maximum context/i.test(said)))
    return { words: 'What the model is told is longer than it takes', advice: 'Lower the tiers in table.yaml.', again: 0, tooLong: true }
  if (status === 429) return { words: `The provider had too many requests${told}`, advice: LATER, again: spent(thrown) ? 0 : 6, ...wait }
  if (status === 529 || thrown.type === 'overloaded_error') return { words: 'The model is overloaded', advice: LATER, again: 6, ...wait }
  if (status === 408 || status === 504 || thrown.type === 'timeout_error')
    return { words: `${host} did not answer in time`, advice: LATER, again: 2, ...wait }
  if (status === 409 || (status !== undefined && status >= 500) || thrown.type === 'api_error')
    return { words: `The provider failed${status === undefined ? '' : ` (${status})`}`, advice: LATER, again: 4, ...wait }
  if (status === undefined)
    return thrown.type === null ? unreachable(thrown, host) : { words: `The provider broke off${told}`, advice: LATER, again: 0 }
  return { words: `The provider refused the request (${status})${told}`, advice: 'Check model and effort of this seat in Settings.', again: 0 }
}

/** A limit that waiting does not lift: money, not speed. */
const spent = (error: APIError): boolean => error.headers?.get('x-should-retry') === 'false' || /spend|billing|credit/.test(error.errorCode ?? '')

/** Failures of the network, by the code that Node gives them; deep down in `cause`. */
function unreachable(thrown: unknown, host: string): Failure {
  const settings = 'Check the address in Settings, and that you are online.'
  const code = codeOf(thrown)
  if (code === 'ECONNREFUSED')
    return { words: `Nobody answers at ${host}`, advice: 'Check the address in Settings, and that the server runs.', again: 2 }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { words: `There is no ${host} on the network`, advice: settings, again: code === 'ENOTFOUND' ? 0 : 2 }
  if (code === 'ETIMEDOUT' || (code.startsWith('UND_ERR') && code.includes('TIMEOUT')))
    return { words: `${host} did not answer in time`, advice: LATER, again: 2 }
  if (/CERT|SELF_SIGNED|SSL|TLS/.test(code))
    return { words: `${host} cannot prove who it is (${code})`, advice: 'Check the address in Settings.', again: 0 }
  if (/redirect/i.test(deepest(thrown).message))
    return { words: `${host} sends requests elsewhere`, advice: 'Put the address it leads to in Settings.', again: 0 }
  if (deepest(thrown).message === 'bad port')
    return {
      words: `${host} is a port that nothing may be asked at`,
      advice: 'Let the server listen at another, such as 8787, and put that in Settings.',
      again: 0
    }
  if (code === '') return { words: `${host} gave an answer that cannot be read`, advice: settings, again: 2 }
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
