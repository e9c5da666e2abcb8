import { z } from 'zod'
import type { Beat } from './play'
import type { Branch } from './present'

/** The facts that many beats share: who did what, through whom. */
export interface BeatAction {
  kind: Beat['kind']
  action: string
  actor: string
  as?: string | undefined
  agent?: string | undefined
}

/**
 * Facts of many beats, one array per fact, enough to draw and walk them. Rows are only added, and a beat's parent has a row before its own.
 * `back` is how many rows before, 0 for a beat without a parent. `steps` (its number) and `seconds` (its time) are relative to the parent's.
 */
export interface BeatColumns {
  /** Number of the first row. */
  from: number
  /** Commit ids, 40 digits each. */
  ids: string
  back: number[]
  steps: number[]
  seconds: number[]
  /** Indexes into `ChroniclePage.actions`. */
  actions: number[]
  /** Indexes into the list of scenes; -1 between scenes. */
  scenes: number[]
  /** Subjects of the beats that opened a scene, by row: they contain its title. Other subjects are fetched where they are shown. */
  openings: [row: number, subject: string][]
}

/** What a reader of the chronicle has: its store, the number of rows, and the number of scene names. */
export const Having = z.object({ store: z.string().max(100), rows: z.int().min(0), scenes: z.int().min(0) })
export type Having = z.infer<typeof Having>

/** Rows that a reader doesn't have yet. If `store` differs from the reader's, the reader starts again with these rows. */
export interface ChroniclePage {
  store: string
  columns: BeatColumns
  actions: readonly BeatAction[]
  /** Scene names that the reader doesn't have yet: folders in the campaign. */
  scenes: string[]
  branches: Branch[]
  /** Whether there are more rows to ask for. */
  more: boolean
  /** How many commits have been read, while the history is still being read. */
  reading?: number
  /** On a first page that is not the last: the newest beats of the current line, newest first, to draw first. */
  newest?: Beat[]
}

/**
 * What the window knows of every beat. The subject comes with beats that were received or fetched. A commit made outside the app has the number
 * of the beat before it.
 */
export interface Mark extends BeatAction {
  id: string
  parent?: string | undefined
  n: number
  /** How many beats precede it on its line of history, which is where it is drawn. */
  place: number
  /** Milliseconds since 1970. */
  time: number
  scene?: string | undefined
  subject?: string | undefined
}

/** A deleted branch that can be restored: the ref that keeps it, its last beat, and when (ms) it was deleted, if known. */
export interface DeletedBranch {
  ref: string
  name: string
  head: string
  /** Number and subject of its last beat; -1 and empty if its commits are gone. */
  n: number
  subject: string
  time?: number
}

/** A beat that a search found, and the matching text. */
export interface BeatHit {
  id: string
  words: string
}

/** Beats that a search found. `next` continues the search; absent if everything was searched. */
export interface BeatHits {
  hits: BeatHit[]
  next?: string
}
