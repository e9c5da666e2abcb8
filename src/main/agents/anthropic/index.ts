import type { AbortSignalLike } from '../../../shared/abort'
import type { Agent, ToolAnswer, Turn } from '../../../shared/agents'
import type { Exchange, ToolSetting, ToolShape, Usage } from '../../../shared/turns'
import { digestOf } from '../context/digest'
import { defused, fenced } from '../context/fence'
import { useOf } from '../context/shapes'
import { sendRequest, type RequestOutcome, type RequestHost } from './send-request'
import {
  beginConversation,
  catchUp,
  correct,
  canContinue,
  noteOwnBeat,
  MAX_REQUESTS_PER_STEP,
  MAX_WRONG_ANSWERS,
  resumeConversation,
  type Conversation
} from './conversation'
import { problemOf } from './failures'
import { modelOf, takesToolChanges } from './models'
import type { Reply, ToolRequest } from './reply'
import { requestOf, type Prompt } from './request'
import { emptyReply, notJson, textOnly, unread } from './words'

export type { Access } from './client'
export { costOf, KNOWN_MODELS, takesToolChanges } from './models'
export { countPrompt } from './count'
export { SYSTEM_TIMING } from './connection'
export { tryModel } from './try-model'
export { judge } from './judge'

/** What the agent needs of this machine. */
export interface AnthropicTable extends RequestHost {
  /** The model of seats that name none. */
  model(): string
  /** Whether the endpoint takes changes of tools within a conversation with that model. */
  takesToolChanges(model: string): boolean
  /** How models learn their tools if the endpoint doesn't take changes of tools. */
  tools(): ToolSetting
}

/**
 * An agent that calls a model through the official client. One `act` ends with the next beat. Each seat has one conversation for each scene. A new
 * one begins if the story isn't where the conversation ended, or if the conversation can't continue. The model is told of mistakes that it can
 * correct. After three answers in a row without a valid action the agent gives up, and the table passes the turn. Throws Problem `agent-failed` if
 * only the user can fix the failure.
 */
export function anthropicAgent(table: AnthropicTable): Agent {
  const conversations = new Map<string, Conversation>()
  const declared = new Map<string, Map<string, ToolShape>>()
  /** Set when the endpoint has rejected changes of tools in a conversation; then no more are sent. */
  let rejectsChanges = false
  const begin = (turn: Turn): Conversation => {
    const { who } = turn.view
    const before = conversations.get(who)
    if (before?.isBroken) rejectsChanges ||= before.messages.some(({ role }) => role === 'system')
    const model = turn.seat.model ?? table.model()
    const remembered = declared.get(who) ?? new Map<string, ToolShape>()
    declared.set(who, remembered)
    const layout = table.takesToolChanges(model) && !rejectsChanges ? 'changes' : table.tools()
    const conversation = beginConversation(turn, { layout, eager: modelOf(model) !== undefined, declared: remembered })
    conversations.set(who, conversation)
    return conversation
  }
  return {
    async ask(turn) {
      let conversation = resumed(conversations.get(turn.view.who), turn) ?? begin(turn)
      if (!catchUp(conversation, turn)) {
        conversation = begin(turn)
        catchUp(conversation, turn)
      }
      await exchange(table, conversation, turn, signalOf(turn.signal))
      conversation.requests = 0
      conversation.askedFor = turn.id
    },
    async act(turn) {
      let conversation = conversations.get(turn.view.who)
      if (conversation?.gaveUpTurn === turn.id) return
      const stop = signalOf(turn.signal)
      conversation = resumed(conversation, turn) ?? begin(turn)
      while (!stop.aborted) {
        if (await playPending(conversation, turn, stop)) return
        if (stop.aborted) return
        if (conversation.wrongAnswers >= MAX_WRONG_ANSWERS || conversation.requests >= MAX_REQUESTS_PER_STEP) {
          conversation.gaveUpTurn = turn.id
          return
        }
        if (conversation.isBroken || !catchUp(conversation, turn))
          conversation = Object.assign(begin(turn), { wrongAnswers: conversation.wrongAnswers, requests: conversation.requests })
        await exchange(table, conversation, turn, stop)
      }
    }
  }
}

/** A seat's conversation, taken up in this turn; undefined if another one has to be begun. */
function resumed(conversation: Conversation | undefined, turn: Turn): Conversation | undefined {
  if (!conversation || !canContinue(conversation, turn)) return undefined
  resumeConversation(conversation, turn)
  return conversation
}

const signals = new WeakMap<AbortSignalLike, AbortSignal>()

/** The platform's own signal for a turn's; one for all turns that share it. */
function signalOf(like: AbortSignalLike): AbortSignal {
  if (like instanceof AbortSignal) return like
  let signal = signals.get(like)
  if (!signal) {
    const stop = new AbortController()
    signal = stop.signal
    if (like.aborted) stop.abort()
    else like.addEventListener('abort', () => stop.abort())
    signals.set(like, signal)
  }
  return signal
}

/** Uses the tools that were asked for and wait, one after the other. Answers whether this step is over. */
async function playPending(conversation: Conversation, turn: Turn, signal: AbortSignal): Promise<boolean> {
  let brought = conversation.pending.length === 0
  while (conversation.pending.length > 0 && !signal.aborted) {
    const toolRequest = conversation.pending[0] as ToolRequest
    // What throws was not used: it waits on, and is used when people have mended what was in the way.
    const answer = conversation.hasDecided && !isLook(conversation, turn, toolRequest) ? UNREAD : await runTool(conversation, turn, toolRequest)
    conversation.pending.shift()
    conversation.hasDecided ||= answer.decides === true
    brought ||= answer.ok || conversation.hasDecided
    conversation.results.push({
      type: 'tool_result',
      tool_use_id: toolRequest.id,
      content: answer.ok ? fenced(toolRequest.name, answer.text) : defused(answer.text),
      ...(answer.ok ? {} : { is_error: true })
    })
    if (brought) conversation.wrongAnswers = 0
    if (answer.over) {
      noteOwnBeat(conversation, turn)
      return true
    }
  }
  if (!brought && !signal.aborted) conversation.wrongAnswers++
  return false
}

/** Whether a requested tool only looks, so that it may be used before the result of an earlier call was read. */
function isLook(conversation: Conversation, turn: Turn, { name }: ToolRequest): boolean {
  const action = conversation.tools.available.find((shape) => shape.name === name)?.action
  return turn.offers.some((offer) => offer.name === action && offer.cost === 'look')
}

/** The answer to what a reply asks for after a call that decided something. */
const UNREAD: ToolAnswer = { ok: false, text: unread(), over: false }

/** Checks a request against the declared tools, then makes the call. If the request doesn't fit, the answer says what the model has to correct. */
async function runTool(conversation: Conversation, turn: Turn, toolRequest: ToolRequest): Promise<ToolAnswer> {
  if (toolRequest.input === undefined) return { ok: false, text: notJson(toolRequest.raw), over: false }
  const use = useOf(conversation.tools.available, toolRequest.name, toolRequest.input)
  return typeof use === 'string' ? { ok: false, text: use, over: false } : turn.use(use)
}

/** Asks once, keeps what was asked and answered, and takes the answer into the conversation. */
async function exchange(table: AnthropicTable, conversation: Conversation, turn: Turn, signal: AbortSignal): Promise<void> {
  turn.checkBudget()
  conversation.requests++
  const { seat } = turn
  const { context, messages, recorded } = conversation
  const sent = messages.slice(recorded)
  const digest = digestOf(`${context.digest}\n${JSON.stringify(messages)}`)
  const model = seat.model ?? table.model()
  const request = requestOf({ context, declared: conversation.tools.declared, messages }, model, seat)
  const fallback =
    seat.fallback === undefined || seat.fallback === model ? [] : [requestOf(forFallback(conversation, seat.fallback), seat.fallback, seat)]
  const answer = await sendRequest(table, [request, ...fallback], (news) => turn.report(news), signal)
  const { reply, failure } = answer
  conversation.recorded = messages.length
  const fault = reply && !failure ? takeReply(conversation, reply) : undefined
  const problem = failure && problemOf(failure, answer.tries)
  const problemText = problem?.message ?? answer.fault ?? fault ?? (reply ? undefined : 'Stopped before the answer was complete.')
  turn.addExchange({ ...exchangeRecord(conversation, answer, problemText), messages: sent, after: recorded, digest })
  conversation.tokens = Math.max(conversation.tokens, sizeOf(answer.usage))
  if (!problem) return
  // What was said since the context may be the reason: the turn goes on from a fresh one, once.
  if (!failure?.beginAfresh || !messages.some(({ role }) => role !== 'user')) throw problem
  conversation.isBroken = true
}

/** A conversation as a fallback's model takes it, which may not know changes of tools. */
const forFallback = ({ context, tools, messages }: Conversation, model: string): Prompt =>
  takesToolChanges(model)
    ? { context, declared: tools.declared, messages }
    : { context, declared: tools.layout === 'changes' ? tools.available : tools.declared, messages: messages.filter(({ role }) => role !== 'system') }

/** Tokens of a request with its answer. */
const sizeOf = ({ input, cacheRead, cacheWrite, output }: Usage): number => input + cacheRead + cacheWrite + output

/** Takes an answer into the conversation. Answers what was wrong with it as a whole, in words. */
function takeReply(conversation: Conversation, reply: Reply): string | undefined {
  const { content, toolRequests, text, stop } = reply
  if (content.length > 0) {
    conversation.messages.push({ role: 'assistant', content })
    conversation.recorded = conversation.messages.length
  }
  conversation.pending = [...toolRequests]
  if (conversation.pending.length > 0) return undefined
  if (stop === 'pause_turn' && content.length > 0) {
    conversation.wrongAnswers++
    return undefined
  }
  const words = text.trim() === '' ? emptyReply() : textOnly(conversation.tools.available)
  correct(conversation, words)
  conversation.wrongAnswers++
  return words
}

/** The answer of an exchange as it is kept: what came back and what it cost. */
function exchangeRecord(conversation: Conversation, answer: RequestOutcome, problem: string | undefined): Omit<Exchange, 'messages' | 'digest'> {
  const { reply, failure, usage, ms, retries, model } = answer
  return {
    model,
    text: reply?.text ?? '',
    thought: reply?.thought ?? '',
    uses: (failure ? [] : (reply?.toolRequests ?? [])).map(({ id, name, input = {} }) => {
      const use = useOf(conversation.tools.available, name, input)
      return typeof use === 'string' ? { id, tool: name, input } : { id, ...use }
    }),
    stop: reply?.stop ?? '',
    content: reply?.content ?? [],
    usage,
    ms,
    retries,
    ...(problem === undefined ? {} : { problem })
  }
}
