import { z } from 'zod'
import type { Belief } from '../story/beliefs'
import { Commit, mutation, query, Who, type Methods } from './calls'
import type { Beat } from '../story/play'

/** The reader and the commit: the notes that a seat may read, or by default all of them, for the designer; at the current commit by default. */
const Reading = { as: Who.optional(), at: Commit.optional() }
const Path = z.string().min(1).max(1000)

/** A note in the list of all notes. `links`: the indexes of the other notes that it links to, each once. */
export interface NoteLine {
  path: string
  title: string
  tags: string[]
  /** Campaign time, ISO 8601; empty if the note doesn't say. */
  modified: string
  links: number[]
}

/** A link target without a note. `from`: indexes of the notes with such links. `folder`: the namespace of those notes. */
export interface MissingNote {
  target: string
  folder: string
  from: number[]
}

/** All notes that a reader may see, by path, and the names without a note. */
export interface NoteList {
  notes: NoteLine[]
  missing: MissingNote[]
}

/** The list with its version; without the list if the caller has that version already. */
export interface NoteListNews {
  version: string
  list?: NoteList
}

/** The target of a link: a note, a part of the world without one, a beat of the line of history, or nothing. */
export type LinkEnd =
  | { what: 'note'; path: string; title: string }
  | { what: 'actor' | 'place' | 'region'; id: string; name: string }
  | { what: 'beat'; n: number }
  | { what: 'missing' }

/** A link of a note, with its target as written. */
export interface NoteLink {
  written: string
  to: LinkEnd
}

/**
 * A note, or a YAML file of the world, that links to a note, with the first line that does; the line is empty past the first few hundred notes. `at`:
 * the number of that line in a YAML file, whose title is its path.
 */
export interface Backlink {
  path: string
  title: string
  line: string
  at?: number
}

/** A character who may read a note, or who has a belief about its subject. */
export interface Knower {
  who: string
  name: string
  /** Their belief and its claim; absent for one who may read the note. */
  belief?: Belief & { about: string }
}

/** A note with its context. */
export interface NotePage {
  path: string
  title: string
  tags: string[]
  /** Campaign times, ISO 8601; empty if the note doesn't say. */
  created: string
  modified: string
  /** Markdown, without front matter. */
  body: string
  /** The fault of its front matter. */
  problem?: string
  links: NoteLink[]
  backlinks: Backlink[]
  /** Characters who know the note. The designer knows every note. */
  knownTo: Knower[]
}

/** The calls about notes: those of the world and of the players. */
export const notesCalls = {
  /** The notes that a reader may see. `have`: the caller's version of the list. Throws Problem `not-found` for an actor without a seat. */
  notes: query(z.object({ ...Reading, have: z.string().max(100).optional() })).returns<NoteListNews>(),
  /** A note. Throws Problem `not-found` if it doesn't exist or the reader may not see it. */
  note: query(z.object({ ...Reading, path: Path })).returns<NotePage>(),
  /**
   * Creates the missing note that another note links to, in the folder of that note's namespace, as one beat by the designer. Throws Problem
   * `refused` if the link has a target by now, `not-found` if there is no such link.
   */
  createNote: mutation(z.object({ from: Path, target: z.string().min(1).max(400) })).returns<Beat & { path: string }>()
}
export type NotesCalls = Methods<typeof notesCalls>
