import { error, ended, page, sse, start, STOP, stream, text, tool } from './anthropic/hostile.fixture'
import { KEY } from './anthropic/model-table.fixture'
import { startFakeMessages, type FakeReply } from './anthropic/fake-messages.fixture'
import { COUNTED, ERRORS, KINDS, startFakeChat, type ChatReply, type FakeChatAnswer } from './openai/fake-chat.fixture'

/** Every kind of server that a seat's model may have. */
export const SERVERS = ['Messages API', ...KINDS] as const
export type Server = (typeof SERVERS)[number]

export interface FakeServer {
  url: string
  readonly calls: number
  readonly wrong: readonly string[]
  readonly requests: readonly unknown[]
  close(): Promise<void>
}

/** A server of that kind whose replies come in this order; the last one repeats. */
export async function startServer(server: Server, replies: readonly ChatReply[]): Promise<FakeServer> {
  const nth = (n: number): ChatReply => replies[Math.min(n, replies.length) - 1] as ChatReply
  if (server !== 'Messages API') return startFakeChat(server, (_request, n) => nth(n))
  return startFakeMessages((_request, n) => asMessages(nth(n)), { key: KEY })
}

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  404: 'not_found_error',
  429: 'rate_limit_error'
}

/** How a server of that kind reports an error. */
export const reported = (server: Server, status: number, message: string, headers: Record<string, string> = {}): ChatReply =>
  server === 'Messages API'
    ? {
        status,
        body: JSON.stringify({ type: 'error', error: { type: TYPES[status] ?? 'api_error', message } }),
        contentType: 'application/json',
        headers
      }
    : { ...ERRORS[server](status, message), headers }

const STOPS: Readonly<Record<string, string>> = { length: 'max_tokens', content_filter: 'refusal', tool_calls: 'tool_use', stop: 'end_turn' }

/** The stop reason of the Messages API; an answer that names another one names it there too. */
function stopOf({ finish, calls = [] }: FakeChatAnswer): string | null {
  if (finish === undefined) return calls.length > 0 ? 'tool_use' : 'end_turn'
  return finish === null ? null : (STOPS[finish] ?? finish)
}

/** The same reply in the format of the Messages API. */
function asMessages(reply: ChatReply): FakeReply {
  if ('status' in reply) {
    const { status, body, contentType, headers = {} } = reply
    if (status < 400 || contentType === undefined) return { ...page(status, body, headers), ...(contentType === undefined ? {} : { contentType }) }
    const said = (JSON.parse(body) as { error: { type: string; message: string } }).error
    return error(status, said.type, said.message, headers)
  }
  const { thought = '', calls = [], usage = COUNTED, whole, breaks, between = '' } = reply
  const said = reply.text ?? ''
  const input = usage === null ? undefined : (usage as typeof COUNTED).prompt_tokens
  const output = usage === null ? undefined : (usage as typeof COUNTED).completion_tokens
  if (whole) {
    const content = [
      ...(said === '' ? [] : [{ type: 'text', text: said }]),
      ...calls.map(({ name, json, id }, i) => ({ type: 'tool_use', id: id ?? `toolu_${i}`, name, input: JSON.parse(json) as unknown }))
    ]
    const body = { type: 'message', content, stop_reason: stopOf(reply), usage: { input_tokens: input, output_tokens: output } }
    return { body: JSON.stringify(body), contentType: 'application/json' }
  }
  const begun = usage === null || breaks ? { type: 'message_start', message: {} } : start({ input_tokens: input, output_tokens: 1 })
  if (breaks) {
    const { error: why } = breaks as { error: string | { message: string } }
    const told = typeof why === 'string' ? { type: 'strange_error', message: why } : { type: 'overloaded_error', message: why.message }
    return stream(sse(begun, { type: 'error', error: told }))
  }
  const before = [
    ...(thought === ''
      ? []
      : [
          { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
          { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: thought } }
        ]),
    ...(said === '' ? [] : text(1, said))
  ]
  const used = calls.flatMap(({ name, json, id }, i) => tool(i + 2, name, json, id))
  const events = [begun, ...before, ...used, ended(stopOf(reply), usage === null ? {} : { output_tokens: output }), STOP]
  return stream(events.map((event) => sse(event)).join(between))
}

/** The result of a call in the last message of a request that has one. */
export function lastResult(request: unknown): string {
  const { messages = [] } = (request ?? {}) as { messages?: { role: string; content?: unknown }[] }
  const results = messages.flatMap(({ role, content }) => {
    if (role === 'tool') return [String(content)]
    const blocks = Array.isArray(content) ? (content as { type: string; content?: unknown }[]) : []
    return blocks.flatMap((block) => (block.type === 'tool_result' ? [String(block.content)] : []))
  })
  return results.at(-1) ?? ''
}

/** What came of one row of a table: what was requested, played, understood and said. */
export interface RowOutcome {
  server: string
  what: string
  requests: number
  beats: number
  understood: string
  said: string
}

const outcomes: RowOutcome[] = []
/** Adds a row to the table that `printOutcomes` prints. */
export const noteOutcome = (outcome: RowOutcome): void => void outcomes.push(outcome)

/** Prints the rows as one table in Markdown if SERVER_TABLE is set. Servers with the same outcome share a row. */
export function printOutcomes(): void {
  if (!process.env['SERVER_TABLE']) return
  const rows = new Map<string, string[]>()
  for (const { server, what, requests, beats, understood, said } of outcomes) {
    const cells = [what, String(requests), String(beats), understood, said].map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' '))
    const key = cells.join(' | ')
    rows.set(key, [...(rows.get(key) ?? []), server])
  }
  const named = (servers: readonly string[]): string =>
    servers.length === SERVERS.length ? 'all' : SERVERS.filter((server) => servers.includes(server)).join(', ')
  const lines = [...rows].map(([cells, servers]) => `| ${named(servers)} | ${cells} |`)
  console.log(['| server | what it sends | requests | beats | understood | said |', '|---|---|---|---|---|---|', ...lines].join('\n'))
  outcomes.length = 0
}
