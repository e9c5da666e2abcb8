import type { Spot } from './analysis'

/** The groups of a comparison, in the order in which they are shown. */
export const GROUP_TITLES = {
  table: 'Scene and table',
  where: 'Characters and where they are',
  stats: 'Stats',
  conditions: 'Conditions',
  items: 'Things',
  attitudes: 'Attitudes',
  people: 'People',
  facts: 'Facts',
  clock: 'Clock',
  threads: 'Quests, threads, factions and relationships',
  beliefs: 'Beliefs',
  places: 'Places',
  journeys: 'Journeys',
  notes: 'Notes and prose',
  rules: 'Rules',
  log: 'Log',
  files: 'Other files'
} as const
export type GroupKind = keyof typeof GROUP_TITLES

/** One difference in words, from the first commit to the second: a sentence, or a label with the old and the new value. */
export interface ComparedLine {
  /** Identifies the line within its group. */
  id: string
  words: string
  label?: string
  from?: string
  to?: string
  /** The subject of the line. */
  about?: { kind: 'actor' | 'place' | 'journey' | 'region'; id: string }
  files: string[]
  /** A beat to open. */
  beat?: Spot
}

/** One change of a beat in the game's words. `bookkeeping`: the table's own counters, such as whose turn it is. */
export interface ChangeLine extends Pick<ComparedLine, 'id' | 'words' | 'label' | 'from' | 'to'> {
  bookkeeping: boolean
}

/** Lines of one kind. `total` also counts the lines that are left out. */
export interface ComparedGroup {
  kind: GroupKind
  total: number
  lines: ComparedLine[]
}

/** One side of a comparison: its commit, the branches that end there, and what was played since the common beginning. */
export interface ComparedSide extends Spot {
  subject: string
  branches: string[]
  /** Beats and log lines since the common ancestor. */
  beats: number
  entries: number
}

/** Two commits compared in the game's words. `base` is their last common ancestor; absent if they have none. */
export interface Comparison {
  a: ComparedSide
  b: ComparedSide
  base?: Spot
  groups: ComparedGroup[]
}

/** A line of one text or of both. */
export interface DiffLine {
  op: 'same' | 'added' | 'removed'
  text: string
}

/** Lines to show, or the number of equal lines that are skipped. */
export type Hunk = { lines: DiffLine[] } | { skipped: number }

/** The differences of a file between two commits. */
export interface FileLines {
  path: string
  change: 'added' | 'changed' | 'removed' | 'same'
  hunks: Hunk[]
  /** The number of lines that are left out. */
  left: number
  binary: boolean
}
