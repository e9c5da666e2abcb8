import type { Game } from '../../shared/story/game'
import type { Lore } from '../../shared/story/lore'
import type { Problem } from '../../shared/base/problem'
import type { ActionCall, Beat, Params, Spent } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import type { TableSettings, TurnRecord } from '../../shared/table/turns'
import type { NoteIndex } from '../campaign/notes/note-index'
import type { Outcome } from '../engine/outcome'
import type { PlayedScene } from '../engine/memory'
import type { TableTexts } from '../engine/project'

/** A recorded beat and its outcome. */
export interface SavedBeat {
  beat: Beat
  outcome: Pick<Outcome, 'changes' | 'writes' | 'answer' | 'rolls' | 'results'>
}

/** A story at one commit. In memory, the commit's id is only a label. */
export interface StorySnapshot {
  readonly commit: { readonly id: string }
  readonly state: GameState
  readonly lore: Lore
  readonly game: Game
  /** The log and private talk of the open scene, and the summaries. */
  readonly pages: () => TableTexts
  /** Every scene up to the present, with its whole log: `heardBy` says who may hear that of the open one. */
  readonly scenes: () => readonly PlayedScene[]
  readonly settings: () => TableSettings
  /** The index of what a seat may search. It is valid until the next call. */
  readonly notes: (who: string) => NoteIndex
}

/** The recorded turns of a story. */
export interface Turns {
  keep(record: TurnRecord): Problem | undefined
  /** The number of turns that the seat has recorded from the same commit. It is the ordinal of the next one. */
  attempts(parent: string, who: string): number
}

/** The parts of a recorded turn that a new conversation needs. */
export type PastTurn = Pick<TurnRecord, 'seat' | 'calls' | 'exchanges'>

/** What a table plays: `OpenCampaign`, or `MemoryStory` in memory. In both, the same seed and calls give the same states, pages and beats. */
export interface Story {
  readonly snapshot: StorySnapshot
  readonly turns: Turns
  /** Parameters of the call that made the present; empty if no call did. */
  readonly lastParams: Params
  /** Plays a call and records its beat. Throws Problem; then nothing has changed. `spent` stays outside the story. */
  recordBeat(call: ActionCall, spent?: Spent): SavedBeat
  /** A seat's turns that led to the present and were recorded here, newest first. */
  turnsOf(who: string): Iterable<PastTurn>
  /** Whether only played beats lie between a commit and the present. */
  follows(commit: string): boolean
  /** Random numbers in [0, 1) for the choices of `who`. */
  chance(who: string, stream: 'policy' | 'voice'): () => number
}
