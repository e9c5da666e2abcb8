import { z } from 'zod'

// The input of `recall` and its results.

/** The input of `recall`. All given filters must match. */
export const Recall = z.object({
  query: z.string().max(2000).optional(),
  tags: z.array(z.string().max(200)).max(100).readonly().optional(),
  link_target: z.string().max(400).optional(),
  sort: z.enum(['modified', 'relevance']).optional(),
  limit: z.number().optional()
})
export type Recall = z.infer<typeof Recall>

/** A matching note: `content` (the whole body) for a search by tags alone, otherwise `snippet`. */
export interface Hit {
  path: string
  title: string
  tags: string[]
  modified: string
  snippet?: string
  content?: string
  /** The fault of the note's front matter. */
  problem?: string
}

/** The matching notes, and whether a higher limit would find more. */
export interface RecallHits {
  hits: Hit[]
  more: boolean
}

/** The result of one recall. */
export interface Recalled extends RecallHits {
  /** The number of notes searched. */
  of: number
  /** Beats of the active scene that mention the link target, with the speaker. */
  cited: { beat: number; by: string }[]
}
