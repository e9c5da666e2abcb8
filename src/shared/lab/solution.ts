import { z } from 'zod'
import { Commit, Who } from '../contract/calls'
import { ParamValue } from '../story/play'
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

/** That players who set out together succeed in a journey: all of them, or at least one. */
const JourneyGoal = z.strictObject({
  journey: z.string().min(1).max(200),
  who: z.array(Who).min(1).max(20),
  need: z.enum(['all', 'any']).default('all')
})
/** That an expression holds after an action that `by` takes in the state of the commit. */
const ActionGoal = z.strictObject({
  action: z.string().min(1).max(100),
  by: Who,
  with: z.record(z.string(), ParamValue).default({}),
  holds: Expression
})
/** That the roll of a table gives one of its rows, which is named as in the table: `3-5`. */
const RowGoal = z.strictObject({ table: z.string().min(1).max(200), row: z.string().min(1).max(40) })
/** What one call decides: its odds are exact, and no session is played. */
export const ExactGoal = z.union([JourneyGoal, ActionGoal, RowGoal])
export type ExactGoal = z.infer<typeof ExactGoal>

/**
 * What the solver looks for: the value from `least` to `most`, in steps of `step`, of the number at `of` with which `goal` holds in a share `target` of
 * sessions. `goal`: an expression that holds after some beat, or the ending of a session. The plan says how many sessions are played for each value.
 */
export const LabTarget = z.strictObject({
  of: NumberPath,
  least: z.number(),
  most: z.number(),
  step: z.number().positive().default(1),
  goal: z.union([z.strictObject({ holds: Expression }), z.strictObject({ ending: z.enum(['ended', 'lost', 'goal']) }), ExactGoal]),
  target: z.number().min(0).max(1),
  plan: LabPlan
})
export type LabTarget = z.infer<typeof LabTarget>
export const isExact = (goal: LabTarget['goal']): goal is ExactGoal => 'journey' in goal || 'action' in goal || 'table' in goal

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
