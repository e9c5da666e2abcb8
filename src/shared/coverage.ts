/** The kinds of things that play exercises, in the order of a report. */
export const COVERAGE_KINDS = ['action', 'statement', 'word', 'condition', 'row', 'item', 'location', 'event', 'node'] as const
export type CoverageKind = (typeof COVERAGE_KINDS)[number]

/** What each kind is called, for many. */
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

/** A place in the campaign's files. Lines count from 1; `end` is the last one if there are several. */
export interface CoveredPlace {
  path: string
  line: number
  end?: number
}

/** Something that play can exercise, and how often it was. */
export interface CoverageEntry {
  /** Names it among those of its kind. */
  id: string
  label: string
  times: number
  place: CoveredPlace
  /** A condition in YAML: how often it held. The other times it didn't. */
  held?: number
  /** One arm of a `? :`. */
  arm?: true
  /** The node of an Arrow document that stands at `place.path`. */
  node?: string
}

/** A kind's entries: those that were never exercised first, then in the order of the files. */
export interface CoverageGroup {
  kind: CoverageKind
  exercised: number
  entries: CoverageEntry[]
}

/** What a part of the story exercised, by the rules and the world at its end. */
export interface CoverageReport {
  /** The commit at the end. */
  commit: string
  beats: number
  /** The beats whose calls ran again for statements, conditions and effects. */
  counted: number
  /** Why the others among the played beats did not, and how many they are. */
  uncounted: { reason: string; beats: number }[]
  /** Beats that ran an earlier version of a file: what they ran of it is not in the report. */
  outdated: { path: string; beats: number }[]
  /** TypeScript files whose statements can't be counted. */
  unread: string[]
  /** The sessions on the branch. */
  sessions: number[]
  groups: CoverageGroup[]
}

/** How many beats have been counted of those that were never counted on this machine. */
export interface CoverageProgress {
  done: number
  of: number
}
