import { z } from 'zod'
import type { Beat } from '../story/play'
import type { Branch } from '../table/present'

/** The properties that many beats share: the actor, the action, and the agent behind it. */
export interface BeatAction {
  kind: Beat['kind']
  action: string
  actor: string
  as?: string | undefined
  agent?: string | undefined
}

/**
 * The properties of many beats, one array per property, enough to draw and navigate them. Rows are only appended, and a beat's parent has an earlier
 * row. `back` is the distance to that row, 0 for a beat without a parent. `steps` (its number) and `seconds` (its time) are relative to the parent's.
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

/** The version of a reader's copy of the chronicle: its store, its number of rows, and its number of scene names. */
export const KnownPosition = z.object({ store: z.string().max(100), rows: z.int().min(0), scenes: z.int().min(0) })
export type KnownPosition = z.infer<typeof KnownPosition>

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
  /** Only on a first page with more to follow: the newest beats of the current line, newest first, to draw first. */
  newest?: Beat[]
}

/** What the window knows of every beat; of received and fetched ones also the subject. An outside commit has the beat number before it. */
export interface Mark extends BeatAction {
  id: string
  parent?: string | undefined
  n: number
  /** The number of beats before it on its line of history, which is its position in the drawing. */
  place: number
  /** Milliseconds since 1970. */
  time: number
  scene?: string | undefined
  subject?: string | undefined
}

/** A deleted branch that can be restored: the ref that keeps it, its last beat, and the time (ms) of the deletion, if known. */
export interface DeletedBranch {
  ref: string
  name: string
  head: string
  /** Number and subject of its last beat; -1 and empty if its commits no longer exist. */
  n: number
  subject: string
  time?: number
}

/** A beat in a search's results, and the matching text. */
export interface BeatHit {
  id: string
  words: string
}

/** The beats that match a search. `next` continues the search; absent once everything was searched. */
export interface BeatHits {
  hits: BeatHit[]
  next?: string
}
