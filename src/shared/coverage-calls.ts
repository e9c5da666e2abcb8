import { z } from 'zod'
import { Commit, stream, type Methods, type WorkNews } from './calls'
import type { CoverageProgress, CoverageReport } from './coverage'

/** What play exercised. */
export const coverageCalls = {
  /**
   * What a part of the story exercised, how often, and what it never did: of a branch (the current one if none is named), of one of its sessions, or of
   * the beats after `from` up to `to`. Runs the recorded calls again where this machine hasn't yet, and remembers what they exercised beside the
   * history. Throws Problem `not-found`, `bad-input` if the span isn't on the branch.
   */
  coverage: stream(
    z.object({
      branch: z.string().min(1).max(400).optional(),
      session: z.int().min(1).max(100_000).optional(),
      from: Commit.optional(),
      to: Commit.optional()
    })
  ).returns<WorkNews<CoverageProgress, CoverageReport>>()
}
export type CoverageCalls = Methods<typeof coverageCalls>
