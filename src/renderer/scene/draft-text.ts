import type { LivePart, LiveTurn } from '../store/live'

/** A tool that is being written, as the log will have it: told, said by somebody, said in private, or done. */
export type Drafted = { kind: 'told'; text: string } | { kind: 'said' | 'private'; by: string; text: string } | { kind: 'done'; tool: string }

/** Whether a model is at it whose words can be watched; the built-in table is done at once, and the hand is not watched. */
export function isDrafting(live: LiveTurn | undefined): live is LiveTurn {
  if (!live) return false
  // Who came late has not heard who sits there, but hears words only of models.
  return live.seat ? live.seat.agent === 'anthropic' : live.parts.some(({ kind }) => kind !== 'call')
}

/** What of a turn is still a draft, in the order of its writing. What was answered is in the log by itself, or was refused. */
export function draftsOf({ who, parts }: LiveTurn): Drafted[] {
  return parts.flatMap((part) => (part.kind === 'draft' ? [draftOf(who, part)] : []))
}

function draftOf(who: string, { tool, input }: Extract<LivePart, { kind: 'draft' }>): Drafted {
  const { text, voice } = input
  if (typeof text !== 'string' || text === '') return { kind: 'done', tool }
  if (tool === 'narrate') return typeof voice === 'string' ? { kind: 'said', by: voice, text } : { kind: 'told', text }
  if (tool === 'whisper' || (tool === 'speak' && who === 'DM')) return { kind: 'private', by: who, text }
  return tool === 'speak' ? { kind: 'said', by: who, text } : { kind: 'done', tool }
}

/** What the model thought and said beside its tools, so far. */
export const thoughtOf = ({ parts }: LiveTurn): string =>
  parts.flatMap((part) => (part.kind === 'thought' || part.kind === 'text' ? [part.text] : [])).join('\n\n')
