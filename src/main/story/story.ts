import type { Problem } from '../../shared/base/problem'
import type { ActionCall, Beat, Params, Spent } from '../../shared/story/play'
import type { Recall, Recalled } from '../../shared/story/recall'
import type { TableSettings, TurnRecord } from '../../shared/table/turns'
import type { Outcome } from '../engine/outcome'
import type { Ledger } from './budget'
import type { Snapshot } from './past'
import type { Seeable } from './seat-view'

/** A recorded beat and its outcome. */
export interface SavedBeat {
  beat: Beat
  outcome: Pick<Outcome, 'changes' | 'writes' | 'answer' | 'rolls' | 'results'>
}

/** The present of a story. In memory, the commit's id is only a label. */
export type Present = Pick<Snapshot, 'state' | 'lore' | 'game'> & { commit: Pick<Snapshot['commit'], 'id'> }

/** The recorded turns of a story. */
export interface Turns {
  keep(record: TurnRecord): Problem | undefined
  /** The number of turns that the seat has recorded from the same commit. It is the ordinal of the next one. */
  attempts(parent: string, who: string): number
  /** The usage of all recorded turns. */
  ledger(): Ledger
}

/** The parts of a recorded turn that a new conversation needs. */
export type PastTurn = Pick<TurnRecord, 'seat' | 'calls' | 'exchanges'>

/**
 * What a table plays: an open campaign (`OpenCampaign`) or a story in memory (`MemoryStory`). In both, the same seed and calls give the same
 * states, pages and beats.
 */
export interface Story {
  readonly snapshot: Present
  readonly turns: Turns
  /** Parameters of the call that made the present; empty if no call did. */
  readonly lastParams: Params
  /** The present, in the form from which views, offers and contexts are made (`seat-view.ts`). */
  seeable(): Seeable
  /** The settings in table.yaml at the present. */
  settings(): TableSettings
  /** The results of a recall in `who`'s notes now. */
  recall(who: string, request: Recall): Recalled
  /** Plays a call and records its beat. Throws Problem; then nothing has changed. `spent` stays outside the story. */
  recordBeat(call: ActionCall, spent?: Spent): SavedBeat
  /** A seat's turns that led to the present and were recorded here, newest first. */
  turnsOf(who: string): Iterable<PastTurn>
  /** Whether only played beats lie between a commit and the present. */
  follows(commit: string): boolean
  /** Random numbers in [0, 1) for the choices of `who`. */
  chance(who: string, stream: 'policy' | 'voice'): () => number
}
