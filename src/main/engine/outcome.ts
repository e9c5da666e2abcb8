import type { Json, StateChange } from '../../shared/base/json'
import type { LogEntry, Params, Roll } from '../../shared/story/play'
import type { GameState, Outcomes } from '../../shared/story/state'

/** Prose that a beat writes. The campaign knows which file it belongs to. */
export type Write =
  | { kind: 'log'; entry: LogEntry }
  | { kind: 'private'; player: string; by: string; text: string }
  | { kind: 'note'; space: 'world' | { player: string }; path: string; content: string; tags: string[] }
  | { kind: 'plan'; who: string; text: string }
  | { kind: 'timeline'; actor: string; text: string }
  | { kind: 'session'; title: string }
  /** The text of SCENE.json. */
  | { kind: 'scene-tree'; text: string }
  /** Changes to the world that the DM's narration makes, as the model sent them. */
  | { kind: 'mutations'; items: Json[] }
  | {
      kind: 'summary'
      of: 'scene' | 'session' | 'campaign'
      text: string
      recap: string
      exercised: Record<string, number>
      outcomes?: Outcomes
      /** The keys of everything that could have been exercised. Absent for a scene, because one scene can exercise little of it. */
      usable?: string[]
    }

/** What one call did: the state after it, the changes, the prose to write, and a one-line summary. */
export interface Outcome {
  /** The checked parameters. The same call with them gives the same outcome again. */
  params: Params
  state: GameState
  changes: StateChange[]
  writes: Write[]
  rolls: Roll[]
  /** The result objects that the rules returned, for the action and its follow-ups. */
  results: { actor: string; action: string; result: Record<string, unknown> }[]
  /** The commit's subject. */
  subject: string
  /** The tool's answer to the agent. */
  answer: string
}

/** The effect of a verb or an action, before the turn moves on. */
export interface VerbOutcome {
  state: GameState
  writes: Write[]
  subject: string
  answer: string
  /** The parameters to record, if they differ from those of the call. */
  params?: Params
  /** The call ends the turn, although its offer is free. */
  endsTurn?: true
}

/** A move that needs nothing else. */
export const move = (state: GameState, subject: string, answer: string, writes: Write[] = []): VerbOutcome => ({ state, writes, subject, answer })
