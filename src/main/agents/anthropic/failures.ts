import { masked } from '../../../shared/base/masked'
import { Problem } from '../../../shared/base/problem'
import { defusedLine } from '../context/fence'
import { hostOf } from './address'
import { ConnectionFailure } from './connection'
import { ReportedError, type Access, type Wire } from './wire'

/** The reason why a request failed, the number of retries that make sense, and the wait before them. */
export interface Failure {
  /** What went wrong: a sentence without its full stop. */
  words: string
  /** What the user can do about it: a sentence. */
  advice: string
  /** Where the user can fix it; absent if only time or the provider can help. */
  remedy?: 'settings'
  /** The maximum number of retries; 0 if waiting changes nothing. */
  maxRetries: number
  /** The wait that the provider asks for, in milliseconds. */
  waitMs?: number
  /** The conversation itself may be the cause, so a new one may help. */
  beginAfresh?: true
}

/** The destination of a failed request, for use in sentences. */
export interface Destination {
  host: string
  model: string
  key: string
  baseUrl: string
  /** The name of its API. */
  api: string
}

/** Advice when only time helps. */
export const TRY_AGAIN = 'Press Play to try again.'
/** Advice when only the provider can help. */
const ADD_CREDIT = 'Add credit with your provider, then press Play.'
const RAISE_LIMIT = 'Raise the limit with your provider, then press Play.'
const CHECK_ADDRESS = 'Check the address in Settings.'
const CHECK_PROTOCOL = 'Check the address and the protocol in Settings.'
const CHECK_CONNECTION = 'Check the address in Settings and your connection.'
const OTHER_MODEL = 'Choose another model for this seat in Settings.'

/** A failure that may end by itself. */
const passing = (words: string, maxRetries: number): Failure => ({ words, advice: TRY_AGAIN, maxRetries })
const lasting = (words: string, advice: string, maxRetries = 0): Failure => ({ words, advice, remedy: 'settings', maxRetries })

/** Converts an error of the server, the network or a stream, as `Wire.errorOf` returns it, to a failure. The result never contains the key. */
export function failureOf(thrown: unknown, destination: Destination): Failure {
  const failure = read(thrown, destination)
  const hidden = (text: string): string => masked(text, destination.key)
  return { ...failure, words: hidden(failure.words), advice: hidden(failure.advice) }
}

/** Says why a request outside a turn failed and what the user can do about it. */
export function failureIn(thrown: unknown, { baseUrl, key }: Access, { api, errorOf }: Wire, model: string): string {
  if (thrown instanceof Problem) return thrown.message
  const { words, advice } = failureOf(errorOf(thrown), { host: hostOf(baseUrl), model, key, baseUrl, api })
  return `${words}. ${outsideTable(advice)}`
}

/** Adapts advice for requests outside a turn, where there is no seat and no Play button. */
export const outsideTable = (advice: string): string =>
  advice === TRY_AGAIN
    ? 'Try again later.'
    : advice
        .replace(/^Name (?:a|another) fallback model .*$/, 'Choose another model in Settings, or ask for something else.')
        .replace(/(, then|, or) press Play( to try again)?\.$/, '$1 try again.')
        .replace("this seat's model and effort", 'the model')
        .replace(' or a lower effort for this seat', '')
        .replace('a lower effort or another model for this seat', 'another model')
        .replace(' for this seat', '')

/** Adapts the words of a seat's problem for a continuation in the lab, whose model is named in its form. */
export const inContinuation = (words: string): string =>
  words
    .replace(/Name (?:a|another) fallback model .*$/, 'Choose another model, or continue again.')
    .replaceAll(/ for this seat(?: in Settings)?/g, '')
    .replace('a lower effort or another model', 'another model')
    .replace(/Press Play to try again/, 'Continue again')
    .replace(/press Play(?: to try again)?/, 'continue again')

/** The problem of a request outside a turn; `data.remedy` says where the user can fix it. */
export function problemOutside(failure: Failure, tries: number): Problem {
  const { message, data } = problemOf({ ...failure, advice: outsideTable(failure.advice) }, tries)
  const { modelFailed: _, ...rest } = data
  return new Problem('agent-failed', message, rest)
}

/** A sentence that says how often a request was sent, with a space at the end; empty if it was sent once. */
export const triesIn = (tries: number): string => (tries > 1 ? `Proscenium tried ${tries} times. ` : '')

/** The problem that pauses the table. `data.remedy` says where the user can fix it; `data.modelFailed` says that another agent may play the turn. */
export function problemOf({ words, advice, remedy }: Failure, tries: number): Problem {
  return new Problem('agent-failed', `${words}. ${triesIn(tries)}${advice}`, { modelFailed: true, ...(remedy === undefined ? {} : { remedy }) })
}

function read(thrown: unknown, destination: Destination): Failure {
  const { host } = destination
  const cause = deepest(thrown)
  if (cause instanceof ConnectionFailure) return ended(cause, host)
  if (cause instanceof SyntaxError) return lasting(`${host} sent a response that is not valid JSON`, CHECK_CONNECTION, 2)
  if (!(thrown instanceof ReportedError)) return unreachable(thrown, host)
  return reported(thrown, destination)
}

/** A connection that brought no complete answer. */
function ended({ reason, contentType }: ConnectionFailure, host: string): Failure {
  switch (reason) {
    case 'broken off':
      return passing('The connection ended in the middle of the answer', 3)
    case 'no answer':
      return passing(`${host} ended the connection before the answer began`, 3)
    case 'too slow':
      return lasting('The model took more than 10 minutes for one answer', 'Choose a faster model or a lower effort for this seat in Settings.')
    case 'too long':
      return lasting('The model sent more than any answer can hold, so Proscenium stopped reading', OTHER_MODEL)
    case 'too large':
      return lasting(`${host} sent far more than an answer can hold, so Proscenium stopped reading`, CHECK_ADDRESS)
    case 'wrong type':
      return lasting(
        contentType === 'text/html'
          ? `${host} answered with a web page instead of a model's response`
          : `${host} answered with ${contentType}, which is not a model's response`,
        contentType === 'application/json' ? CHECK_PROTOCOL : 'Check the address in Settings, and whether a proxy or a sign-in page stands between.'
      )
    default:
      return passing('The model stopped sending', 2)
  }
}

/** What servers say about a prompt that doesn't fit, a model without tools, and a path that they don't have. */
const TOO_LONG = /prompt is too long|context (window|length|size)|maximum context|context the overflows/i
const TAKES_NO_TOOLS = /not support (tool|function)|support tool use|tools param requires/i
const UNKNOWN_ENDPOINT = /unexpected endpoint/i

/** A failure that the provider reports itself, by its HTTP status or by an error event in the stream. */
function reported(error: ReportedError, destination: Destination): Failure {
  const { status, type } = error
  const { host, api, model, key } = destination
  const explanation = sentence(error.explanation)
  const reason = explanation === '' ? '' : `: ${explanation}`
  const waitMs = waitOf(error.headers)
  const wait = waitMs === undefined ? {} : { waitMs }
  if (status === 401 && key === '') return lasting(`${host} asks for a key`, 'Enter it in Settings.')
  if (status === 401) return lasting('The provider rejected the key', 'Check the key in Settings.')
  if (status === 403)
    return lasting(`The key doesn't have permission for this${reason}`, 'Check the key in Settings and its permissions with your provider.')
  if (status === 402) return { words: `The account has no credit left${reason}`, advice: ADD_CREDIT, maxRetries: 0 }
  if (TAKES_NO_TOOLS.test(explanation))
    return lasting(`${model} at ${host} takes no tools${reason}`, 'Choose a model that uses tools for this seat in Settings.')
  if (status === 404 || UNKNOWN_ENDPOINT.test(explanation)) return notFound(error, destination)
  if (status === 405) return lasting(`There is no ${api} at ${host}`, CHECK_PROTOCOL)
  if (status === 413 || (status === 400 && TOO_LONG.test(explanation)))
    return {
      ...lasting('The prompt is too long for the model', 'Lower the size of the context in Settings, or choose a model with a larger window.'),
      beginAfresh: true
    }
  if (status === 429 && error.isSpent)
    return { words: `The provider reports a limit that waiting doesn't lift${reason}`, advice: RAISE_LIMIT, maxRetries: 0 }
  if (status === 429) return { ...passing(`The provider reports too many requests${reason}`, 6), ...wait }
  if (status === 529 || type === 'overloaded_error') return { ...passing('The model is overloaded', 6), ...wait }
  if (status === 408 || status === 504 || type === 'timeout_error') return { ...passing(`${host} did not answer in time`, 2), ...wait }
  if (status === 409 || (status !== undefined && status >= 500) || (status === undefined && type === 'api_error'))
    return { ...passing(`The provider reports an error${status === undefined ? '' : ` (${status})`}`, 4), ...wait }
  if (status === undefined)
    return type === '' && explanation === '' ? unreachable(error, host) : passing(`The provider ended the answer with an error${reason}`, 0)
  return {
    ...lasting(`The provider rejected the request (${status})${reason}`, "Check this seat's model and effort in Settings."),
    beginAfresh: true
  }
}

/** A 404: the model doesn't exist, the address already ends in /v1, or the server has another API. */
function notFound({ type, explanation }: ReportedError, { host, model, baseUrl, api }: Destination): Failure {
  if (api === 'Messages API' && /\/v1\/*$/.test(new URL(baseUrl).pathname))
    return lasting(
      `There is no Messages API at ${host}: the address ends in /v1, which Proscenium adds itself`,
      'Remove /v1 from the address in Settings.'
    )
  if (type === 'not_found_error' || (/model/i.test(explanation) && !UNKNOWN_ENDPOINT.test(explanation)))
    return lasting(`There is no model "${model}" at ${host}`, 'Choose another model for this seat, or check the address in Settings.')
  return lasting(`There is no ${api} at ${host}`, CHECK_PROTOCOL)
}

/** Network failures by Node's error code, which may be nested in `cause`. */
function unreachable(thrown: unknown, host: string): Failure {
  const code = codeOf(thrown)
  const { message } = deepest(thrown)
  if (code === 'ECONNREFUSED')
    return lasting(`No server answers at ${host}`, 'Check the address in Settings, and make sure that the server is running.', 2)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return lasting(`The network can't find ${host}`, CHECK_CONNECTION, code === 'ENOTFOUND' ? 0 : 2)
  if (code === 'ETIMEDOUT' || (code.startsWith('UND_ERR') && code.includes('TIMEOUT'))) return passing(`${host} did not answer in time`, 2)
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return lasting(`${host} doesn't use https`, 'Write the address in Settings with http://, or connect to the port that uses https.')
  if (/CERT|SELF_SIGNED|SSL|TLS/.test(code)) return lasting(`${host} has no valid certificate (${code})`, CHECK_ADDRESS)
  if (code.startsWith('Z_')) return lasting(`${host} sent a compressed response that can't be unpacked`, CHECK_CONNECTION, 2)
  if (/redirect/i.test(message)) return lasting(`${host} redirects requests to another address`, 'Enter that address in Settings.')
  if (message === 'bad port')
    return lasting(
      `${host} uses a port that programs may not connect to`,
      'Let the server listen on another port, such as 8787, and enter that in Settings.'
    )
  if (code === '') return lasting(`${host} sent an answer that Proscenium can't read`, CHECK_CONNECTION, 2)
  return lasting(`The connection to ${host} failed (${code})`, CHECK_CONNECTION, 3)
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

/** The provider's message, shortened to one line, without invisible characters and without its full stop. */
const sentence = (text: unknown): string => (typeof text === 'string' ? defusedLine(text).replace(/\.$/, '').slice(0, 300) : '')

/** The wait in milliseconds from `retry-after-ms`, or from `retry-after` in seconds; undefined if neither exists, so that our own wait applies. */
function waitOf(headers: Headers | undefined): number | undefined {
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  const wait = Number.isNaN(ms) ? Number(headers?.get('retry-after') ?? Number.NaN) * 1000 : ms
  return Number.isFinite(wait) && wait > 0 ? wait : undefined
}
