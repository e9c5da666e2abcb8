import type { AbortSignalLike } from '../../../shared/abort'
import type { Agent, ToolAnswer, Turn } from '../../../shared/agents'
import type { Problem } from '../../../shared/problem'
import type { Exchange, ToolShape, Usage } from '../../../shared/turns'
import { digestOf } from '../context/digest'
import { defused, fenced } from '../context/fence'
import { useOf } from '../context/shapes'
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
  type ToolDeclaration
} from './conversation'
import type { Reply, ToolRequest } from './reply'
import { emptyReply, notJson, textOnly, unread } from './words'

/** How a request went: with a reply, with a problem (and the reply that can't be used, if there is one), or with neither when it was stopped. */
export interface Sent extends Pick<Exchange, 'model' | 'usage' | 'ms' | 'retries' | 'stderr'> {
  reply?: Reply
  problem?: Problem
  /** The conversation itself may be the reason for the problem: a new one is worth a try. */
  beginsAfresh?: true
  /** What is wrong with a reply that no tool call can come of, for people. */
  fault?: string
  /** What the other side is told instead of the usual words, because its reply could not be read. */
  misread?: string
}

/** The other side of a conversation: a model, or a command. */
export interface Counterpart {
  /** How it learns its tools in a new conversation; `before`: the seat's last one. */
  toolsOf(turn: Turn, before: Conversation | undefined): Omit<ToolDeclaration, 'declared'>
  /** Sends everything said so far. Throws Problem. */
  send(conversation: Conversation, turn: Turn, signal: AbortSignal): Promise<Sent>
}

/**
 * An agent that asks somebody outside. One `act` ends with the next beat. Each seat has one conversation for each scene. A new one begins if the story
 * isn't where the conversation ended, or if the conversation can't continue. The other side is told of mistakes that it can correct. After three answers
 * in a row without a valid action the agent gives up, and the table passes the turn. Throws Problem `agent-failed` if only the user can fix the failure.
 */
export function conversationAgent(counterpart: Counterpart): Agent {
  const conversations = new Map<string, Conversation>()
  const declared = new Map<string, Map<string, ToolShape>>()
  const begin = (turn: Turn): Conversation => {
    const { who } = turn.view
    const remembered = declared.get(who) ?? new Map<string, ToolShape>()
    declared.set(who, remembered)
    const conversation = beginConversation(turn, { ...counterpart.toolsOf(turn, conversations.get(who)), declared: remembered })
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
  turn.addExchange({ ...exchangeRecord(conversation, answer, problemText), messages: sent, after: recorded, digest })
  conversation.tokens = Math.max(conversation.tokens, sizeOf(answer.usage))
  if (!problem) return
  // What was said since the context may be the reason: the turn goes on from a fresh one, once.
  if (!answer.beginsAfresh || !messages.some(({ role }) => role !== 'user')) throw problem
  conversation.isBroken = true
}

/** Tokens of a request with its answer. */
const sizeOf = ({ input, cacheRead, cacheWrite, output }: Usage): number => input + cacheRead + cacheWrite + output

/** Takes an answer into the conversation. Answers what was wrong with it as a whole, in words. */
function takeReply(conversation: Conversation, reply: Reply, misread: string | undefined): string | undefined {
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
  const words = misread ?? (text.trim() === '' ? emptyReply() : textOnly(conversation.tools.available))
  correct(conversation, words)
  conversation.wrongAnswers++
  return words
}

/** The answer of an exchange as it is kept: what came back and what it cost. */
function exchangeRecord(conversation: Conversation, answer: Sent, problem: string | undefined): Omit<Exchange, 'messages' | 'digest'> {
  const { reply, usage, ms, retries, model, stderr } = answer
  return {
    model,
    text: reply?.text ?? '',
    thought: reply?.thought ?? '',
    uses: (answer.problem ? [] : (reply?.toolRequests ?? [])).map(({ id, name, input = {} }) => {
      const use = useOf(conversation.tools.available, name, input)
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
