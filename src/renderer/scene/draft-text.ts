import { toldIn } from '../../shared/narrator/words-of-output'
import type { LivePart, LiveTurn } from '../store/live'

/** A call in progress in the form of the log: narration, speech, a whisper, or an action. */
export type Drafted = { kind: 'told'; text: string } | { kind: 'said' | 'private'; by: string; text: string } | { kind: 'done'; tool: string }

/** Whether a model streams this turn; the built-in table answers at once, and manual control isn't shown. */
export function isDrafting(live: LiveTurn): boolean {
  // A window that opened late doesn't know the seat. Only models stream text.
  return live.seat ? live.seat.agent === 'anthropic' : live.parts.some(({ kind }) => kind !== 'call')
}

/** The parts of a turn that are still drafts, in their order. An answered call is in the log already, or was refused. */
export function draftsOf({ who, parts }: LiveTurn): Drafted[] {
  return parts.flatMap((part) =>
    part.kind !== 'draft' ? [] : typeof part.input['output'] === 'string' ? toldOf(part.input['output']) : [draftOf(who, part)]
  )
}

/** The texts of a narrator's output so far: its dialogue first, then the narration of its scene. */
function toldOf(output: string): Drafted[] {
  const texts = toldIn(output).map(({ speaker, text }): Drafted =>
    speaker === undefined ? { kind: 'told', text } : { kind: 'said', by: speaker, text }
  )
  return texts.length > 0 ? texts : [{ kind: 'done', tool: 'narrate' }]
}

function draftOf(who: string, { tool, input }: Extract<LivePart, { kind: 'draft' }>): Drafted {
  const { text, voice } = input
  if (typeof text !== 'string' || text === '') return { kind: 'done', tool }
  if (tool === 'narrate') return typeof voice === 'string' ? { kind: 'said', by: voice, text } : { kind: 'told', text }
  if (tool === 'whisper' || (tool === 'speak' && who === 'DM')) return { kind: 'private', by: who, text }
  return tool === 'speak' ? { kind: 'said', by: who, text } : { kind: 'done', tool }
}

/** The model's thoughts and text outside its calls, so far. */
export const thoughtOf = ({ parts }: LiveTurn): string =>
  parts.flatMap((part) => (part.kind === 'thought' || part.kind === 'text' ? [part.text] : [])).join('\n\n')
