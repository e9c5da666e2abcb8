import { z } from 'zod'
import { Spot } from './moments'

/** What the lines of a comparison are about, in the order they are told. */
export const GROUP_TITLES = {
  table: 'Scene and table',
  where: 'Who is where',
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

/** One difference in words, from the first moment to the second: a sentence, or a label with what was and what is. */
export const ComparedLine = z.object({
  /** Names the line among those of its group. */
  id: z.string(),
  words: z.string(),
  label: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  /** Whom or what it is about. */
  about: z.object({ kind: z.enum(['actor', 'place', 'journey', 'region']), id: z.string() }).optional(),
  /** Files that differ for it. */
  files: z.array(z.string()),
  /** A beat to look at. */
  beat: Spot.optional()
})
export type ComparedLine = z.infer<typeof ComparedLine>

/** One change of a beat in words of the game. `bookkeeping`: what the table counts for itself, such as whose turn it is. */
export const ChangeLine = ComparedLine.pick({ id: true, words: true, label: true, from: true, to: true }).extend({ bookkeeping: z.boolean() })
export type ChangeLine = z.infer<typeof ChangeLine>

/** Lines of one kind; `total` counts those too that are too many to be told. */
export const ComparedGroup = z.object({ kind: GroupKind, total: z.number().int(), lines: z.array(ComparedLine) })
export type ComparedGroup = z.infer<typeof ComparedGroup>

/** One of two moments: its commit, the branches that end there, and what was played since the two had the same story. */
export const ComparedSide = Spot.extend({
  subject: z.string(),
  branches: z.array(z.string()),
  /** Beats and lines of the log since the common beginning. */
  beats: z.number().int(),
  entries: z.number().int()
})
export type ComparedSide = z.infer<typeof ComparedSide>

/** Two moments in words of the game. `base` is the last commit of the story that both have; absent when they share none. */
export const Comparison = z.object({ a: ComparedSide, b: ComparedSide, base: Spot.optional(), groups: z.array(ComparedGroup) })
export type Comparison = z.infer<typeof Comparison>

/** A line of one text or the other, or of both. */
export const DiffLine = z.object({ op: z.enum(['same', 'added', 'removed']), text: z.string() })
export type DiffLine = z.infer<typeof DiffLine>

/** A stretch of lines to show, or how many equal lines are passed over. */
export const Hunk = z.union([z.object({ lines: z.array(DiffLine) }), z.object({ skipped: z.number().int() })])
export type Hunk = z.infer<typeof Hunk>

/** How a file differs between two commits. */
export const FileLines = z.object({
  path: z.string(),
  change: z.enum(['added', 'changed', 'removed', 'same']),
  hunks: z.array(Hunk),
  /** Lines that are too many to be told. */
  left: z.number().int(),
  /** What is there is no text. */
  binary: z.boolean()
})
export type FileLines = z.infer<typeof FileLines>
