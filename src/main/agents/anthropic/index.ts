import type { Agent } from '../../../shared/table/agents'
import type { Seat, ToolSetting } from '../../../shared/table/turns'
import { Problem } from '../../../shared/base/problem'
import { NOTHING_USED } from '../../../shared/table/usage'
import { conversationAgent, type Counterpart } from './conversation-agent'
import type { Conversation } from './conversation'
import { problemOf } from './failures'
import { modelOf, takesToolChanges } from './models'
import { requestOf, type Prompt } from './request'
import { promptTokens, sendRequest, type RequestHost } from './send-request'

export type { Access } from './wire'
export { costOf, takesToolChanges } from './models'
export { countPrompt } from './request'
export { SYSTEM_TIMING } from './connection'
export { listModels, tryModel } from './try-model'
export { batchRequest, judge, judgementOfReply, judgeRuns } from './judge'
export { batchAnswers, batchState, checkBatches, createBatch } from './batches'

/** The services of this machine that the agent needs. */
export interface AnthropicTable extends RequestHost {
  /** The model of seats that don't name one. */
  model(): string
  /** Returns whether the endpoint accepts changes of tools within a conversation with that model. */
  takesToolChanges(model: string): boolean
  /** How models are told their tools if the endpoint doesn't accept changes of tools. */
  tools(): ToolSetting
}

/** An agent that calls a model through the official client. */
export function anthropicAgent(table: AnthropicTable): Agent {
  return conversationAgent({
    toolsOf: toolsOf(table),
    async send(conversation, turn, signal) {
      const { seat } = turn
      const request = requestIn(conversation, seat, table)
      const fallback =
        seat.fallback === undefined || seat.fallback === request.model
          ? []
          : [requestOf(forFallback(conversation, seat.fallback), seat.fallback, seat)]
      const { failure, tries, ...answer } = await sendRequest(table, [request, ...fallback], (news) => turn.report(news), signal)
      return { ...answer, ...(failure ? { problem: problemOf(failure, tries) } : {}), ...(failure?.beginAfresh ? { beginsAfresh: true } : {}) }
    }
  })
}

/** An agent that sends nothing: it tells the size, in tokens, of the request for a seat's model, and ends the turn with a Problem. */
export function rehearsingAgent(table: Pick<AnthropicTable, 'model' | 'takesToolChanges' | 'tools'>, tell: (tokens: number) => void): Agent {
  return conversationAgent({
    toolsOf: toolsOf(table),
    async send(conversation, { seat }) {
      const request = requestIn(conversation, seat, table)
      tell(promptTokens(request))
      return { model: request.model, usage: NOTHING_USED, ms: 0, retries: [], problem: new Problem('refused', 'Nothing was sent.') }
    }
  })
}

const requestIn = ({ context, messages, tools }: Conversation, seat: Seat, table: Pick<AnthropicTable, 'model'>): ReturnType<typeof requestOf> =>
  requestOf({ context, declared: tools.declared, layout: tools.layout, messages }, seat.model ?? table.model(), seat)

function toolsOf(table: Pick<AnthropicTable, 'model' | 'takesToolChanges' | 'tools'>): Counterpart['toolsOf'] {
  /** Set after the endpoint has rejected changes of tools in a conversation. From then on no more are sent. */
  let rejectsChanges = false
  return ({ seat }, before) => {
    if (before?.isBroken) rejectsChanges ||= before.messages.some(({ role }) => role === 'system')
    const model = seat.model ?? table.model()
    const eager = modelOf(model) !== undefined
    if (seat.profile === 'lean') return { layout: 'lean', eager }
    return { layout: table.takesToolChanges(model) && !rejectsChanges ? 'changes' : table.tools(), eager }
  }
}

/** The prompt of a conversation for the fallback's model, which may not support changes of tools. */
const forFallback = ({ context, tools: { layout, declared, available }, messages }: Conversation, model: string): Prompt =>
  layout !== 'changes' || takesToolChanges(model)
    ? { context, declared, layout, messages }
    : { context, declared: available, layout: 'live', messages: messages.filter(({ role }) => role !== 'system') }
