import { z } from 'zod'
import { Commit, mutation, query, type Methods, Who } from './calls'
import type { Piece } from '../map/piece'
import type { Beat } from '../story/play'
import { MapFormat, WorldEdit, type LinksLeft } from './world-edits'
import type { Belief } from '../story/beliefs'
import type { HeldBelief } from '../words/belief-words'
import type { Json } from '../base/json'
import type { MutationFault } from '../narrator/check-mutations'
import { MAX_OUTPUT_CHARACTERS } from '../narrator/json-text'
import type { NarrativeType } from '../narrator/mutations'
import type { NarrativeWeight } from '../narrator/weights'
import type { PlanViolation } from '../plans/check'
import type { PlanEvent } from '../plans/events'

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

/** The target of a link: a note, a part of the world without one, a beat of the line of history, a file such as a picture, or nothing. */
export type LinkEnd =
  | { what: 'note'; path: string; title: string }
  | { what: 'actor' | 'place' | 'region'; id: string; name: string }
  | { what: 'beat'; n: number }
  | { what: 'attachment'; name: string }
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
  /** The paths in the campaign of the pictures that the text shows, by their targets as written; absent if it shows none. */
  pictures?: Record<string, string>
  backlinks: Backlink[]
  /** Characters who know the note. The designer knows every note. */
  knownTo: Knower[]
}

/** The result of a batch of mutations: the positions of the applied ones, the faults of the others, and the beat; no beat if none was applied. */
export interface AppliedMutations {
  /** What a designer should know of the applied ones. */
  notes?: string[]
  applied: number[]
  refused: (MutationFault & { item: Json })[]
  beat?: Beat
}

/** The result of a plan: its violations, or the events of its execution; its last beat, if it made one. */
export interface PlanReport {
  violations: PlanViolation[]
  events: PlanEvent[]
  beat?: Beat
}

/** A narrative with its current weight, without its text. */
export interface WeighedNarrative extends NarrativeWeight {
  id: string
  name: string
  type: NarrativeType
  focus: number
}

/** The beliefs of one character. */
export interface WhoBelieves {
  id: string
  name: string
  beliefs: HeldBelief[]
}

/** The calls about the world: edits, maps, notes, and what narrators wrote about it. */
export const worldCalls = {
  // The calls that edit the world.
  /**
   * Edits the world atomically as one beat by the designer. Bytes of unchanged lines stay. `made`: the ids created, in order. `links`: texts that
   * linked to a renamed thing. Throws Problem `refused` (with data.references if something still needs what would be removed, or if nothing would
   * change), `not-found`, `bad-input`, and `dirty` if a file was changed outside.
   */
  editWorld: mutation(z.object({ edits: z.array(WorldEdit).min(1).max(20_000) })).returns<{ beat: Beat; created: string[]; links?: LinksLeft }>(),
  /**
   * Imports a map beside the existing world as one beat (kind `import`). Places without a region go to `region`. `made`: ids of regions, places and
   * journeys in order; `notes`: sentences about omissions. Throws Problem `bad-input` if it can't be read, and `refused` with data.references for ids
   * that exist or occur twice and journeys to unknown places.
   */
  importWorld: mutation(z.object({ text: z.string().max(32 << 20), format: MapFormat, region: z.string().min(1).max(120).optional() })).returns<{
    beat: Beat
    created: string[]
    notes: string[]
  }>(),
  /** Reads a piece of a world from a clipboard's text; undefined for any other text. It changes nothing: `editWorld` puts it into the world. */
  readPiece: query(z.object({ text: z.string().max(32 << 20) })).returns<Piece | undefined>(),
  /** The map as a file's text at a commit; by default the current one. With `secrets` it includes what only the DM may know. */
  exportWorld: query(z.object({ format: MapFormat, at: Commit.optional(), secrets: z.boolean().default(false) })).returns<string>(),
  /** The map as SVG; `seenOnly`: what the party has seen. `untold`: labels that don't fit; `rows`: the world was too large for a layout. */
  mapImage: query(z.object({ theme: z.enum(['dark', 'light']), seenOnly: z.boolean(), at: Commit.optional() })).returns<{
    svg: string
    unlabelled: number
    rows: boolean
  }>(),

  // The calls about notes: those of the world and of the players.
  /** The notes that a reader may see. `have`: the caller's version of the list. Throws Problem `not-found` for an actor without a seat. */
  notes: query(z.object({ ...Reading, have: z.string().max(100).optional() })).returns<NoteListNews>(),
  /** A note. Throws Problem `not-found` if it doesn't exist or the reader may not see it. */
  note: query(z.object({ ...Reading, path: Path })).returns<NotePage>(),
  /**
   * Creates the missing note that another note links to, in the folder of that note's namespace, as one beat by the designer. Throws Problem
   * `refused` if the link has a target by now, `not-found` if there is no such link.
   */
  createNote: mutation(z.object({ from: Path, target: z.string().min(1).max(400) })).returns<Beat & { path: string }>(),

  // The calls about narrators' output.
  /**
   * Applies the mutations of a narrator's output, or a list of mutations, as one beat by the designer. Invalid items are reported one by one. Throws
   * Problem `bad-input` for a text without mutations, and `dirty` if a file was changed outside.
   */
  applyMutations: mutation(z.object({ text: z.string().max(MAX_OUTPUT_CHARACTERS) })).returns<AppliedMutations>(),
  /**
   * Validates, executes and narrates a plan in the DM's turn; Pause cancels it. A plan with violations changes nothing. Throws Problem `refused` if
   * it isn't the DM's turn, and `dirty` if a file was changed outside.
   */
  runPlan: mutation(z.object({ text: z.string().max(MAX_OUTPUT_CHARACTERS) })).returns<PlanReport>(),
  /** Every narrative, the weightiest first, at a commit; by default the current one. */
  narratives: query(z.object({ at: Commit.optional() })).returns<WeighedNarrative[]>(),
  /** The beliefs of all characters, or of one, at a commit (by default the current one), without those who have none. Throws `not-found`. */
  beliefs: query(z.object({ of: Who.optional(), at: Commit.optional() })).returns<WhoBelieves[]>()
}
export type WorldCalls = Methods<typeof worldCalls>
