import type { StateChange } from '../../shared/json'
import type { LogEntry, Params, Roll } from '../../shared/play'
import type { GameState } from '../../shared/state'

/** Prose that a beat writes; the campaign knows which file each belongs to. */
export type Write =
  | { kind: 'log'; entry: LogEntry }
  | { kind: 'private'; player: string; by: string; text: string }
  | { kind: 'note'; space: 'world' | { player: string }; path: string; content: string; tags: string[] }
  | { kind: 'timeline'; actor: string; text: string }
  | { kind: 'session'; title: string }
  | { kind: 'summary'; of: 'scene' | 'session' | 'campaign'; text: string; exercised: Record<string, number> }

/** What one call did: the state after it, what changed, what is written, and one line in words. */
export interface Outcome {
  /** What was asked, cleaned: with them the call gives the same again. */
  params: Params
  state: GameState
  changes: StateChange[]
  writes: Write[]
  rolls: Roll[]
  /** What the rules answered besides words: the action's own answer and those of what followed. */
  results: { actor: string; action: string; result: Record<string, unknown> }[]
  /** The commit's subject. */
  subject: string
  /** What the tool answers to the agent. */
  answer: string
}

/** What a verb or an action adds to the beat before the turn moves on. */
export interface Move {
  state: GameState
  writes: Write[]
  subject: string
  answer: string
}
