import type { LabMark, LabRun, Share } from './report'
import type { Difference, Estimate } from './statistics'

/** One thing that is true of more sessions on one side: its share on each side, and the difference in pairs, B's share less A's. */
export interface ComparedShare {
  kind: 'ending' | 'event' | 'fact' | 'quest' | 'place' | 'death' | 'action' | 'failure'
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
