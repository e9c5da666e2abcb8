import type { ArrowId } from '../document'
import type { ProblemData } from '../../shared/base/problem'
import type { PlayValue, ShownNode } from './state'

/** The field of a user input in terms of an HTML input: all members are texts except the state of a checkbox. */
export interface InputView {
  type: 'text' | 'number' | 'checkbox'
  value: string | boolean
  pattern?: string
  placeholder?: string
  min?: string
  max?: string
  step?: string
  valid: 'true' | 'false'
}

/** A node that was shown since the last pause, with its texts. */
export interface FreshNode extends Omit<ShownNode, 'taken'> {
  id: ArrowId
  type: string
  played: boolean
  skipped: boolean
  played_line?: string
  input?: InputView
}

/** The play waits for the player, or is over if nothing is pending. Variables and tags by name. */
export interface PauseEvent {
  ev: 'pause'
  step: number
  open: ArrowId[]
  macro: ArrowId | null
  pending: ArrowId[]
  fresh: FreshNode[]
  vars: Record<string, PlayValue>
  tags: Record<string, Record<string, string>>
}

/** The events of a play: those of a recorded trace, and `problem` for broken data. `rand` and `error` only with `compat: 'js'`. */
export type PlayEvent =
  | { ev: 'play'; id: ArrowId; serial: number; in_slot: number | null; type: string; name: string; failed?: true }
  | { ev: 'status'; status: 'END_EDGE' | 'NO_DEFAULT'; id: ArrowId; open_macro: ArrowId | null }
  | { ev: 'var'; id: ArrowId; name: string; from: PlayValue; to: PlayValue }
  | { ev: 'tags'; update: Record<string, Record<string, string | null>> }
  | { ev: 'clear'; id: ArrowId }
  | { ev: 'rand'; r: number }
  | { ev: 'error'; message: string; id: ArrowId | null }
  | { ev: 'problem'; id: ArrowId | null; problem: ProblemData }
  | PauseEvent
