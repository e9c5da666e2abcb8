import type { FakeReply } from './fake-messages.fixture'
import type { TableOptions } from './model-table.fixture'

/** The events of an answer, as a server sends them. */
export const sse = (...events: readonly ({ type: string } & Record<string, unknown>)[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
export const stream = (body: string, ending?: 'silence'): FakeReply => ({ body, contentType: 'text/event-stream', ...(ending ? { ending } : {}) })
export const page = (status: number, body = '<html><body>Hello</body></html>', headers: Record<string, string> = {}): FakeReply => ({
  body,
  status,
  headers
})
export const error = (status: number, type: string, message: string, headers?: Record<string, string>): FakeReply => ({
  status,
  type,
  message,
  ...(headers ? { headers } : {})
})

export const start = (usage: unknown = { input_tokens: 1000, output_tokens: 1 }) => ({ type: 'message_start', message: { content: [], usage } })
export const opened = (index: number, block: object) => ({ type: 'content_block_start', index, content_block: block })
export const delta = (index: number, part: object) => ({ type: 'content_block_delta', index, delta: part })
export const ended = (stop: string | null, usage: unknown = { output_tokens: 100 }) => ({
  type: 'message_delta',
  delta: { stop_reason: stop },
  usage
})
export const STOP = { type: 'message_stop' }
export const tool = (index: number, name: string, input: unknown, id = `toolu_${index}`) => [
  opened(index, { type: 'tool_use', id, name, input: {} }),
  delta(index, { type: 'input_json_delta', partial_json: typeof input === 'string' ? input : JSON.stringify(input) }),
  { type: 'content_block_stop', index }
]
export const text = (index: number, words: string) => [opened(index, { type: 'text', text: '' }), delta(index, { type: 'text_delta', text: words })]
export const PASS = tool(0, 'pass', {})
export const passes = stream(sse(start(), ...PASS, ended('tool_use'), STOP))
/** The cost of an answer with 1000 input tokens and 100 output tokens at the seat's model, in thousandths of a US dollar. */
export const ONE = 3

/** One hostile endpoint, and the expected outcome of one turn with it. */
export interface Row {
  what: string
  /** The server's responses in order; the last one repeats. */
  server: readonly FakeReply[]
  requests: number
  beats: 0 | 1
  /** The cost in thousandths of a US dollar, or that it was estimated. */
  cost: number | 'estimated'
  /**
   * The sentence that the user reads in the end: why the table paused, what was wrong with the last answer, or why the request was sent again. HOST
   * stands for the server.
   */
  sentence: string | undefined
  options: TableOptions
}
export const row = (
  what: string,
  server: Row['server'],
  [requests, beats, cost]: [Row['requests'], Row['beats'], Row['cost']],
  sentence: string | undefined,
  options: TableOptions = {}
): Row => ({ what, server, requests, beats, cost, sentence, options })

export const PRESS = 'Press Play to try again.'
export const OTHER = 'Choose another model for this seat in Settings, or press Play to try again.'
export const WINDOW = 'Lower the size of the context in Settings, or choose a model with a larger window.'
export const WEB_PAGE =
  "HOST answered with a web page instead of a model's response. Check the address in Settings, and whether a proxy or a sign-in page stands between."
export const FALLBACK = 'Name a fallback model for this seat in Settings, or change what the scene asks for.'
export const WITH_FALLBACK: TableOptions = { seat: { agent: 'anthropic', model: 'claude-sonnet-5-5', effort: 'low', fallback: 'claude-sonnet-5' } }
