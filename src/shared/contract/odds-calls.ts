import { z } from 'zod'
import { Commit, query, stream, Who, type WorkNews, type Methods } from './calls'
import type { ActorInteractions, Attempt, Odds, OddsProgress, Preparing } from '../analysis/odds'
import type { Reach } from '../analysis/reach'

/** The calls that compute odds. */
export const oddsCalls = {
  /** Exact odds of all actors, or of one, at a commit; by default the current one. */
  odds: query(z.object({ as: Who.optional(), at: Commit.optional() })).returns<Odds>(),
  /** The same and how far players get, as a stream for a long computation: progress, and last the answer. */
  countOdds: stream(z.object({ as: Who.optional(), at: Commit.optional() })).returns<WorkNews<OddsProgress, Odds & { reach: Reach }>>(),
  /** How far one actor gets, or each player, at a commit; by default the current one. Throws Problem `not-found`, `refused` when stopped. */
  reach: query(z.object({ as: Who.optional(), at: Commit.optional() })).returns<Reach>(),
  /** Only the nearest journeys, as `reach` reports them; the first answer in a large world. No findings. Throws as `reach` does. */
  reachNear: query(z.object({ as: Who.optional(), at: Commit.optional() })).returns<Reach>(),
  /** The choices that players have to make before the first risky action; null if no player has to. */
  preparing: query(z.object({ at: Commit.optional() })).returns<Preparing | null>(),
  /**
   * The odds of interactions with the actors in a place that involve a roll, for one actor or each player. Throws Problem `not-found`, `refused` when
   * stopped.
   */
  interactions: query(z.object({ place: z.string().min(1).max(200), as: Who.optional(), at: Commit.optional() })).returns<ActorInteractions[]>(),
  /** The odds of a journey for each party member if it had this difficulty. Throws Problem `not-found`, `refused` when stopped. */
  attempts: query(z.object({ journey: z.string().min(1).max(200), difficulty: z.int().min(0).max(1000), at: Commit.optional() })).returns<Attempt[]>()
}
export type OddsCalls = Methods<typeof oddsCalls>
