import { z } from 'zod'
import { Who } from '../contract/calls'
import { CONTINUE_LIMITS } from './limits'
import { PersonaId } from './plan'

/** The seats that a model plays: all of them, the DM's, those of the players, or these. The built-in table plays the others. */
export const ModelSeats = z.union([z.enum(['all', 'dm', 'players']), z.array(Who).min(1).max(50)])
export type ModelSeats = z.infer<typeof ModelSeats>

/**
 * Which sessions of a run models continue, each model with each persona. `from`: the last beat of the session that is kept; absent: the one at which the
 * session became unusual. `personas`: of all players; none: those of the session. `beats`: how many are played on.
 */
export const ContinueGrid = z.strictObject({
  sessions: z
    .array(z.strictObject({ session: z.int().min(0), from: z.int().min(0).optional() }))
    .min(1)
    .max(CONTINUE_LIMITS.sessions),
  models: z.array(z.string().trim().min(1).max(200)).min(1).max(CONTINUE_LIMITS.models),
  personas: z.array(PersonaId).max(CONTINUE_LIMITS.personas).default([]),
  seats: ModelSeats.default('all'),
  beats: z.int().min(1).max(CONTINUE_LIMITS.beats).default(40)
})
export type ContinueGrid = z.infer<typeof ContinueGrid>

/** What a continuation may cost in US dollars: less if the provider caches what it was sent before, more if it doesn't. */
export interface CostRange {
  low: number
  high: number
}

/** The estimate for one continuation. `requests`: to the model; `first`: the tokens of the first one to each seat, as it would be sent. */
export interface ContinuePrice {
  session: number
  from: number
  model: string
  persona?: string
  requests: number
  first: { seat: string; tokens: number }[]
  input: number
  output: number
  /** Absent if the model's price is unknown. */
  cost?: CostRange
}

/** The estimate for a grid. `unpriced`: the models whose price is unknown; then there is no cost. */
export interface GridPrice {
  cells: ContinuePrice[]
  requests: number
  input: number
  output: number
  cost?: CostRange
  unpriced: string[]
}

/**
 * How far a continuation came: all its beats were played (`done`), the story ended before (`ended`), it was stopped, its cap was reached, or something
 * failed. `interrupted`: its app ended while it was played.
 */
export const CONTINUATION_STATES = ['playing', 'done', 'ended', 'stopped', 'capped', 'failed', 'interrupted'] as const
export type ContinuationState = (typeof CONTINUATION_STATES)[number]

/** A session that a model has continued: a branch, and what it cost. Stored in the file continuations.json of a run. */
export const Continuation = z.object({
  branch: z.string().max(300),
  session: z.int().min(0),
  from: z.int().min(0),
  /** The last commit of the session itself, where the continuation begins. */
  fork: z.string().regex(/^[0-9a-f]{40}$/),
  model: z.string().max(200),
  persona: z.string().max(300).optional(),
  /** The ids of the seats that the model plays. */
  seats: z.array(z.string().max(400)).max(50),
  /** Milliseconds since 1970. */
  begun: z.number(),
  status: z.enum(CONTINUATION_STATES),
  /** The number of beats that were to be played, and of those that were. */
  beats: z.int().min(0),
  played: z.int().min(0),
  requests: z.int().min(0),
  /** In US dollars; absent if the model's price is unknown. */
  cost: z.number().min(0).optional(),
  /** Why it stopped, in a sentence. */
  problem: z.string().max(4000).optional()
})
export type Continuation = z.infer<typeof Continuation>

/** A continuation in a list. `kept`: its branch exists. One that was stopped before its first beat has none. */
export interface ListedContinuation extends Continuation {
  kept: boolean
}

/** The progress of a grid: continuations that are over, all of them, beats played, and what was spent so far. `cost`: absent if a price is unknown. */
export interface ContinueProgress {
  done: number
  of: number
  beats: number
  requests: number
  cost?: number
}

/** The result of a grid. `left`: continuations that weren't begun, because it was stopped or the cap was reached. */
export interface ContinueResult {
  continuations: ListedContinuation[]
  left: number
  cost?: number
}
