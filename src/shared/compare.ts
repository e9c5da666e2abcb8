import { z } from 'zod'
import { Spot } from './moments'

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
export const GroupKind = z.enum(Object.keys(GROUP_TITLES) as [keyof typeof GROUP_TITLES])
export type GroupKind = z.infer<typeof GroupKind>

/** One difference in words, from the first commit to the second: a sentence, or a label with the old and the new value. */
export const ComparedLine = z.object({
  /** Identifies the line within its group. */
  id: z.string(),
  words: z.string(),
  label: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  /** Whom or what it is about. */
  about: z.object({ kind: z.enum(['actor', 'place', 'journey', 'region']), id: z.string() }).optional(),
  /** The files that differ. */
  files: z.array(z.string()),
  /** A beat to open. */
  beat: Spot.optional()
})
export type ComparedLine = z.infer<typeof ComparedLine>

/** One change of a beat in the game's words. `bookkeeping`: what the table counts for itself, such as whose turn it is. */
export const ChangeLine = ComparedLine.pick({ id: true, words: true, label: true, from: true, to: true }).extend({ bookkeeping: z.boolean() })
export type ChangeLine = z.infer<typeof ChangeLine>

/** Lines of one kind. `total` also counts the lines that are left out. */
export const ComparedGroup = z.object({ kind: GroupKind, total: z.number().int(), lines: z.array(ComparedLine) })
export type ComparedGroup = z.infer<typeof ComparedGroup>

/** One side of a comparison: its commit, the branches that end there, and what was played since the common beginning. */
export const ComparedSide = Spot.extend({
  subject: z.string(),
  branches: z.array(z.string()),
  /** Beats and log lines since the common beginning. */
  beats: z.number().int(),
  entries: z.number().int()
})
export type ComparedSide = z.infer<typeof ComparedSide>

/** Two commits compared in the game's words. `base` is their last common commit; absent if they have none. */
export const Comparison = z.object({ a: ComparedSide, b: ComparedSide, base: Spot.optional(), groups: z.array(ComparedGroup) })
export type Comparison = z.infer<typeof Comparison>

/** A line of one text or of both. */
export const DiffLine = z.object({ op: z.enum(['same', 'added', 'removed']), text: z.string() })
export type DiffLine = z.infer<typeof DiffLine>

/** Lines to show, or how many equal lines are skipped. */
export const Hunk = z.union([z.object({ lines: z.array(DiffLine) }), z.object({ skipped: z.number().int() })])
export type Hunk = z.infer<typeof Hunk>

/** How a file differs between two commits. */
export const FileLines = z.object({
  path: z.string(),
  change: z.enum(['added', 'changed', 'removed', 'same']),
  hunks: z.array(Hunk),
  /** How many lines are left out. */
  left: z.number().int(),
  /** Whether the file isn't text. */
  binary: z.boolean()
})
export type FileLines = z.infer<typeof FileLines>
