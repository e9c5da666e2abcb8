import { z } from 'zod'
import { query, type Methods } from './calls'
import type { CheckReport, VerifyReport } from './reports'

/** The calls that look for mistakes: in the game and its world, and in the history. */
export const checkCalls = {
  /** Checks the game and its world, external changes included. Plays in memory and changes nothing. */
  check: query().returns<CheckReport>(),
  /** Replays every beat of the line, or with `sinceChecked` only those after the last one that this machine has verified. */
  verify: query(z.object({ sinceChecked: z.boolean() }).optional()).returns<VerifyReport>()
}
export type CheckCalls = Methods<typeof checkCalls>
