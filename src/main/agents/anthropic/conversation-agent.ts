import type { AbortSignalLike } from '../../../shared/base/abort'
import type { Agent, ToolAnswer, ToolUse, Turn } from '../../../shared/table/agents'
import type { Problem } from '../../../shared/base/problem'
import type { Exchange, Usage } from '../../../shared/table/turns'
import { TELLING } from '../../engine/verbs'
import { digestOf } from '../context/digest'
import { defused, fenced } from '../context/fence'
import { namesIn, useOf } from '../context/use-of'
import {
  beginConversation,
  catchUp,
  correct,
  canContinue,
  noteOwnBeat,
  MAX_REQUESTS_PER_STEP,
  MAX_WRONG_ANSWERS,
  resumeConversation,
  type Conversation,
  type ToolDeclaration,
  emptyReply,
  notJson,
  rollFirst,
  repeatedNarration,
  textOnly,
  unread,
  nearAnswer,
  written
} from './conversation'
import type { Reply, ToolRequest } from './reply'
import type { Declarations } from './tools'
import { memoized } from '../../../shared/base/memoized'

/** The outcome of a request: a reply; a problem, with the unusable reply if one arrived; or neither if the request was stopped. */
export interface ExchangeOutcome extends Pick<Exchange, 'model' | 'usage' | 'ms' | 'retries' | 'stderr'> {
  reply?: Reply
  problem?: Problem
  /** The conversation itself may have caused the problem, so the agent may try a new one. */
  beginsAfresh?: true
  /** The fault of a reply that contains no usable tool call, in words for the user. */
  fault?: string
  /** The correction for the model or command when its reply couldn't be parsed; it replaces the usual correction. */
  misread?: string
}

/** The other party of a conversation: a model or a command. */
export interface Counterpart {
  /** How the counterpart learns its tools in a new conversation. `before`: the seat's last conversation. */
  toolsOf(turn: Turn, before: Conversation | undefined): Omit<ToolDeclaration, 'earlier'>
  /** Sends the whole conversation so far. Throws Problem. */
  send(conversation: Conversation, turn: Turn, signal: AbortSignal): Promise<ExchangeOutcome>
}

/**
 * An agent that asks a model or a command outside the app. One `act` ends with the next beat. Each seat has one conversation for each scene. A
 * new one begins if the story isn't where the conversation ended, or if the conversation can't continue. The agent reports mistakes that the
 * counterpart can correct. After three answers in a row without a valid action, the agent gives up and the table passes the turn. Throws
 * Problem `agent-failed` if only the user can fix the failure.
 */
export function conversationAgent(counterpart: Counterpart): Agent {
  const conversations = new Map<string, Conversation>()
  const declarations = new Map<string, Declarations>()
  const begin = (turn: Turn): Conversation => {
    const { who } = turn.view
    const earlier = declarations.get(who) ?? { byName: new Map(), sets: [] }
    declarations.set(who, earlier)
    const conversation = beginConversation(turn, { ...counterpart.toolsOf(turn, conversations.get(who)), earlier })
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
      await exchange(counterpart, conversation, turn, signalOf(turn.signal))
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
        await exchange(counterpart, conversation, turn, stop)
      }
    }
  }
}

/** A seat's conversation, continued in this turn; undefined if a new one has to begin. */
function resumed(conversation: Conversation | undefined, turn: Turn): Conversation | undefined {
  if (!conversation || !canContinue(conversation, turn)) return undefined
  resumeConversation(conversation, turn)
  return conversation
}

/** Converts a turn's signal to a platform signal; turns that share a signal share the result. */
const signalOf = memoized((like: AbortSignalLike): AbortSignal => {
  if (like instanceof AbortSignal) return like
  const stop = new AbortController()
  if (like.aborted) stop.abort()
  else like.addEventListener('abort', () => stop.abort())
  return stop.signal
})

/** Makes the pending tool calls one after the other. Returns whether this step is over. */
async function playPending(conversation: Conversation, turn: Turn, signal: AbortSignal): Promise<boolean> {
  let brought = conversation.pending.length === 0
  while (conversation.pending.length > 0 && !signal.aborted) {
    const toolRequest = conversation.pending[0] as ToolRequest
    // A call that throws wasn't made. It stays pending and is made after the user has fixed the problem.
    const answer = notMade(conversation, turn, toolRequest) ?? (await runTool(conversation, turn, toolRequest))
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

/** Whether a requested tool only reads, so that it may be called before the model has read the result of an earlier call. */
function isLook(conversation: Conversation, turn: Turn, request: ToolRequest): boolean {
  const use = usedIn(conversation, turn, request)
  const action = typeof use === 'string' ? conversation.tools.available.find(({ name }) => name === request.name)?.action : use.tool
  return turn.offers.some((offer) => offer.name === action && offer.cost === 'look')
}

/** The answer to a request not made: it follows a decisive result unread by the model, repeats a narration, or narrates before a roll. */
function notMade(conversation: Conversation, turn: Turn, request: ToolRequest): ToolAnswer | undefined {
  const not = (text: string): ToolAnswer => ({ ok: false, text, over: false })
  if (conversation.hasDecided && !isLook(conversation, turn, request)) return not(unread())
  if (conversation.repeated.has(request.id)) return not(repeatedNarration())
  const use = usedIn(conversation, turn, request)
  if (typeof use === 'string' || use.tool !== 'narrate' || use.input['voice'] !== undefined) return undefined
  const isRoll = (one: ToolRequest): boolean => {
    const later = usedIn(conversation, turn, one)
    return typeof later !== 'string' && turn.rolls(later)
  }
  return conversation.pending.slice(1).some(isRoll) ? not(rollFirst()) : undefined
}

/** Checks a request against the declared tools, then makes the call. If the request doesn't fit, the answer says what the model has to correct. */
async function runTool(conversation: Conversation, turn: Turn, toolRequest: ToolRequest): Promise<ToolAnswer> {
  if (toolRequest.input === undefined) return { ok: false, text: notJson(toolRequest.raw), over: false }
  const use = usedIn(conversation, turn, toolRequest)
  return typeof use === 'string' ? { ok: false, text: turn.whyClosed(toolRequest.name) ?? use, over: false } : turn.use(use)
}

/** The use of a tool that a request means, or a sentence that says what to correct. */
function usedIn({ tools }: Conversation, { offers, view }: Turn, { name, input = {}, isWritten, isNear }: ToolRequest): ToolUse | string {
  const use = useOf(tools.available, name, input, { offers, names: namesIn(view), who: view.who })
  if (typeof use === 'string') return use
  const said = [...(isWritten ? [written(use.tool)] : []), ...(isNear ? [nearAnswer(use.tool)] : [])]
  return said.length === 0 ? use : { ...use, understood: [...said, use.understood ?? ''].join(' ').trim() }
}

/** Sends one request, records the exchange, and adds the answer to the conversation. */
async function exchange(counterpart: Counterpart, conversation: Conversation, turn: Turn, signal: AbortSignal): Promise<void> {
  conversation.requests++
  const { context, messages, recorded } = conversation
  const sent = messages.slice(recorded)
  const digest = digestOf(`${context.digest}\n${JSON.stringify(messages)}`)
  const answer = await counterpart.send(conversation, turn, signal)
  const { reply, problem, misread } = answer
  conversation.recorded = messages.length
  const fault = reply && !problem ? takeReply(conversation, reply, misread) : undefined
  const problemText = problem?.message ?? answer.fault ?? fault ?? (reply ? undefined : 'Stopped before the answer was complete.')
  turn.addExchange({ ...exchangeRecord(conversation, turn, answer, problemText), messages: sent, after: recorded, digest })
  conversation.tokens = Math.max(conversation.tokens, sizeOf(answer.usage))
  if (!problem) return
  // The messages after the context may be the cause, so the turn continues once with a new conversation.
  if (!answer.beginsAfresh || !messages.some(({ role }) => role !== 'user')) throw problem
  conversation.isBroken = true
}

/** The number of tokens of a request and its answer. */
const sizeOf = ({ input, cacheRead, cacheWrite, output }: Usage): number => input + cacheRead + cacheWrite + output

/** Adds an answer to the conversation. Returns what was wrong with the answer as a whole, in words. */
function takeReply(conversation: Conversation, reply: Reply, misread: string | undefined): string | undefined {
  const { content, toolRequests, text, stop } = reply
  if (content.length > 0) {
    conversation.messages.push({ role: 'assistant', content })
    conversation.recorded = conversation.messages.length
  }
  conversation.pending = [...toolRequests]
  conversation.repeated = repeatedIn(conversation, toolRequests)
  if (conversation.pending.length > 0) return undefined
  if (stop === 'pause_turn' && content.length > 0) {
    conversation.wrongAnswers++
    return undefined
  }
  const words =
    misread ??
    (text.trim() === '' ? emptyReply() : textOnly(conversation.tools.layout === 'lean' ? conversation.tools.declared : conversation.tools.available))
  correct(conversation, words)
  conversation.wrongAnswers++
  return words
}

/** The ids of the requests in a reply that tell the same as an earlier one, but for capitals, marks and spaces. */
function repeatedIn({ tools }: Conversation, requests: readonly ToolRequest[]): Set<string> {
  const seen = new Set<string>()
  return new Set(
    requests.flatMap(({ id, name, input }) => {
      const action = tools.available.find((shape) => shape.name === name)?.action
      const key = `${name} ${JSON.stringify(input)
        ?.toLowerCase()
        .replaceAll(/[^\p{L}\d]+/gu, ' ')}`
      const isRepeated = action !== undefined && TELLING.has(action) && seen.has(key)
      seen.add(key)
      return isRepeated ? [id] : []
    })
  )
}

/** The record of an exchange: the response and its cost. */
function exchangeRecord(
  conversation: Conversation,
  turn: Turn,
  answer: ExchangeOutcome,
  problem: string | undefined
): Omit<Exchange, 'messages' | 'digest'> {
  const { reply, usage, ms, retries, model, stderr } = answer
  return {
    model,
    text: reply?.text ?? '',
    thought: reply?.thought ?? '',
    uses: (answer.problem ? [] : (reply?.toolRequests ?? [])).map((request) => {
      const { id, name, input = {} } = request
      const use = usedIn(conversation, turn, request)
      return typeof use === 'string' ? { id, tool: name, input } : { id, ...use }
    }),
    stop: reply?.stop ?? '',
    content: reply?.content ?? [],
    usage,
    ms,
    retries,
    ...(stderr === undefined || stderr === '' ? {} : { stderr }),
    ...(problem === undefined ? {} : { problem })
  }
}
