import type { MessageCreateParamsNonStreaming, Tool } from '@anthropic-ai/sdk/resources/messages'
import type { Usage } from '../../../shared/table/turns'
import { isObject, own } from '../../../shared/base/json'
import { understand, type Form } from '../../../shared/base/understand'
import { JUDGE_KINDS } from '../../../shared/analysis/contradictions'
import { Position } from '../../../shared/analysis/run-verdicts'
import { defusedLine } from '../context/fence'
import type { ModelPrices } from '../../../shared/table/model-access'
import { outsideTable, triesIn, type Failure } from './failures'
import { BATCH_PRICE, JUDGE_MAX_TOKENS, modelOf, priced } from './models'
import type { Reply } from './reply'
import { sendRequest, unusable, type RequestHost } from './send-request'

/** A tool whose only parameter is a list, and the name of that list. `tooLong`: what to do if the prompt is too long for a model. */
interface ReportForm {
  list: string
  tooLong?: string
  tool: Tool
}

const reportForm = (list: string, description: string, items: object): ReportForm => ({
  list,
  tool: {
    name: 'report',
    description,
    input_schema: { type: 'object', properties: { [list]: { type: 'array', items } }, required: [list], additionalProperties: false }
  }
})

const MARKS = reportForm('marks', 'Reports every mark, or none with an empty list. Call it once.', {
  type: 'object',
  properties: {
    passage: { type: 'integer', description: 'The number of the passage.' },
    kind: { type: 'string', enum: [...JUDGE_KINDS] },
    quote: { type: 'string', description: 'Words of the passage, copied exactly; one sentence at most.' },
    fact: { type: 'string', description: 'What is so, in one sentence.' },
    source: { type: 'string', description: 'The label where that stands: F3, B17.' }
  },
  required: ['passage', 'kind', 'quote', 'fact', 'source'],
  additionalProperties: false
})

const VERDICTS: ReportForm = {
  tooLong: 'Name shorter ranges of beats, lower --tokens, or choose a model with a larger window.',
  ...reportForm('verdicts', 'Reports one verdict for each criterion. Call it once.', {
    type: 'object',
    properties: {
      criterion: { type: 'integer', description: 'The number of the criterion.' },
      evidence: { type: 'array', items: { type: 'string' }, description: 'The labels of the entries that decide it: A12, B40. At most six.' },
      reason: { type: 'string', description: 'Why, in one or two sentences.' },
      verdict: { type: 'string', enum: Position.options, description: 'The transcript that is better by this criterion, or equal.' }
    },
    required: ['criterion', 'evidence', 'reason', 'verdict'],
    additionalProperties: false
  })
}

const SUMMARY: ReportForm = {
  tooLong: 'Lower --tokens, or choose a model with a larger window.',
  ...reportForm('summaries', 'Reports the summary, as the only element. Call it once.', {
    type: 'object',
    properties: { text: { type: 'string', description: 'The summary, in Markdown.' } },
    required: ['text'],
    additionalProperties: false
  })
}

/** What a request in a batch asks for: verdicts on runs, or a summary. */
const FORMS = { verdicts: VERDICTS, summary: SUMMARY } as const
export type BatchForm = keyof typeof FORMS

/** A judge's answer: its reports as the model sent them, or the problem if there are none; in both cases with the usage. */
export interface Judgement {
  marks?: readonly unknown[]
  /** What was understood of a report that was nearly right, in sentences. */
  understood?: string
  /** A sentence that says what went wrong and what to do. */
  problem?: string
  /** Whether the model didn't answer at all, so that another request would fail as well. */
  isUnreachable?: true
  usage: Usage
}

/** The text of a request. `repeats`: the same model gets it again, so it is worth caching. */
export interface JudgePrompt {
  frame: string
  text: string
  repeats?: boolean
}

/** Asks a model to judge one batch of narrations. Throws only what `access` throws. */
export const judge = (host: RequestHost, model: string, prompt: JudgePrompt, signal: AbortSignal): Promise<Judgement> =>
  report(host, model, prompt, MARKS, signal)

/** Asks a model to compare two runs. The marks of its answer are verdicts. Throws only what `access` throws. */
export const judgeRuns = (host: RequestHost, model: string, prompt: JudgePrompt, signal: AbortSignal): Promise<Judgement> =>
  report(host, model, prompt, VERDICTS, signal)

async function report(host: RequestHost, model: string, prompt: JudgePrompt, form: ReportForm, signal: AbortSignal): Promise<Judgement> {
  const answer = await sendRequest(host, [{ ...requestOf(model, prompt, form.tool), stream: true }], () => undefined, signal)
  return judgementIn(answer, model, form)
}

/** A request for a batch. */
export const batchRequest = (model: string, prompt: JudgePrompt, form: BatchForm): MessageCreateParamsNonStreaming =>
  requestOf(model, prompt, FORMS[form].tool)

/** The judgement in a reply that came in a batch, at the price of one. */
export function judgementOfReply(model: string, reply: Reply, prices: ModelPrices | undefined, form: BatchForm): Judgement {
  const { cost, ...tokens } = priced(
    model,
    reply.usage(() => 0),
    prices
  )
  const usage = { ...tokens, ...(cost === undefined ? {} : { cost: cost * BATCH_PRICE }) }
  const failure = unusable(reply, model, JUDGE_MAX_TOKENS, false)
  return judgementIn({ reply, ...(failure ? { failure } : {}), tries: 1, usage }, model, FORMS[form])
}

function judgementIn(
  { reply, failure, fault, tries, usage }: Pick<Awaited<ReturnType<typeof sendRequest>>, 'reply' | 'failure' | 'fault' | 'tries' | 'usage'>,
  model: string,
  form: ReportForm
): Judgement {
  const { tool, list } = form
  if (failure) {
    const { beginAfresh: isTooLong = false, advice } = failure
    const problem = wordsOf({ ...failure, advice: isTooLong ? (form.tooLong ?? advice) : advice }, tries)
    return { problem, ...(reply || isTooLong ? {} : { isUnreachable: true as const }), usage }
  }
  const request = reply?.toolRequests.find(({ name }) => name === tool.name)
  const read = request?.input && listIn(request.input, form)
  if (request && Array.isArray(read?.list)) {
    const understood = [...(request.isWritten ? [WRITTEN] : []), ...(read.words === '' ? [] : [read.words])].join(' ')
    return { marks: read.list, ...(understood === '' ? {} : { understood }), usage }
  }
  if (!reply) return { usage }
  const why =
    fault === undefined || reply.toolRequests.some(({ name }) => name === tool.name)
      ? `called report without a list of ${list}`
      : 'did not call report'
  return { problem: `${model} ${why}. ${OTHER_MODEL}`, usage }
}

const WRITTEN = 'Understood the JSON in the text as a call of report.'

/** The list of a report, also if it is nearly one: JSON as text, or one element alone; and what was understood of it. */
function listIn(input: Record<string, unknown>, { tool, list }: ReportForm): { list: unknown; words: string } {
  const sent = own(input, list)
  const { value, words } = understand(tool.input_schema as Form, input)
  const read = own(value as Record<string, unknown>, list)
  return Array.isArray(sent) || (Array.isArray(read) && read.every(isObject)) ? { list: read, words: defusedLine(words) } : { list: sent, words: '' }
}

function requestOf(model: string, { frame, text, repeats }: JudgePrompt, tool: Tool): MessageCreateParamsNonStreaming {
  const known = modelOf(model)
  return {
    model,
    max_tokens: JUDGE_MAX_TOKENS,
    system: [{ type: 'text', text: frame, cache_control: { type: 'ephemeral' } }],
    tools: [tool],
    messages: [{ role: 'user', content: [{ type: 'text', text, ...(repeats ? { cache_control: { type: 'ephemeral' as const } } : {}) }] }],
    ...(known?.thinks ? { thinking: { type: 'adaptive', display: 'summarized' } } : {}),
    ...(known?.effort ? { output_config: { effort: 'low' } } : {})
  }
}

const OTHER_MODEL = 'Choose another model, or try again.'

/** A failure as a sentence for the user who let a model judge. It mentions no seat and not Play, because neither is involved. */
function wordsOf({ words, advice }: Failure, tries: number): string {
  const remedy = /\bfallback\b|lower effort/.test(advice) ? OTHER_MODEL : outsideTable(advice)
  return `${words}. ${triesIn(tries)}${remedy}`
}
