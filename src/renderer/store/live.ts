import type { PlanEvent } from '../../shared/plans/events'
import type { ParamValue, ToolCall } from '../../shared/story/play'
import type { Live, Retry, Seat, Usage } from '../../shared/table/turns'
import { NOTHING_USED, usageOf } from '../../shared/table/usage'

/** A part of the current turn, in the order of arrival. A draft is a tool whose input is still being generated. */
export type LivePart =
  | { kind: 'text' | 'thought'; text: string }
  | { kind: 'draft'; tool: string; input: Readonly<Record<string, ParamValue>> }
  | { kind: 'call'; call: ToolCall }
  | { kind: 'retry'; retry: Retry }

/** The current turn, as far as its events have arrived. */
export interface LiveTurn {
  turn: string
  who: string
  seat?: Seat
  n?: number
  parts: readonly LivePart[]
  /** Parts before this index belong to complete answers; those after it are drafts that a retry discards. */
  sure: number
  /** The usage of the complete answers. */
  usage?: Usage
  plan?: readonly PlanEvent[]
}

/** The live turns after an event, as they began: players called on together are asked together. A seat has only one turn. */
export function withLiveEvent(known: readonly LiveTurn[], news: Live): readonly LiveTurn[] {
  const at = known.findIndex(({ turn }) => turn === news.turn)
  if (news.at === 'end') return at < 0 ? known : known.toSpliced(at, 1)
  const turn = after(known[at] ?? { turn: news.turn, who: news.who, parts: [], sure: 0 }, news)
  return at < 0 ? [...known.filter(({ who }) => who !== news.who), turn] : known.with(at, turn)
}

function after(turn: LiveTurn, news: Exclude<Live, { at: 'end' }>): LiveTurn {
  switch (news.at) {
    case 'start':
      return { ...turn, seat: news.seat, n: news.n }
    case 'text':
    case 'thought':
      return { ...turn, parts: withText(turn, news.at, news.text) }
    case 'draft':
      return { ...turn, parts: withToolDraft(turn.parts, news.tool, news.input) }
    case 'plan':
      return { ...turn, plan: [...(turn.plan ?? []), news.event] }
    case 'call':
      return withCall(turn, news.call)
    case 'retry':
      return { ...turn, parts: [...turn.parts.slice(0, turn.sure), { kind: 'retry', retry: news.retry }], sure: turn.sure + 1 }
    default:
      return { ...turn, sure: turn.parts.length, usage: usageOf([{ usage: turn.usage ?? NOTHING_USED }, news]) }
  }
}

function withText(turn: LiveTurn, kind: 'text' | 'thought', text: string): LivePart[] {
  const last = turn.parts.at(-1)
  const goesOn = last?.kind === kind && turn.parts.length > turn.sure
  return goesOn ? [...turn.parts.slice(0, -1), { kind, text: last.text + text }] : [...turn.parts, { kind, text }]
}

/** A longer version of a draft replaces it; an input that doesn't continue the draft is another use of the tool. */
function withToolDraft(parts: readonly LivePart[], tool: string, input: Readonly<Record<string, ParamValue>>): LivePart[] {
  const last = parts.at(-1)
  const same = last?.kind === 'draft' && last.tool === tool && Object.entries(last.input).every(([key, value]) => goesOn(value, input[key]))
  return [...(same ? parts.slice(0, -1) : parts), { kind: 'draft', tool, input }]
}

function goesOn(before: ParamValue, after: ParamValue | undefined): boolean {
  if (typeof before === 'string') return typeof after === 'string' && after.startsWith(before)
  return Array.isArray(before) ? Array.isArray(after) && after.length >= before.length : after !== undefined
}

/** An answered use replaces its draft. */
function withCall(turn: LiveTurn, call: ToolCall): LiveTurn {
  const at = turn.parts.findIndex((part) => part.kind === 'draft' && part.tool === call.tool)
  const parts: LivePart[] = [...turn.parts]
  if (at < 0) parts.push({ kind: 'call', call })
  else parts[at] = { kind: 'call', call }
  return { ...turn, parts, sure: at < 0 && turn.sure === turn.parts.length ? parts.length : turn.sure }
}
