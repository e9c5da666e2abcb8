import { z } from 'zod'
import { Commit, Who } from '../contract/calls'
import { Expression, LabPlan } from './plan'
import type { Share } from './report'

/** A number in a YAML file of the rules or the world: its file, and the keys that lead to it. */
export const NumberPath = z.strictObject({ path: z.string().min(1).max(400), keys: z.array(z.string().min(1).max(200)).min(1).max(20) })
export type NumberPath = z.infer<typeof NumberPath>

/** A number with another value than the commit has. */
export const NumberChange = z.strictObject({ of: NumberPath, value: z.number() })
export type NumberChange = z.infer<typeof NumberChange>

/** A number of the campaign and its present value. */
export interface FoundNumber extends NumberPath {
  value: number
}

/**
 * What the solver looks for: the value from `least` to `most`, in steps of `step`, of the number at `of` with which `goal` holds in a share `target` of
 * sessions. `goal`: an expression that holds after some beat, or the ending of a session. The plan says how many sessions are played for each value. The
 * goal that `who`, alone, succeeds in a journey has exact odds: no session is played for it.
 */
export const LabTarget = z.strictObject({
  of: NumberPath,
  least: z.number(),
  most: z.number(),
  step: z.number().positive().default(1),
  goal: z.union([
    z.strictObject({ holds: Expression }),
    z.strictObject({ ending: z.enum(['ended', 'lost', 'goal']) }),
    z.strictObject({ journey: z.string().min(1).max(200), who: Who })
  ]),
  target: z.number().min(0).max(1),
  plan: LabPlan
})
export type LabTarget = z.infer<typeof LabTarget>

/** A search at a commit. */
export const Search = z.strictObject({ target: LabTarget, at: Commit })
export type Search = z.infer<typeof Search>

const ShareSchema: z.ZodType<Share> = z.object({ count: z.number(), of: z.number(), share: z.number(), low: z.number(), high: z.number() })
/** The share of sessions, or the exact odds, that reach the goal with one value of the number. Exact odds are of no number of sessions. */
export const CurvePoint = z.object({ value: z.number(), share: ShareSchema })
export type CurvePoint = z.infer<typeof CurvePoint>

/** What the solver found. `points`: every value that was tried, ascending. */
export interface LabSolution {
  /** The number now, and the value whose share is nearest to the target. */
  now: number
  best: CurvePoint
  /** Whether the interval of the best value has the target in it; of exact odds, whether the target lies between those of two values. */
  isReached: boolean
  points: CurvePoint[]
  sessions: number
}

/** The value that is being tried, its sessions so far, and the values that were tried before it, ascending. */
export interface SolveProgress {
  value: number
  done: number
  of: number
  points: CurvePoint[]
  /** What there is to say about workers that play, in sentences. */
  news?: string
}
