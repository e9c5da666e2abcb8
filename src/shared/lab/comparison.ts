import { z } from 'zod'
import { COMPARED_NUMBERS } from './kinds'
import { LabParty, LabPlan } from './plan'
import { LabMark, type LabRun, type Share } from './report'
import type { Difference, Estimate } from './statistics'

/** One thing that is true of more sessions on one side: its share on each side, and the difference in pairs, B's share less A's. */
export interface ComparedShare {
  kind: 'ending' | 'event' | 'fact' | 'quest' | 'place' | 'death' | 'fall' | 'action' | 'failure'
  label: string
  a: Share
  b: Share
  difference: Difference
  mark: LabMark
}

/** A number of sessions on both sides: the means, and the mean of the differences in pairs, B's less A's. */
export interface ComparedMean {
  of: string
  label: string
  a: Estimate
  b: Estimate
  difference: Difference
}

/** Where the two sessions of a pair differ first, in words. */
export interface FirstDifferent {
  seed: string
  a: { session: number; beat: number; words: string }
  b: { session: number; beat: number; words: string }
}

/** Two runs on the same seeds, session by session. */
export interface LabComparison {
  a: LabRun
  b: LabRun
  /** The pairs of sessions with the same seed, of which so many are the same call by call. */
  pairs: number
  same: number
  /** The confidence of every interval: 0.95, or more after several looks. */
  confidence: number
  /** Those that differ first, the clearest on top. */
  shares: ComparedShare[]
  means: ComparedMean[]
  first: FirstDifferent[]
}

/** What decides whether a comparison may stop: the share of a mark, or the mean of a number. */
export const VersusWatch = z.union([z.strictObject({ mark: LabMark }), z.strictObject({ number: z.enum(COMPARED_NUMBERS) })])
export type VersusWatch = z.infer<typeof VersusWatch>

/** One side of a comparison: a commit, and its parties if they differ from the plan's. */
export const VersusSide = z.strictObject({
  name: z.string().trim().max(80).default(''),
  commit: z.string().regex(/^[0-9a-f]{40}$/, 'must be a commit id'),
  parties: z.array(LabParty).min(1).max(20).optional()
})

/**
 * Two sides to play on the same seeds: at most `plan.sessions` sessions each. With `narrow` it stops as soon as the interval of what it watches is at
 * most `width` wide (0.1: ten sessions in a hundred).
 */
export const Versus = z.strictObject({
  a: VersusSide,
  b: VersusSide,
  plan: LabPlan,
  narrow: z.strictObject({ on: VersusWatch, width: z.number().positive() }).optional()
})
export type Versus = z.infer<typeof Versus>

/** How many sessions of at most `of` either side has, and which one is being played. */
export interface VersusProgress {
  side: 'a' | 'b'
  a: number
  b: number
  of: number
  beatsPerSecond: number
  /** What there is to say about workers that play, in sentences. */
  news?: string
}
