import type { ContentBlockParam, SystemMessageParam, TextBlockParam } from '@anthropic-ai/sdk/resources/messages'
import type { Turn, View, LatestReply } from '../../../shared/table/agents'
import type { ToolCall } from '../../../shared/story/play'
import type { Context, ContextPiece, Seat, ToolShape } from '../../../shared/table/turns'
import { lookedUp } from '../context/assemble'
import { fenced, setIn } from '../context/fence'
import { LEAN } from '../context/lean'
import { tokensOf } from '../context/tokens'
import { knownOf, noteKnown, newsOf, type KnownStory } from './news'
import type { ToolRequest } from './reply'
import { Toolbox, type Declarations, type ToolLayout } from './tools'
import { equal } from '../../../shared/base/json'
import { clipped } from '../../../shared/words/clipped'

/** The maximum number of wrong answers in a row before the agent gives up a turn. */
export const MAX_WRONG_ANSWERS = 3
/** The maximum number of requests in one step of a turn, whatever the answers were. */
export const MAX_REQUESTS_PER_STEP = 16

/**
 * The maximum length of a conversation, as a multiple of its initial context. Each request pays for reading the whole conversation, and each
 * new conversation pays for writing the context again. Measurements show the lowest total cost at this value.
 */
const MAX_GROWTH = 4

/** A message of a conversation in the provider's format; answers carry the model's own blocks. */
export type Message = { role: 'user' | 'assistant'; content: ContentBlockParam[] } | SystemMessageParam

/** A tool result in the provider's format. */
interface Result {
  type: 'tool_result'
  tool_use_id: string
  content: string
  is_error?: true
}

/**
 * The conversation between the table and one seat's model during one scene. It only grows, because the provider's cache and the model's
 * thinking blocks need every earlier byte unchanged. It lives only in memory, because a new context can always replace it.
 */
export interface Conversation {
  /** Identifies the seat, its model, and the scene (or the time between scenes). */
  readonly key: string
  /** Id of the turn in which the conversation began. */
  readonly beganIn: string
  readonly context: Context
  readonly tools: Toolbox
  /** The part of the story that the model already knows. */
  readonly known: KnownStory
  /** Everything after the context. */
  readonly messages: Message[]
  /** The number of messages that recorded exchanges already contain. */
  recorded: number
  /** The last commit that the conversation contains, or that one of the model's own calls made. */
  knownCommit: string
  commit: string
  /** Whether something happened since the last request that this seat didn't do. */
  isBehind: boolean
  /** Tools that the model requested and that weren't called yet, and the results of the others. */
  pending: ToolRequest[]
  results: Result[]
  /** The ids of calls that only tell something for the second time in the reply. */
  repeated: ReadonlySet<string>
  /** A call in the reply rolled dice or changed the world, and its result has not been sent yet. */
  hasDecided: boolean
  /** Length of the conversation in tokens after the last reply. */
  tokens: number
  /** The number of consecutive answers without a result, and the number of requests since the last beat. */
  wrongAnswers: number
  requests: number
  /** The provider rejected the conversation as a whole, so it isn't sent again. */
  isBroken?: boolean
  /** Id of the turn in which the agent gave up this conversation. */
  gaveUpTurn?: string
  /** Id of the turn for which the last request was sent before that turn began. */
  askedFor?: string
}

/** A seat has one conversation for each scene, and one between two scenes. */
function keyOf({ who, phase, session, scene }: View, seat: Seat): string {
  const isBetween = phase === 'open' || phase === 'done' || phase === 'close'
  return JSON.stringify([who, seat, ...(isBetween ? [] : [session, scene?.number])])
}

/** How a new conversation declares its tools. */
export interface ToolDeclaration {
  layout: ToolLayout
  /** Whether the model is known to stream inputs as it writes them. */
  eager: boolean
  /** The tools that the seat declared in earlier conversations. */
  earlier: Declarations
}

/** Begins a conversation in this turn, with the seat's whole context and the results of its last reply. */
export function beginConversation(turn: Turn, { layout, eager, earlier }: ToolDeclaration): Conversation {
  const { view, seat, offers, commit } = turn
  const reply = turn.latestReply()
  const context = turn.beginsAfresh()
  const tools = new Toolbox({ layout, offers, every: () => turn.everyOffer(), eager, earlier, ofContext: context.tools })
  const { text = '', change } = tools.first(offers)
  const texts = [...(reply && reply.uses.length > 0 ? [fenced('results', resultsOf(reply, layout === 'lean'))] : []), text]
  const messages: Message[] = []
  addUser(messages, texts.filter(Boolean).map(textBlock))
  if (change) messages.push(change)
  return {
    key: keyOf(view, seat),
    beganIn: turn.id,
    context,
    tools,
    known: knownOf(view, context),
    messages,
    recorded: 0,
    knownCommit: commit,
    commit,
    isBehind: false,
    pending: [],
    results: [],
    repeated: new Set(),
    hasDecided: false,
    tokens: context.tokens,
    wrongAnswers: 0,
    requests: 0
  }
}

/** Whether a conversation can continue in this turn: it has the same seat and scene, its commits lead to this one, and it isn't too long. */
export function canContinue(conversation: Conversation, turn: Turn): boolean {
  const { gaveUpTurn, isBroken, key, commit, tokens, context } = conversation
  if (gaveUpTurn !== undefined || isBroken || key !== keyOf(turn.view, turn.seat)) return false
  if (conversation.askedFor === turn.id) return turn.follows(commit)
  return tokens < context.tokens * MAX_GROWTH && turn.follows(commit)
}

/**
 * Continues a conversation in a turn. Pending calls aren't made if another seat has acted since, because the model planned them for an
 * earlier state. An answer that was requested ahead was meant for this turn, so the actions of the other called players cancel it only if they began a
 * fight or decided what it answers.
 */
export function resumeConversation(conversation: Conversation, turn: Turn): void {
  turn.continuesFrom(conversation.beganIn)
  conversation.requests = 0
  if (conversation.commit === turn.commit) return
  conversation.isBehind = true
  if (conversation.askedFor === turn.id && turn.overtaken === undefined) return
  conversation.wrongAnswers = 0
  const content = overtaken(turn.overtaken)
  for (const { id } of conversation.pending) conversation.results.push({ type: 'tool_result', tool_use_id: id, content, is_error: true })
  conversation.pending = []
}

/** Records that one of the conversation's own calls made a beat. */
export function noteOwnBeat(conversation: Conversation, turn: Turn): void {
  conversation.commit = turn.commit
  conversation.known.own.add(turn.view.beat)
}

/** Adds what the model must read before the next request: results, recent events, available tools. False if only a new conversation can. */
export function catchUp(conversation: Conversation, turn: Turn): boolean {
  const texts: string[] = []
  let pieces: ContextPiece[] = []
  let change: SystemMessageParam | undefined
  if (conversation.knownCommit !== turn.commit) {
    const { view } = turn
    const context = turn.context()
    const news = newsOf(conversation.known, view, context, conversation.isBehind)
    const tools = news && conversation.tools.news(turn.offers, conversation.isBehind)
    if (!tools || tokensOf(news.text) > context.tokens / 2) return false
    pieces = news.pieces
    texts.push(news.text, tools.text ?? '')
    change = tools.change
    noteKnown(conversation.known, view, context)
    conversation.knownCommit = conversation.commit = turn.commit
    turn.continuesFrom(conversation.beganIn, pieces)
  }
  const text = texts.filter(Boolean).join('\n\n')
  const last = conversation.results.at(-1)
  // In the middle of a turn, a separate text after the results would end that turn early.
  if (last && !conversation.isBehind && text !== '') last.content = `${last.content}\n\n${text}`
  addUser(conversation.messages, [...conversation.results, ...(text !== '' && (!last || conversation.isBehind) ? [textBlock(text)] : [])])
  if (change) conversation.messages.push(change)
  conversation.recorded = Math.min(conversation.recorded, conversation.messages.length)
  conversation.results = []
  conversation.hasDecided = false
  conversation.isBehind = false
  return true
}

const textBlock = (text: string): TextBlockParam => ({ type: 'text', text })

/** Adds content to the last message if it is unanswered; tool changes stay after it. */
function addUser(messages: Message[], content: ContentBlockParam[]): void {
  if (content.length === 0) return
  const changes: SystemMessageParam[] = []
  for (let last = messages.at(-1); last?.role === 'system'; last = messages.at(-1)) {
    changes.unshift(last)
    messages.pop()
  }
  const last = messages.at(-1)
  if (last?.role === 'user') messages[messages.length - 1] = { role: 'user', content: [...last.content, ...content] }
  else messages.push({ role: 'user', content })
  messages.push(...changes)
}

/** Adds a message that says what was wrong with the model's answer as a whole. */
export function correct(conversation: Conversation, words: string): void {
  addUser(conversation.messages, [textBlock(words)])
}

/** The result of a tool call whose input was no JSON object. It quotes the beginning of the input. */
export const notJson = (raw: string): string =>
  `The input was not a JSON object, so nothing was done: ${clipped(raw, 200)} Send the whole object again.`

/** The reply to an answer that has text but no tool call. */
export function textOnly(tools: readonly ToolShape[]): string {
  const aloud = ['narrate', 'speak', 'summarise'].find((name) => tools.some((tool) => tool.name === name))
  const say = aloud === undefined ? '' : ` Put what the table should hear into ${aloud}.`
  return `Nobody heard that, because only tool calls count.${say} It is still your turn. Use a tool: ${tools.map((tool) => tool.name).join(', ')}.`
}

/** What was understood of a tool call that stood in a text. */
export const written = (tool: string): string => `Understood the JSON in your text as a call of ${tool}; call tools instead of writing them.`

/** What was understood of a call in a command's answer that had another form than the one asked for. */
export const nearAnswer = (tool: string): string =>
  `Understood your answer as a call of ${tool}; answer with {"calls": [{"tool": "…", "input": {…}}]}.`

/** The reply to an empty answer. */
export const emptyReply = (): string => 'Your answer was empty. It is still your turn: use one of your tools.'
/** The result of a tool call that the model made before it had read the result of the call before it. */
export const unread = (): string => 'Not done; read this result first. Then decide anew.'

/** The result of a narration that stands before a call in the same reply that rolls dice. */
export const rollFirst = (): string => 'Not told: a roll follows in the same answer, and its result comes first. Read it, then narrate.'
/** The result of a call that says the same as a call before it in the same reply. */
export const repeatedNarration = (): string => 'Left out: the same words stood in your answer before.'

/** The result of a tool call that the model made before something else happened. */
const overtaken = (why = 'Something happened first.'): string => `Not done. ${why} Read what happened, then decide anew.`

/** The results of a model's last reply, for a new conversation: each call with its result, or that it was not made. `isLean`: in short. */
function resultsOf({ uses, calls, unplayed }: LatestReply, isLean: boolean): string {
  const unmatched = [...calls]
  const lines = uses.map(({ tool, as, input }) => {
    const at = unmatched.findIndex((call) => call.tool === tool && call.as === (as ?? call.as) && equal(call.input, input))
    const [call] = at < 0 ? [] : unmatched.splice(at, 1)
    const named = JSON.stringify(input)
    const use = `${tool}${as === undefined ? '' : ` as ${as}`} ${clipped(named, MAX_INPUT_CHARACTERS)}`
    const result = call?.result ?? (call?.problem === undefined ? 'not done' : `refused: ${call.problem}`)
    return `${use}: ${isLean && call ? leanResult(call, result) : result}`
  })
  const why = unplayed === undefined ? '' : ` ${unplayed} Decide anew.`
  return [`What you last asked for, and what came of it:${why}`, ...lines.map(setIn)].join('\n')
}

/** What a lean request says of a result: its first line, because the log has what it changed, or of a lookup what its tier has room for. */
const leanResult = ({ beat }: ToolCall, result: string): string =>
  beat === undefined ? lookedUp(result, LEAN.tiers.cold, 'lean').text : (result.split('\n')[0] ?? '')

/** The maximum number of characters of an input that are repeated with its result. */
const MAX_INPUT_CHARACTERS = 160
