import type { ContentBlockParam, SystemMessageParam, TextBlockParam } from '@anthropic-ai/sdk/resources/messages'
import type { Turn, View } from '../../../shared/agents'
import type { Context, ContextPiece, Seat, ToolShape } from '../../../shared/turns'
import { fenced } from '../context/fence'
import { tokensOf } from '../context/tokens'
import { knownOf, noteKnown, newsOf, type Known } from './news'
import type { ToolRequest } from './reply'
import { Toolbox, type ToolLayout } from './tools'
import { overtaken, resultsOf } from './words'

/** Wrong answers one after the other after which a turn is given up. */
export const MAX_WRONG_ANSWERS = 3
/** Questions after which one step of a turn is given up, whatever they brought. */
export const MAX_REQUESTS_PER_STEP = 16

/**
 * How long a conversation may become, as a multiple of the context it was begun with. Every request pays for reading the whole again, a new
 * beginning pays for writing the context again; measured, this is where both together cost least.
 */
const MAX_GROWTH = 4

/** A message of a conversation, as the provider takes it; answers carry the model's own blocks. */
export type Message = { role: 'user' | 'assistant'; content: ContentBlockParam[] } | SystemMessageParam

/** A tool's result, as it is sent. */
interface Result {
  type: 'tool_result'
  tool_use_id: string
  content: string
  is_error?: true
}

/**
 * What is said between the table and one seat's model during one scene. It only grows: the provider's cache and the model's thinking blocks
 * need every earlier byte unchanged. Kept in memory only, because a fresh context always suffices.
 */
export interface Conversation {
  /** The seat, its model, and the scene or that it is between scenes. */
  readonly key: string
  /** Id of the turn in which it was begun. */
  readonly beganIn: string
  readonly context: Context
  readonly tools: Toolbox
  /** What it has been told of the story. */
  readonly known: Known
  /** Everything after the context. */
  readonly messages: Message[]
  /** How many of them are in exchanges that were recorded. */
  recorded: number
  /** The commit up to which the conversation contains the story, and the last one that it contains or that the model made itself. */
  knownCommit: string
  commit: string
  /** Something happened since its last request that this seat didn't do. */
  isBehind: boolean
  /** Tools the model asked for that were not used yet, and what the others answered. */
  pending: ToolRequest[]
  results: Result[]
  /** A call in the reply rolled dice or changed the world, and its result has not been sent yet. */
  hasDecided: boolean
  /** Length in tokens after the last reply. */
  tokens: number
  /** Answers one after the other that brought nothing; questions since the last beat. */
  wrongAnswers: number
  requests: number
  /** The provider rejected it as a whole: it is not sent again. */
  isBroken?: boolean
  /** The turn in which it was given up. */
  gaveUpTurn?: string
  /** The turn that its last question was asked for before that turn came. */
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
  /** What the seat declared in earlier conversations, by name: so that the cache of the tools lasts longer than one. */
  declared: Map<string, ToolShape>
}

/** Begins a conversation in this turn: with the seat's whole context, and the results of its last reply. */
export function beginConversation(turn: Turn, { layout, eager, declared }: ToolDeclaration): Conversation {
  const { view, seat, offers, commit } = turn
  const reply = turn.latestReply()
  const context = turn.beginsAfresh()
  const tools = new Toolbox(layout, offers, () => turn.everyOffer(), eager, declared)
  const texts = [...(reply && reply.uses.length > 0 ? [fenced('results', resultsOf(reply))] : []), tools.first(offers).text ?? '']
  const messages: Message[] = []
  addUser(messages, texts.filter(Boolean).map(textBlock))
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
    hasDecided: false,
    tokens: context.tokens,
    wrongAnswers: 0,
    requests: 0
  }
}

/** Whether a conversation can go on in this turn: the same seat and scene, on the line of commits that it knows, and not too long. */
export function canContinue(conversation: Conversation, turn: Turn): boolean {
  const { gaveUpTurn, isBroken, key, commit, tokens, context } = conversation
  if (gaveUpTurn !== undefined || isBroken || key !== keyOf(turn.view, turn.seat)) return false
  if (conversation.askedFor === turn.id) return turn.follows(commit)
  return tokens < context.tokens * MAX_GROWTH && turn.follows(commit)
}

/**
 * Takes up a conversation in a turn. What it still waits for is not done if somebody else did something since: it was planned for another
 * moment. What was asked for ahead was meant for this turn, whatever the others who were called on did.
 */
export function resumeConversation(conversation: Conversation, turn: Turn): void {
  turn.continuesFrom(conversation.beganIn)
  conversation.requests = 0
  if (conversation.commit === turn.commit) return
  conversation.isBehind = true
  if (conversation.askedFor === turn.id) return
  conversation.wrongAnswers = 0
  for (const { id } of conversation.pending) conversation.results.push({ type: 'tool_result', tool_use_id: id, content: overtaken(), is_error: true })
  conversation.pending = []
}

/** Notes that one of its own calls made a beat. */
export function noteOwnBeat(conversation: Conversation, turn: Turn): void {
  conversation.commit = turn.commit
  conversation.known.own.add(turn.view.beat)
}

/**
 * Adds everything that the model must read before it is asked again: its results, what happened since, what it can use now. False if only a
 * new conversation can tell that.
 */
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
  // In the middle of a turn, text of its own after results would end that turn early.
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

/** Adds to the last message if nobody has answered it yet; changes of tools stay behind it. */
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

/** Tells the model, in words, what was wrong with its answer as a whole. */
export function correct(conversation: Conversation, words: string): void {
  addUser(conversation.messages, [textBlock(words)])
}
