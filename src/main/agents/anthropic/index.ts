import type { AbortSignalLike, Agent, ToolAnswer, Turn } from '../../../shared/agents'
import type { Exchange, ToolSetting, ToolShape, Usage } from '../../../shared/turns'
import { digestOf } from '../context/digest'
import { defused, fenced } from '../context/fence'
import { useOf } from '../context/shapes'
import { ask, type Answer, type Asking } from './ask'
import { begun, catchUp, correct, goesOn, madeBeat, MOST_ASKED, MOST_WRONG, takeUp, type Conversation } from './conversation'
import { problemOf } from './failures'
import { modelOf, takesToolChanges } from './models'
import type { Reply, Wanted } from './reply'
import { requestOf, type Asked } from './request'
import { emptyReply, notJson, textOnly, unread } from './words'

export type { Access } from './client'
export { costOf, KNOWN_MODELS, takesToolChanges } from './models'
export { countPrompt } from './count'
export { SYSTEM_TIMING } from './connection'
export { tryModel } from './try-model'

/** What the agent needs of this machine. */
export interface AnthropicTable extends Asking {
  /** The model of seats that name none. */
  model(): string
  /** Whether the endpoint takes changes of tools within a conversation with that model. */
  takesToolChanges(model: string): boolean
  /** How models are told their tools where it doesn't. */
  tools(): ToolSetting
}

/**
 * An agent that lets a model decide, over the official client. One `act` goes up to the next beat. Each seat has one conversation for each
 * scene; it is begun afresh when the story is not where it left it, or when it cannot go on. What the model can mend is told back to it; after
 * three answers in a row that bring nothing it is given up, and the table passes the turn. Throws Problem `agent-failed` for what only people can mend.
 */
export function anthropicAgent(table: AnthropicTable): Agent {
  const talks = new Map<string, Conversation>()
  const declared = new Map<string, Map<string, ToolShape>>()
  /** The endpoint rejected a conversation with changes of tools: none is sent any more. */
  let rejectsChanges = false
  const begin = (turn: Turn): Conversation => {
    const { who } = turn.view
    const model = turn.seat.model ?? table.model()
    const remembered = declared.get(who) ?? new Map<string, ToolShape>()
    declared.set(who, remembered)
    const layout = table.takesToolChanges(model) && !rejectsChanges ? 'changes' : table.tools()
    const talk = begun(turn, { layout, eager: modelOf(model) !== undefined, declared: remembered })
    talks.set(who, talk)
    return talk
  }
  return {
    async act(turn) {
      let talk = talks.get(turn.view.who)
      if (talk?.over === turn.id) return
      const stop = signalOf(turn.signal)
      if (talk && goesOn(talk, turn)) takeUp(talk, turn)
      else talk = begin(turn)
      while (!stop.aborted) {
        if (await playWaiting(talk, turn, stop)) return
        if (stop.aborted) return
        if (talk.wrong >= MOST_WRONG || talk.asked >= MOST_ASKED) {
          talk.over = turn.id
          return
        }
        if (talk.isBroken) rejectsChanges ||= talk.messages.some(({ role }) => role === 'system')
        if (talk.isBroken || !catchUp(talk, turn)) talk = Object.assign(begin(turn), { wrong: talk.wrong, asked: talk.asked })
        await exchange(table, talk, turn, stop)
      }
    }
  }
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
async function playWaiting(talk: Conversation, turn: Turn, signal: AbortSignal): Promise<boolean> {
  let brought = talk.waiting.length === 0
  while (talk.waiting.length > 0 && !signal.aborted) {
    const wanted = talk.waiting[0] as Wanted
    // What throws was not used: it waits on, and is used when people have mended what was in the way.
    const answer = talk.decided && !isLook(talk, turn, wanted) ? UNREAD : await used(talk, turn, wanted)
    talk.waiting.shift()
    talk.decided ||= answer.decides === true
    brought ||= answer.ok || talk.decided
    talk.results.push({
      type: 'tool_result',
      tool_use_id: wanted.id,
      content: answer.ok ? fenced(wanted.name, answer.text) : defused(answer.text),
      ...(answer.ok ? {} : { is_error: true })
    })
    if (brought) talk.wrong = 0
    if (answer.over) {
      madeBeat(talk, turn)
      return true
    }
  }
  if (!brought && !signal.aborted) talk.wrong++
  return false
}

/** Whether a requested tool only looks, so that it may be used before the result of an earlier call was read. */
function isLook(talk: Conversation, turn: Turn, { name }: Wanted): boolean {
  const action = talk.tools.told.find((shape) => shape.name === name)?.action
  return turn.offers.some((offer) => offer.name === action && offer.cost === 'look')
}

/** The answer to what a reply asks for after a call that decided something. */
const UNREAD: ToolAnswer = { ok: false, text: unread(), over: false }

/** Checks a wish against what was told, then uses the tool; what does not fit is answered in words that the model can mend. */
async function used(talk: Conversation, turn: Turn, wanted: Wanted): Promise<ToolAnswer> {
  if (wanted.input === undefined) return { ok: false, text: notJson(wanted.raw), over: false }
  const use = useOf(talk.tools.told, wanted.name, wanted.input)
  return typeof use === 'string' ? { ok: false, text: use, over: false } : turn.use(use)
}

/** Asks once, keeps what was asked and answered, and takes the answer into the conversation. */
async function exchange(table: AnthropicTable, talk: Conversation, turn: Turn, signal: AbortSignal): Promise<void> {
  turn.checkBudget()
  talk.asked++
  const { seat } = turn
  const { context, messages, recorded } = talk
  const sent = messages.slice(recorded)
  const digest = digestOf(`${context.digest}\n${JSON.stringify(messages)}`)
  const model = seat.model ?? table.model()
  const request = requestOf({ context, declared: talk.tools.declared, messages }, model, seat)
  const fallback = seat.fallback === undefined || seat.fallback === model ? [] : [requestOf(forFallback(talk, seat.fallback), seat.fallback, seat)]
  const answer = await ask(table, [request, ...fallback], (news) => turn.report(news), signal)
  const { reply, failure } = answer
  talk.recorded = messages.length
  const wrong = reply && !failure ? heard(talk, reply) : undefined
  const problem = failure && problemOf(failure, answer.tries)
  const said = problem?.message ?? answer.fault ?? wrong ?? (reply ? undefined : 'Stopped before the answer was complete.')
  turn.addExchange({ ...kept(talk, answer, said), messages: sent, after: recorded, digest })
  talk.tokens = Math.max(talk.tokens, sizeOf(answer.usage))
  if (!problem) return
  // What was said since the context may be the reason: the turn goes on from a fresh one, once.
  if (!failure?.beginAfresh || !messages.some(({ role }) => role !== 'user')) throw problem
  talk.isBroken = true
}

/** A conversation as a fallback's model takes it, which may not know changes of tools. */
const forFallback = ({ context, tools, messages }: Conversation, model: string): Asked =>
  takesToolChanges(model)
    ? { context, declared: tools.declared, messages }
    : { context, declared: tools.layout === 'changes' ? tools.told : tools.declared, messages: messages.filter(({ role }) => role !== 'system') }

/** Tokens of a request with its answer. */
const sizeOf = ({ input, cacheRead, cacheWrite, output }: Usage): number => input + cacheRead + cacheWrite + output

/** Takes an answer into the conversation. Answers what was wrong with it as a whole, in words. */
function heard(talk: Conversation, reply: Reply): string | undefined {
  const { content, wanted, text, stop } = reply
  if (content.length > 0) {
    talk.messages.push({ role: 'assistant', content })
    talk.recorded = talk.messages.length
  }
  talk.waiting = [...wanted]
  if (talk.waiting.length > 0) return undefined
  if (stop === 'pause_turn' && content.length > 0) {
    talk.wrong++
    return undefined
  }
  const words = text.trim() === '' ? emptyReply() : textOnly(talk.tools.told)
  correct(talk, words)
  talk.wrong++
  return words
}

/** The answer of an exchange as it is kept: what came back and what it cost. */
function kept(talk: Conversation, answer: Answer, problem: string | undefined): Omit<Exchange, 'messages' | 'digest'> {
  const { reply, failure, usage, ms, retries, model } = answer
  return {
    model,
    text: reply?.text ?? '',
    thought: reply?.thought ?? '',
    uses: (failure ? [] : (reply?.wanted ?? [])).map(({ id, name, input = {} }) => {
      const use = useOf(talk.tools.told, name, input)
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
