import type { AbortSignalLike, Agent, ToolAnswer, Turn } from '../../../shared/agents'
import type { Exchange } from '../../../shared/turns'
import { digestOf } from '../context/digest'
import { defused, fenced } from '../context/fence'
import { shapesOf, useOf } from '../context/shapes'
import { ask, type Answer, type Asking } from './ask'
import { begun, covers, flush, goesOn, MOST_ASKED, MOST_WRONG, type Conversation } from './conversation'
import { problemOf } from './failures'
import type { Reply, Wanted } from './reply'
import { requestOf } from './request'
import { emptyReply, notJson, textOnly, unread } from './words'

export type { Access } from './client'
export { costOf, KNOWN_MODELS } from './models'
export { countPrompt } from './count'
export { SYSTEM_TIMING } from './connection'
export { tryModel } from './try-model'

/** What the agent is handed: how to ask, and the model of seats that name none. */
export interface AnthropicTable extends Asking {
  model(): string
}

/**
 * An agent that lets a model decide, over the official client. One `act` goes up to the next beat. The conversation of a turn is
 * kept from beat to beat and dropped when the story is not where it left it. What the model can mend is told back to it; after three
 * answers in a row that bring nothing it is given up, and the table passes the turn. Throws Problem `agent-failed` for what only people can mend.
 */
export function anthropicAgent(table: AnthropicTable): Agent {
  let last: Conversation | undefined
  return {
    async act(turn) {
      if (last?.over === turn.id) return
      const stop = signalOf(turn.signal)
      const { view, seat } = turn
      let talk = last && goesOn(last, view, seat) ? last : begun(turn, turn.id)
      if (talk === last) turn.continuesFrom(talk.began)
      last = talk
      talk.asked = 0
      while (!stop.aborted) {
        if (await playWaiting(talk, turn, stop)) return
        if (stop.aborted) return
        if (talk.wrong >= MOST_WRONG || talk.asked >= MOST_ASKED) {
          talk.over = turn.id
          return
        }
        const open = talk.since.length === 0 ? talk.context.tools : shapesOf(turn.offers)
        if (!talk.isBroken && covers(talk.context.tools, open)) flush(talk, open)
        else last = talk = Object.assign(begun(turn, turn.id), { wrong: talk.wrong, asked: talk.asked })
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
      talk.seen = JSON.stringify(turn.view)
      return true
    }
  }
  if (!brought && !signal.aborted) talk.wrong++
  return false
}

/** Whether a requested tool only looks, so that it may be used before the result of an earlier call was read. */
function isLook(talk: Conversation, turn: Turn, { name }: Wanted): boolean {
  const action = talk.context.tools.find((shape) => shape.name === name)?.action
  return turn.offers.some((offer) => offer.name === action && offer.cost === 'look')
}

/** The answer to what a reply asks for after a call that decided something. */
const UNREAD: ToolAnswer = { ok: false, text: unread(), over: false }

/** Checks a wish against what was told, then uses the tool; what does not fit is answered in words that the model can mend. */
async function used(talk: Conversation, turn: Turn, wanted: Wanted): Promise<ToolAnswer> {
  if (wanted.input === undefined) return { ok: false, text: notJson(wanted.raw), over: false }
  const use = useOf(talk.context.tools, wanted.name, wanted.input)
  return typeof use === 'string' ? { ok: false, text: use, over: false } : turn.use(use)
}

/** Asks once, keeps what was asked and answered, and takes the answer into the conversation. */
async function exchange(table: AnthropicTable, talk: Conversation, turn: Turn, signal: AbortSignal): Promise<void> {
  turn.checkBudget()
  talk.asked++
  const { seat } = turn
  const messages = [...talk.since]
  const requestTo = (model: string) => requestOf(talk.context, messages, model, seat)
  const model = seat.model ?? table.model()
  const fallback = seat.fallback === undefined || seat.fallback === model ? [] : [requestTo(seat.fallback)]
  const answer = await ask(table, [requestTo(model), ...fallback], (news) => turn.report(news), signal)
  const { reply, failure } = answer
  const wrong = reply && !failure ? heard(talk, reply) : undefined
  const problem = failure && problemOf(failure, answer.tries)
  turn.addExchange(
    kept(talk, messages, answer, problem?.message ?? answer.fault ?? wrong ?? (reply ? undefined : 'Stopped before the answer was complete.'))
  )
  if (!problem) return
  // What was said since the context may be the reason: the turn goes on from a fresh one, once.
  if (!failure?.beginAfresh || !messages.some(({ role }) => role === 'assistant')) throw problem
  talk.isBroken = true
}

/** Takes an answer into the conversation. Answers what was wrong with it as a whole, in words. */
function heard(talk: Conversation, reply: Reply): string | undefined {
  const { content, wanted, text, stop } = reply
  if (content.length > 0) talk.since.push({ role: 'assistant', content })
  talk.waiting = wanted
  if (talk.waiting.length > 0) return undefined
  if (stop === 'pause_turn' && content.length > 0) {
    talk.wrong++
    return undefined
  }
  const words = text.trim() === '' ? emptyReply() : textOnly(talk.context.tools)
  talk.since.push({ role: 'user', content: [{ type: 'text', text: words }] })
  talk.wrong++
  return words
}

/** The exchange as it is kept: what was sent after the context, what came back, what it cost. */
function kept(talk: Conversation, messages: readonly unknown[], answer: Answer, problem: string | undefined): Exchange {
  const { reply, failure, usage, ms, retries, model } = answer
  return {
    model,
    messages: [...messages],
    digest: digestOf(`${talk.context.digest}\n${JSON.stringify(messages)}`),
    text: reply?.text ?? '',
    thought: reply?.thought ?? '',
    uses: (failure ? [] : (reply?.wanted ?? [])).map(({ id, name, input = {} }) => {
      const use = useOf(talk.context.tools, name, input)
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
