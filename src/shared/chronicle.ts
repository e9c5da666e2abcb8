import { z } from 'zod'
import type { Beat } from './play'
import type { Branch } from './present'

/** The facts of a beat that are the same for many: who did what, through whom. */
export interface Deed {
  kind: Beat['kind']
  action: string
  actor: string
  as?: string | undefined
  agent?: string | undefined
}

/**
 * Facts of many beats, an array a fact, enough to draw and walk them. Rows only ever grow, and a beat's parent has a row before its own.
 * `back` says how many rows before, 0 for a beat without one; `steps` (its number) and `seconds` (its time) are counted from the parent's.
 */
export interface BeatColumns {
  /** Number of the first row. */
  from: number
  /** Commit ids, 40 digits each. */
  ids: string
  back: number[]
  steps: number[]
  seconds: number[]
  /** Places in `ChroniclePage.deeds`. */
  deeds: number[]
  /** Places in the list of scenes; -1 between scenes. */
  scenes: number[]
  /** Subjects of the beats that opened a scene, by row: they hold its title. Other subjects are asked for where they are seen. */
  openings: [row: number, subject: string][]
}

/** What a reader of the chronicle has: of which one, how many rows, and how many names of scenes. */
export const Having = z.object({ store: z.string().max(100), rows: z.int().min(0), scenes: z.int().min(0) })
export type Having = z.infer<typeof Having>

/** Rows that a reader does not have yet. A `store` that is not the one it has means: begin anew with these. */
export interface ChroniclePage {
  store: string
  columns: BeatColumns
  deeds: readonly Deed[]
  /** Names of scenes that the reader does not have yet: folders in the campaign. */
  scenes: string[]
  branches: Branch[]
  /** There are more rows to ask for. */
  more: boolean
  /** While the history is still being read: how many commits so far. */
  reading?: number
  /** With a first page that is not the last: the newest beats of the present's line, newest first, to begin with. */
  newest?: Beat[]
}

/** What the window knows of every beat. The subject comes with beats that were heard or asked for; a commit of somebody else has the number of the beat before it. */
export interface Mark extends Deed {
  id: string
  parent?: string | undefined
  n: number
  /** How many beats stand before it on its line of history: where it is drawn. */
  place: number
  /** Milliseconds since 1970. */
  time: number
  scene?: string | undefined
  subject?: string | undefined
}

/** A branch that was deleted and can be brought back: what keeps it, what happened last there, and when (ms) it was deleted, if known. */
export interface DeletedBranch {
  ref: string
  name: string
  head: string
  /** Number and words of its last beat; -1 and nothing when its commits are gone. */
  n: number
  subject: string
  time?: number
}

/** A beat that was found, and the words that were. */
export interface BeatHit {
  id: string
  words: string
}

/** Beats that were found; `next` is to be asked for on, absent when everything was looked through. */
export interface FoundBeats {
  hits: BeatHit[]
  next?: string
}
