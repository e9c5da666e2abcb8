import { z } from 'zod'

/** The request of the Messages API, at least as strict as the real one: alternating roles, no unknown fields, at most four cache marks. */
const Cached = z.strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() })
const Text = z.strictObject({
  type: z.literal('text'),
  text: z.string().regex(/\S/, 'text content blocks must be non-empty'),
  cache_control: Cached.optional()
})
const Id = z.string().regex(/^[a-zA-Z0-9_-]+$/)
const ToolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: Id,
  content: z.union([z.string(), z.array(Text)]).optional(),
  is_error: z.boolean().optional(),
  cache_control: Cached.optional()
})
const Answered = z.discriminatedUnion('type', [
  Text,
  z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string().min(1) }),
  z.strictObject({ type: z.literal('redacted_thinking'), data: z.string().min(1) }),
  z.strictObject({
    type: z.literal('tool_use'),
    id: Id,
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
    cache_control: Cached.optional()
  })
])
const Tool = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  cache_control: Cached.optional(),
  eager_input_streaming: z.boolean().optional()
})
const Reference = z.strictObject({ type: z.literal('tool_reference'), name: z.string() })
const ToolChange = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('tool_addition'),
    tool: z.discriminatedUnion('type', [Reference, z.strictObject({ type: z.literal('tool_definition'), definition: Tool })]),
    cache_control: Cached.optional()
  }),
  z.strictObject({ type: z.literal('tool_removal'), tool: Reference, cache_control: Cached.optional() })
])
const Message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.array(ToolChange).min(1) }),
  z.strictObject({ role: z.literal('user'), content: z.array(z.discriminatedUnion('type', [Text, ToolResult])).min(1) }),
  z.strictObject({ role: z.literal('assistant'), content: z.array(Answered).min(1) })
])
const Counted = {
  model: z.string().min(1),
  messages: z.array(z.union([Message, z.strictObject({ role: z.literal('user'), content: z.string().min(1) })])).min(1),
  system: z.union([z.string(), z.array(Text).min(1)]).optional(),
  tools: z.array(Tool).min(1).optional(),
  thinking: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('adaptive'), display: z.enum(['summarized', 'omitted']).optional() }),
      z.strictObject({ type: z.literal('disabled') })
    ])
    .optional(),
  output_config: z.strictObject({ effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional() }).optional()
}
const Count = z.strictObject(Counted)
const Create = z.strictObject({ ...Counted, max_tokens: z.int().min(1).max(128_000), stream: z.boolean().optional() })

export type WireRequest = z.infer<typeof Create>
export type WireMessage = z.infer<typeof Message>
export type WireTool = z.infer<typeof Tool>

/**
 * The facts that the server remembers about its answers: thoughts are bound to their signature and model, and only a paused turn may be continued.
 */
export interface Said {
  signatures: ReadonlyMap<string, string>
  /** What preceded each thought, by its signature. */
  prefixes: ReadonlyMap<string, string>
  paused: boolean
}

/** The parsed request, or the reason why it is invalid. */
export function checked(body: unknown, kind: 'create' | 'count', said: Said): WireRequest | string {
  const parsed = (kind === 'create' ? Create : Count).safeParse(body)
  if (!parsed.success) return parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  const request = { max_tokens: 1, ...parsed.data } as WireRequest
  return wrongTools(request) ?? wrongMarks(request) ?? wrongTurns(request, said) ?? wrongChanges(request) ?? request
}

/** Tools may change only between a user's message and its answer, and only tools known at that point. */
function wrongChanges({ tools = [], messages }: WireRequest): string | undefined {
  const defined = new Set(tools.map(({ name }) => name))
  for (const [i, message] of messages.entries()) {
    if (message.role !== 'system') continue
    const [before, after] = [messages[i - 1], messages[i + 1]]
    if (before?.role !== 'user' || (after && after.role !== 'assistant'))
      return `messages.${i}: a system message must stand between user and assistant`
    for (const { tool } of message.content) {
      const name = tool.type === 'tool_definition' ? tool.definition.name : tool.name
      if (tool.type === 'tool_reference' && !defined.has(name)) return `messages.${i}: tool_reference_unresolved: ${name}`
      defined.add(name)
    }
  }
  return undefined
}

/** The tools that are available at the end of a request. */
export function offeredTools({ tools = [], messages }: WireRequest): WireTool[] {
  const defined = new Map(tools.map((tool) => [tool.name, tool]))
  const offered = new Set(defined.keys())
  for (const message of messages) {
    if (message.role !== 'system') continue
    for (const { type, tool } of message.content) {
      if (tool.type === 'tool_definition') defined.set(tool.definition.name, tool.definition)
      const name = tool.type === 'tool_definition' ? tool.definition.name : tool.name
      if (type === 'tool_removal') offered.delete(name)
      else offered.add(name)
    }
  }
  return [...defined.values()].filter(({ name }) => offered.has(name))
}

function wrongTools({ tools = [], messages }: WireRequest): string | undefined {
  const names = tools.map((tool) => tool.name)
  if (new Set(names).size < names.length) return 'tools: Tool names must be unique.'
  for (const tool of tools)
    try {
      z.fromJSONSchema(tool.input_schema)
    } catch (thrown) {
      return `tools.${tool.name}.input_schema: JSON schema is invalid: ${String(thrown)}`
    }
  const uses = messages.some((message) => typeof message.content !== 'string' && message.content.some((block) => block.type === 'tool_use'))
  return uses && tools.length === 0 ? 'tools: Requests with tool_use blocks in messages must define tools.' : undefined
}

function wrongMarks({ tools = [], system, messages }: WireRequest): string | undefined {
  const blocks = [
    ...tools,
    ...(Array.isArray(system) ? system : []),
    ...messages.flatMap(({ content }): object[] => (typeof content === 'string' ? [] : content))
  ]
  const marks = blocks.filter((block) => 'cache_control' in block).length
  return marks > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.` : undefined
}

/** Everything to which a thought is bound: tools, system and messages, without the cache marks. */
export const prefixOf = ({ tools, system, messages }: WireRequest): string =>
  JSON.stringify([tools, system, messages], (key, value: unknown) => (key === 'cache_control' ? undefined : value))

function wrongTurns(request: WireRequest, said: Said): string | undefined {
  const { messages, model } = request
  let owed: string[] = []
  const seen = new Set<string>()
  const turns = messages.flatMap((message, i) => (message.role === 'system' ? [] : [{ message, at: `messages.${i}` }]))
  for (const [i, { message, at }] of turns.entries()) {
    if (message.role !== (i % 2 === 0 ? 'user' : 'assistant'))
      return `${at}: roles must alternate between "user" and "assistant", beginning with "user"`
    const blocks = typeof message.content === 'string' ? [] : message.content
    const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []))
    if (results.length > 0 && blocks.slice(0, results.length).some((block) => block.type !== 'tool_result'))
      return `${at}: tool_result blocks must come first`
    if (message.role === 'user' && [...results].sort().join() !== [...owed].sort().join())
      return `${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after, or the other way round: ${owed.join()} / ${results.join()}`
    owed = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
    for (const id of owed) {
      if (seen.has(id)) return `${at}: \`tool_use\` ids must be unique`
      seen.add(id)
    }
    for (const block of blocks)
      if (block.type === 'thinking' && said.signatures.get(block.signature) !== `${model} ${block.thinking}`)
        return `${at}: Invalid \`signature\` in \`thinking\` block`
  }
  for (const [i, { role, content }] of messages.entries()) {
    const first = role === 'assistant' ? content.find((block) => block.type === 'thinking') : undefined
    if (first && said.prefixes.get(first.signature) !== prefixOf({ ...request, messages: messages.slice(0, i) }))
      return `messages.${i}: The block is bound to a different conversation`
  }
  const last = messages.at(-1)
  return last?.role === 'assistant' && !said.paused
    ? 'This model does not support assistant message prefill. The conversation must end with a user message.'
    : undefined
}
