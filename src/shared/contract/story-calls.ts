import { z } from 'zod'
import { Commit, query, Who, type Methods } from './calls'
import type { Contradiction } from '../analysis/contradictions'
import type { BeatDetail, LogEntry } from '../story/play'
import type { StateAt, Refusal, SceneLog, Availabilities } from '../table/present'
import { Recall, type Recalled } from '../story/recall'
import type { NoteDraft } from '../story/ruling'

/** A line of the story: an entry of a scene's log, and the commit of its beat. `refused`: the refusals between it and the next one. */
export interface StoryLine {
  entry: LogEntry
  commit: string
  scene: string
  refused?: Refusal[]
  /** The contradictions of a narration or speech with the record. */
  contradictions?: Contradiction[]
}

/** The game's names for items, conditions and stats, by id. */
export type GameNames = Record<'items' | 'conditions' | 'stats', Readonly<Record<string, string>>>

/** The calls that read the story at any commit; by default the current one. */
export const storyCalls = {
  /** The commit of a revision: a branch, an id (full or abbreviated), or HEAD~3. Throws Problem `not-found`. */
  commitOf: query(z.object({ revision: z.string().min(1).max(300) })).returns<string>(),
  at: query(z.object({ commit: Commit, have: Commit.optional() })).returns<StateAt>(),
  /** The game's names; empty if its rules don't load. */
  gameNames: query(z.object({ at: Commit.optional() })).returns<GameNames>(),
  /** The log of one scene as of a commit; by default the active scene. */
  log: query(z.object({ commit: Commit, scene: z.string().max(300).optional() })).returns<SceneLog | undefined>(),
  /** Every public entry of the story, oldest first, with the refusals that were recorded here. */
  storyLog: query(z.object({ at: Commit.optional() })).returns<StoryLine[]>(),
  beat: query(z.object({ commit: Commit })).returns<BeatDetail>(),
  /** An unsaved draft of the note for a ruling about a beat. Throws Problem `refused` for a beat of another branch, `not-found`. */
  rulingDraft: query(z.object({ commit: Commit })).returns<NoteDraft>(),
  /** Every action of the game, with the reason why `as` may not do it. */
  actions: query(z.object({ as: Who, at: Commit.optional() })).returns<Availabilities>(),
  /** The search results of `as` in their notes. */
  recall: query(z.object({ as: Who, recall: Recall, at: Commit.optional() })).returns<Recalled>()
}
export type StoryCalls = Methods<typeof storyCalls>
