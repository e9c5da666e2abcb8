import type { MessageCreateParamsStreaming, Tool } from '@anthropic-ai/sdk/resources/messages'
import type { Usage } from '../../../shared/table/turns'
import { isObject, own } from '../../../shared/base/json'
import { understand, type Form } from '../../../shared/base/understand'
import { JUDGE_KINDS } from '../../../shared/analysis/contradictions'
import { outsideTable, triesIn, type Failure } from './failures'
import { modelOf } from './models'
import { sendRequest, type RequestHost } from './send-request'

/** The maximum tokens of an answer, including the thinking before it. */
const JUDGE_MAX_TOKENS = 4096

const REPORT: Tool = {
  name: 'report',
  description: 'Reports every mark, or none with an empty list. Call it once.',
  input_schema: {
    type: 'object',
    properties: {
      marks: {
        type: 'array',
        items: {
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
        }
      }
    },
    required: ['marks'],
    additionalProperties: false
  }
}

/** A judge's answer: the marks in the form in which the model sent them, or the problem if there are none. In both cases it has the usage. */
export interface Judgement {
  marks?: readonly unknown[]
  /** A sentence that says what went wrong and what to do. */
  problem?: string
  usage: Usage
}

/** Asks a model to judge one batch. Throws only what `access` throws. */
export async function judge(host: RequestHost, model: string, prompt: { frame: string; text: string }, signal: AbortSignal): Promise<Judgement> {
  const { reply, failure, fault, tries, usage } = await sendRequest(host, [requestOf(model, prompt)], () => undefined, signal)
  if (failure) return { problem: wordsOf(failure, tries), usage }
  const input = reply?.toolRequests.find(({ name }) => name === REPORT.name)?.input
  const marks = input && marksIn(input)
  if (Array.isArray(marks)) return { marks, usage }
  if (!reply) return { usage }
  const why =
    fault === undefined || reply.toolRequests.some(({ name }) => name === REPORT.name)
      ? 'called report without a list of marks'
      : 'did not call report'
  return { problem: `${model} ${why}. ${OTHER_MODEL}`, usage }
}

/** The marks of a report, also if they are nearly a list: JSON as text, or one mark alone. */
function marksIn(report: Record<string, unknown>): unknown {
  const { marks } = report
  const read = own(understand(REPORT.input_schema as Form, report).value as Record<string, unknown>, 'marks')
  return Array.isArray(marks) || (Array.isArray(read) && read.every(isObject)) ? read : marks
}

function requestOf(model: string, { frame, text }: { frame: string; text: string }): MessageCreateParamsStreaming {
  const known = modelOf(model)
  return {
    model,
    max_tokens: JUDGE_MAX_TOKENS,
    stream: true,
    system: [{ type: 'text', text: frame, cache_control: { type: 'ephemeral' } }],
    tools: [REPORT],
    messages: [{ role: 'user', content: [{ type: 'text', text }] }],
    ...(known?.thinks ? { thinking: { type: 'adaptive', display: 'summarized' } } : {}),
    ...(known?.effort ? { output_config: { effort: 'low' } } : {})
  }
}

const OTHER_MODEL = 'Choose another model to judge with, or try again.'

/** A failure as a sentence for the user who let a model judge. It mentions no seat and not Play, because neither is involved. */
function wordsOf({ words, advice }: Failure, tries: number): string {
  const remedy = /\bfallback\b/.test(advice) ? OTHER_MODEL : outsideTable(advice)
  return `${words}. ${triesIn(tries)}${remedy}`
}
