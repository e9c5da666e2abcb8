/** The kinds of things that play exercises, in the order of a report. */
export const COVERAGE_KINDS = ['action', 'statement', 'word', 'condition', 'row', 'item', 'location', 'event', 'node'] as const
export type CoverageKind = (typeof COVERAGE_KINDS)[number]

/** The plural name of each kind. */
export const COVERAGE_TITLES: Readonly<Record<CoverageKind, string>> = {
  action: 'Actions',
  statement: 'TypeScript statements',
  word: 'YAML conditions and effects',
  condition: 'Conditions applied',
  row: 'Table rows',
  item: 'Equipment',
  location: 'Locations',
  event: 'Story events',
  node: 'Scene nodes'
}

/** A place in the campaign's files. Lines count from 1; `end` is the last one of several. */
export interface CoveredPlace {
  path: string
  line: number
  end?: number
}

/** Something that play can exercise, and how often it did. */
export interface CoverageEntry {
  /** Unique among the entries of its kind. */
  id: string
  label: string
  times: number
  place: CoveredPlace
  /** How often a YAML condition held; the other times it didn't. */
  held?: number
  /** One arm of a `? :`. */
  arm?: true
  /** The node of an Arrow document at `place.path`. */
  node?: string
}

/** A kind's entries: those that were never exercised first, then in the order of the files. */
export interface CoverageGroup {
  kind: CoverageKind
  exercised: number
  entries: CoverageEntry[]
}

/** The coverage of a part of the story, by the rules and the world at its end. */
export interface CoverageReport {
  commit: string
  beats: number
  /** The number of beats whose calls were rerun to count statements, conditions and effects. */
  counted: number
  /** Why the other played beats were not rerun, and the number for each reason. */
  uncounted: { reason: string; beats: number }[]
  /** Beats that ran an earlier version of a file; the report doesn't include what they ran of it. */
  outdated: { path: string; beats: number }[]
  /** TypeScript files whose statements can't be counted. */
  unread: string[]
  sessions: number[]
  groups: CoverageGroup[]
}

/** How many of the uncounted beats have been counted so far. */
export interface CoverageProgress {
  done: number
  of: number
}
