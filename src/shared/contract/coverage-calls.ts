import { z } from 'zod'
import { Commit, stream, type Methods, type WorkNews } from './calls'
import type { CoverageProgress, CoverageReport } from '../analysis/coverage'

/** The calls about coverage: what play exercised. */
export const coverageCalls = {
  /**
   * The coverage of a part of the story: a branch (the current one by default), one of its sessions, or the beats after `from` up to `to`. Reruns the
   * recorded calls that this machine has not counted yet, and stores the counts beside the history. Throws Problem `not-found`, and `bad-input` if
   * the span isn't on the branch.
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
