import type { Problem } from '../../shared/problem'
import type { ActionCall, Beat, Dice, Spent } from '../../shared/play'
import type { Recall, Recalled } from '../../shared/recall'
import type { TableSettings, TurnRecord } from '../../shared/turns'
import { checkPlace, notePath } from '../campaign/notes/place'
import { saidNote } from '../campaign/notes/said-note'
import type { Outcome } from '../engine/outcome'
import { play } from '../engine/play'
import type { Ledger } from './budget'
import type { Snapshot } from './past'
import type { Seeable } from './seat-view'

/** A beat that has been recorded, with what watchers want to know of it. */
export interface SavedBeat {
  beat: Beat
  outcome: Pick<Outcome, 'changes' | 'writes' | 'answer' | 'rolls' | 'results'>
}

/** The present of a story: its commit is named, and where there is no repository it is only a name. */
export type Present = Pick<Snapshot, 'state' | 'lore' | 'game'> & { commit: Pick<Snapshot['commit'], 'id'> }

/** The turns of a story that were kept. */
export interface Turns {
  keep(record: TurnRecord): Problem | undefined
  /** Turns kept so far from the same commit by the same seat: the ordinal of the next one. */
  attempts(parent: string, who: string): number
  /** What all of them used. */
  ledger(): Ledger
}

/** What is kept of a turn, as far as a conversation that begins afresh needs it. */
export type PastTurn = Pick<TurnRecord, 'seat' | 'calls' | 'exchanges'>

/**
 * What a table plays: an open campaign (`OpenCampaign`) or a story in memory (`MemoryStory`). The same seed and calls give the same
 * states, pages and beats in both.
 */
export interface Story {
  readonly snapshot: Present
  readonly turns: Turns
  /** The present as views, offers and contexts are made from it (`seen.ts`). */
  seeable(): Seeable
  /** table.yaml as people set it, at the present. */
  settings(): TableSettings
  /** What somebody finds in their notes now. */
  recall(who: string, asked: Recall): Recalled
  /** Plays a call and records its beat. Throws Problem; then nothing has changed. `spent` stands beside the story. */
  recordBeat(call: ActionCall, spent?: Spent): SavedBeat
  /** The turns of a seat that led to the present, newest first, as far as they were recorded here. */
  turnsOf(who: string): Iterable<PastTurn>
  /** Numbers in [0, 1) for the choices of whoever decides now. */
  chance(who: string, stream: 'policy' | 'voice'): () => number
}

/**
 * What a call comes to before it is recorded, with the dice of the beat to come or with `dice`. `folder` reads a folder of the campaign,
 * undefined when there is none. Throws Problem.
 */
export function resolveCall(
  { state, game }: Pick<Present, 'state' | 'game'>,
  given: ActionCall,
  folder: Parameters<typeof checkPlace>[1],
  dice?: Dice
): { call: ActionCall; outcome: Outcome } {
  const call = given.action === 'record' ? { ...given, params: saidNote(given.params) } : given
  const outcome = play(state, call, game, dice)
  for (const write of outcome.writes) if (write.kind === 'note') checkPlace(notePath(write.space, write.path), folder)
  return { call, outcome }
}
