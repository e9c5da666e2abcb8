import { own } from '../../../shared/json'
import type { Turn, View } from '../../../shared/agents'
import type { Context, Seat, ToolShape } from '../../../shared/turns'
import type { Wanted } from './reply'
import { fenced } from '../context/fence'
import type { Message } from './request'
import { resultsOf } from './words'

/** Wrong answers one after the other after which a turn is given up. */
export const MOST_WRONG = 3
/** Questions after which one step of a turn is given up, whatever they brought. */
export const MOST_ASKED = 16

/** What a tool answered, as it is sent. */
interface Result {
  type: 'tool_result'
  tool_use_id: string
  content: string
  is_error?: true
}

/**
 * What is said in one turn between the table and a model, from one beat to the next. Kept in memory only: a fresh context always
 * suffices, so it is dropped whenever the story is not where this conversation left it.
 */
export interface Conversation {
  /** Whose turn it is and of what kind; another turn has another conversation. */
  readonly turn: string
  /** Id of the turn in which it was begun. */
  readonly began: string
  readonly context: Context
  /** What the seat could see when it had last done something. */
  seen: string
  /** All that was said after the context. */
  since: Message[]
  /** Tools the model asked for that were not used yet, and what the others answered. */
  waiting: Wanted[]
  results: Result[]
  /** One of the calls in the reply rolled dice or changed the world, and its result has not been sent yet. */
  decided: boolean
  /** Answers one after the other that brought nothing; questions since the last beat. */
  wrong: number
  asked: number
  /** The provider rejected it as a whole: it is not sent again. */
  isBroken?: boolean
  /** The turn in which it was given up. */
  over?: string
}

/** A turn of the same seat goes on only in the same slot, phase and scene, with the same one waiting for an answer. */
export function turnOf(view: View, seat: Seat): string {
  const { who, phase, as, answering, closing, session, round } = view
  return JSON.stringify([who, phase, as, answering, closing, session, view.scene?.number, round, seat])
}

/** Begins a conversation in the turn of that id, with what came of the seat's last reply. */
export function begun(turn: Turn, began: string): Conversation {
  const { view, seat } = turn
  const reply = turn.latestReply()
  const since: Message[] =
    reply && reply.uses.length > 0 ? [{ role: 'user', content: [{ type: 'text', text: fenced('results', resultsOf(reply)) }] }] : []
  return {
    turn: turnOf(view, seat),
    began,
    context: turn.context(),
    seen: JSON.stringify(view),
    since,
    waiting: [],
    results: [],
    decided: false,
    wrong: 0,
    asked: 0
  }
}

/** Whether a conversation can go on: there is one, in the same turn, not given up, and nothing happened since but what it knows of. */
export function goesOn({ over, since, turn, seen, isBroken }: Conversation, view: View, seat: Seat): boolean {
  return over === undefined && !isBroken && since.length > 0 && turn === turnOf(view, seat) && seen === JSON.stringify(view)
}

/** Moves what the tools answered into the conversation, with what is not open any more at its end: text of its own after results would end turns early. */
export function flush(conversation: Conversation, open: readonly ToolShape[]): void {
  const { results, since, context } = conversation
  const last = results.at(-1)
  if (!last) return
  const names = new Set(open.map((shape) => shape.name))
  const closed = context.tools.filter((shape) => !names.has(shape.name)).map((shape) => shape.name)
  if (closed.length > 0) last.content = `${last.content}\n\nNo longer available to you this turn: ${closed.join(', ')}.`
  since.push({ role: 'user', content: results })
  conversation.results = []
  conversation.decided = false
}

/** Whether everything that is open now was told of: then tools need not be told again, and the cache of the prompt holds. */
export function covers(told: readonly ToolShape[], open: readonly ToolShape[]): boolean {
  const known = new Map(told.map((shape) => [shape.name, shape]))
  return open.every((shape) => within(known.get(shape.name), shape))
}

/** Whether `now` asks for nothing that `told` does not hold: the same fields, values of enums among those told. */
function within(told: unknown, now: unknown): boolean {
  if (Array.isArray(now)) return Array.isArray(told) && now.every((value) => told.some((known) => within(known, value)))
  if (typeof now !== 'object' || now === null) return told === now
  if (typeof told !== 'object' || told === null) return false
  const known = told as Record<string, unknown>
  return Object.entries(now).every(([key, value]) => key === 'description' || within(own(known, key), value))
}
