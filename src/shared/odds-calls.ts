import { z } from 'zod'
import { call, Commit, Who, type Stop } from './calls'
import type { Reach } from './reach'

/** The calls that work out what could be. */
export interface OddsCalls {
  /** How far one actor comes, or each of the players, at a commit; now when none is named. Throws Problem `not-found`, `refused` when stopped. */
  reach(as?: string, at?: string, stop?: Stop): Promise<Reach>
}

/** How these calls come over the wire. */
export const oddsProcedures = {
  reach: call
    .input(z.object({ as: Who.optional(), at: Commit.optional() }))
    .query(({ ctx, input, signal }) => ctx.studio.reach(input.as, input.at, signal))
}
