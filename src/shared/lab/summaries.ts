import { z } from 'zod'
import { CONTINUE_LIMITS } from './limits'

/** The most branches that are summarised at once. */
export const MAX_SUMMARISED = 100

/**
 * Which branches of a run a model summarises, as one message batch at half the price: continuations and opened sessions, by their names, and sessions, which
 * become branches then. Without any, all continuations. `cap`: in US dollars.
 */
export const SummariesAsked = z.strictObject({
  branches: z.array(z.string().min(1).max(300)).max(MAX_SUMMARISED).default([]),
  sessions: z.array(z.int().min(0)).max(CONTINUE_LIMITS.sessions).default([]),
  model: z.string().trim().min(1).max(200).optional(),
  cap: z.number().max(100_000).optional()
})
export type SummariesAsked = z.infer<typeof SummariesAsked>

/** A summary of a branch, as far as the commit. `text`: Markdown. */
export const LabSummary = z.object({
  branch: z.string().max(300),
  commit: z.string().max(64),
  model: z.string().max(200),
  text: z.string().max(40_000)
})
export type LabSummary = z.infer<typeof LabSummary>

/** The estimated cost of summaries. `waiting`: those in batches that were sent before; `recorded`: those that are there. */
export interface SummariesPrice {
  model: string
  requests: number
  recorded: number
  waiting: number
  input: number
  output: number
  /** In US dollars; absent if the model's price is unknown. */
  cost?: number
}

/** The result of asking for summaries. `waiting`: those whose answers aren't there yet. */
export interface SummariesReport {
  summaries: LabSummary[]
  waiting: number
  cost?: number
  problems: string[]
}
