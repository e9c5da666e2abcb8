import type { ContentBlockParam, MessageCreateParamsStreaming, MessageParam, Tool, ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages'
import { z } from 'zod'
import type { LiveNews } from '../../../shared/table/agents'
import type { ArrowCall, ArrowDocument, CallContext, ArrowCallResult } from '../../../arrow'
import { FUNCTIONS } from '../../../arrow/schemas'
import { SYSTEM_TIMING } from '../../agents/anthropic'
import { problemOutside } from '../../agents/anthropic/failures'
import { costOf, modelOf } from '../../agents/anthropic/models'
import type { Reply, ToolRequest } from '../../agents/anthropic/reply'
import { type Admit, sendRequest, type RequestHost } from '../../agents/anthropic/send-request'
import { defused, fenced } from '../../agents/context/fence'
import type { Form } from '../../../shared/base/understand'
import { understoodRequest } from './understood'
import { citation, NO_DESIGN_DOCUMENTS, type Assistant, type AssistantTools, type UserRequest } from '../assistant'
import { currentContext, FRAME, nodesFor } from './prompt'
import { tokensOf } from '../../agents/context/tokens'
import type { Problem } from '../../../shared/base/problem'
import type { ModelPrices } from '../../../shared/table/model-access'
import type { Usage } from '../../../shared/table/turns'

/** The most answers of a model to one request of the user. */
const MAX_ANSWERS = 16
const MAX_TOKENS = 8192
/** The most earlier exchanges in a prompt. */
const MAX_HISTORY = 20

/** The assistant's dependencies on this machine: a model's name, its endpoint, and the budget. */
export type ModelHost = Pick<RequestHost, 'access'> &
  Partial<RequestHost> & {
    model(): string
    /** The budget for its usage. */
    readonly purse?: ModelBudget
  }

/** A budget for models. */
export interface ModelBudget {
  admit: Admit
  /** Charges the usage of a request, even of a failed one. Returns a Problem for the user if it couldn't be recorded. */
  charge(model: string, usage: Usage): Problem | undefined
}

const GetNodes = z.object({ node_ids: z.array(z.number()).max(150).optional() })
const schemaOf = (schema: z.ZodType): Tool.InputSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return { ...rest, type: 'object' }
}
const TOOLS: readonly Tool[] = [
  ...Object.entries(FUNCTIONS).map(([name, { description, schema }]) => ({ name, description, input_schema: schemaOf(schema) })),
  { name: 'get_nodes', description: 'Shows nodes by their ids, or the nodes of the open scene. Changes nothing.', input_schema: schemaOf(GetNodes) }
]

const FORMS = Object.fromEntries(TOOLS.map(({ name, input_schema }) => [name, input_schema as Form]))

/** An assistant that calls a model with the protocol's functions as tools; an answer's calls are one edit. Throws Problem `agent-failed`. */
export function modelAssistant(options: ModelHost): Assistant {
  const host: RequestHost = { ...SYSTEM_TIMING, sleep, ...options, ...(options.purse ? { admit: options.purse.admit } : {}) }
  return async (request, tools) => {
    const abort = new AbortController()
    tools.stop.addEventListener('abort', () => abort.abort())
    const documents = await tools.documents(request.message)
    const pages = citation(documents)
    if (pages !== '') tools.say(`I looked these up: ${pages}.`)
    const messages: MessageParam[] = [...historyOf(request), { role: 'user', content: [{ type: 'text', text: textOf(request.message) }] }]
    const context = currentContext(tools.document(), tools.context(), documents)
    for (let answers = 0; answers < MAX_ANSWERS; answers++) {
      const talk = new Talk(tools)
      const model = options.model()
      const { reply, failure, tries, usage } = await sendRequest(host, [requestOf(model, context, messages)], (news) => talk.hear(news), abort.signal)
      const unrecorded = options.purse?.charge(model, usage)
      if (unrecorded) tools.say(unrecorded.message)
      tools.used(usage)
      // Reading the document throws if the request was stopped.
      tools.document()
      if (failure) throw problemOutside(failure, tries)
      if (!reply) return
      talk.end(reply.text)
      if (reply.toolRequests.length === 0)
        return reply.text.trim() === '' ? tools.say('The model answered nothing. Ask again in other words.') : undefined
      messages.push({ role: 'assistant', content: reply.content as ContentBlockParam[] })
      messages.push({ role: 'user', content: await resultsOf(reply, tools) })
    }
    tools.say(`I stopped after ${MAX_ANSWERS} answers. Say “go on” if something is missing.`)
  }
}

function requestOf(model: string, context: string, messages: readonly MessageParam[]): MessageCreateParamsStreaming {
  return {
    model,
    max_tokens: MAX_TOKENS,
    stream: true,
    system: [
      { type: 'text', text: FRAME, cache_control: { type: 'ephemeral' } },
      { type: 'text', text: context }
    ],
    tools: [...TOOLS],
    messages: [...messages],
    ...(modelOf(model)?.thinks ? { thinking: { type: 'adaptive', display: 'summarized' } } : {})
  }
}

/** The estimated number of tokens of the first request to a model, and its cost in US dollars if the price is known. */
export function firstRequest(
  model: string,
  document: ArrowDocument,
  context: CallContext,
  prices: ModelPrices = {}
): { readonly tokens: number; readonly cost?: number } {
  const { system, tools } = requestOf(model, currentContext(document, context, NO_DESIGN_DOCUMENTS), [])
  const tokens = tokensOf(JSON.stringify([system, tools]))
  const cost = costOf(model, { input: tokens, output: 0, cacheRead: 0, cacheWrite: 0 }, prices)
  return { tokens, ...(cost !== undefined && { cost }) }
}

const textOf = (text: string): string => defused(text).trim() || '(nothing)'
const historyOf = ({ history }: UserRequest): MessageParam[] =>
  history.slice(-MAX_HISTORY).flatMap(({ message, output }): MessageParam[] => [
    { role: 'user', content: [{ type: 'text', text: textOf(message) }] },
    { role: 'assistant', content: [{ type: 'text', text: textOf(output) }] }
  ])

/** Sends a model's words while they arrive, one paragraph at a time. Words from a failed attempt aren't sent again. */
class Talk {
  #text = ''
  #said = ''
  readonly #tools: AssistantTools
  constructor(tools: AssistantTools) {
    this.#tools = tools
  }

  hear(news: LiveNews): void {
    if (this.#tools.stop.aborted) return
    if (news.at === 'retry') {
      this.#text = ''
      this.#tools.draft(news.retry.words)
    }
    if (news.at !== 'text') return
    this.#text += news.text
    const end = this.#text.lastIndexOf('\n\n')
    if (end > 0) this.#say(this.#text.slice(0, end))
    if (this.#text.startsWith(this.#said)) this.#tools.draft(this.#text.slice(this.#said.length).trimStart())
  }
  end(text: string): void {
    this.#say(text)
  }
  #say(upTo: string): void {
    const fresh = upTo.startsWith(this.#said) ? upTo.slice(this.#said.length) : upTo
    if (upTo.length <= this.#said.length && this.#said.startsWith(upTo)) return
    this.#said = upTo
    if (fresh.trim() !== '') this.#tools.say(fresh.trim())
  }
}

/** Runs the tool requests of a model's answer: first all changes as one edit, then the queries. */
async function resultsOf(reply: Reply, tools: AssistantTools): Promise<ToolResultBlockParam[]> {
  const toolRequests = reply.toolRequests.map((request) => understoodRequest(request, FORMS, tools.document()))
  const changes = toolRequests.filter(({ name, input }) => name !== 'get_nodes' && input !== undefined)
  const broken = toolRequests.some(({ input }) => input === undefined)
  const calls = changes.map(({ name, input = {} }): ArrowCall => ({ function: name, arguments: input }))
  const result = calls.length === 0 || broken ? undefined : await tools.call(calls)
  return toolRequests.map((request): ToolResultBlockParam => {
    const { ok, text } = answerTo(request, changes.indexOf(request), result, tools)
    const answer = { ok, text: request.words === '' ? text : `${request.words}\n${text}` }
    return {
      type: 'tool_result',
      tool_use_id: request.id,
      content: answer.ok ? fenced(request.name, answer.text) : defused(answer.text),
      ...(answer.ok ? {} : { is_error: true })
    }
  })
}

function answerTo(
  { name, input }: ToolRequest,
  at: number,
  result: ArrowCallResult | undefined,
  tools: AssistantTools
): { ok: boolean; text: string } {
  if (input === undefined) return { ok: false, text: 'The arguments are not a JSON object. Call it again with whole JSON.' }
  if (name === 'get_nodes') {
    const { success, data } = GetNodes.safeParse(input)
    return success
      ? { ok: true, text: JSON.stringify(nodesFor(tools.document(), tools.context(), data.node_ids)) }
      : { ok: false, text: 'node_ids must be a list of up to 150 ids.' }
  }
  if (!result) return { ok: false, text: 'Nothing was done, because another call of this answer couldn’t be read.' }
  if (result.success) {
    const each = result['results']
    return {
      ok: true,
      text: JSON.stringify(Array.isArray(each) ? { success: true, ...(each[at] as object), created_nodes: result.created_nodes } : result)
    }
  }
  const mine = result.failed_at === undefined || result.failed_at === at
  return mine
    ? { ok: false, text: JSON.stringify(result) }
    : { ok: false, text: 'Nothing was done, because another call of this answer was refused.' }
}

const sleep: RequestHost['sleep'] = (ms, signal) =>
  new Promise((done) => {
    const cancel = SYSTEM_TIMING.timer(ms, () => done())
    signal.addEventListener('abort', () => {
      cancel()
      done()
    })
    if (signal.aborted) done()
  })
