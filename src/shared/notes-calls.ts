import { z } from 'zod'
import type { Belief } from './beliefs'
import { Commit, mutation, query, Who, type Methods } from './calls'
import type { Beat } from './play'

/** Whose notes, and when: those that a seat may read, or all of them, which are for the designer; now if no commit is named. */
const Reading = { as: Who.optional(), at: Commit.optional() }
const Path = z.string().min(1).max(1000)

/** A note in the list of all. `links`: indexes, in that list, of the other notes that it links to, each once. */
export interface NoteLine {
  path: string
  title: string
  tags: string[]
  /** Campaign time, ISO 8601; empty if the note doesn't say. */
  modified: string
  links: number[]
}

/** A name that links use and nothing has. `from`: indexes of the notes with such links. `folder`: the namespace of those notes. */
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

/** The list with its version; without the list if it is the version that the caller has. */
export interface NoteListNews {
  version: string
  list?: NoteList
}

/** Where a link leads: to a note, to something of the world without one, to a beat of the line of history, or nowhere. */
export type LinkEnd =
  | { what: 'note'; path: string; title: string }
  | { what: 'actor' | 'place' | 'region'; id: string; name: string }
  | { what: 'beat'; n: number }
  | { what: 'missing' }

/** A link of a note, as its target is written. */
export interface NoteLink {
  written: string
  to: LinkEnd
}

/**
 * A note, or a YAML file of the world, that links to a note, with its first line that does; the line is empty past the first few hundred notes.
 * `at`: the number of that line in a YAML file, whose title is its path.
 */
export interface Backlink {
  path: string
  title: string
  line: string
  at?: number
}

/** Somebody who may read a note, or who believes something about it. */
export interface Knower {
  who: string
  name: string
  /** What they believe, by what it is about; absent for one who may read the note. */
  belief?: Belief & { about: string }
}

/** A note with everything around it. */
export interface NotePage {
  path: string
  title: string
  tags: string[]
  /** Campaign times, ISO 8601; empty if the note doesn't say. */
  created: string
  modified: string
  /** Markdown, without front matter. */
  body: string
  /** What is wrong with its front matter. */
  problem?: string
  links: NoteLink[]
  backlinks: Backlink[]
  /** Besides the designer, who knows every note. */
  knownTo: Knower[]
}

/** The calls about notes: those of the world and of the players. */
export const notesCalls = {
  /** The notes that a reader may see. `have`: the version that the caller has. Throws Problem `not-found` for somebody without a seat. */
  notes: query(z.object({ ...Reading, have: z.string().max(100).optional() })).returns<NoteListNews>(),
  /** A note. Throws Problem `not-found`, also for a note that the reader may not see. */
  note: query(z.object({ ...Reading, path: Path })).returns<NotePage>(),
  /**
   * Creates the note that a link of another one is missing, beside the notes of that one's namespace, as one beat by the designer. Throws Problem
   * `refused` if the link leads somewhere by now, `not-found` if no such link is there.
   */
  createNote: mutation(z.object({ from: Path, target: z.string().min(1).max(400) })).returns<Beat & { path: string }>()
}
export type NotesCalls = Methods<typeof notesCalls>
