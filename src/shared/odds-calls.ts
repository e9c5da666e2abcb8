import { z } from 'zod'
import { Commit, query, stream, Who, type WorkNews, type Methods } from './calls'
import type { ActorInteractions, Attempt, Odds, OddsProgress, Preparing } from './odds'
import type { Reach } from './reach'

/** The calls that compute odds. */
export const oddsCalls = {
  /** Exact odds of everybody, or of one actor, at a commit; now if none is named. */
  odds: query(z.object({ as: Who.optional(), at: Commit.optional() })).returns<Odds>(),
  /** The same with how far players get, for a long count: progress, and last the answer. */
  countOdds: stream(z.object({ as: Who.optional(), at: Commit.optional() })).returns<WorkNews<OddsProgress, Odds & { reach: Reach }>>(),
  /** How far one actor gets, or each player, at a commit; now if none is named. Throws Problem `not-found`, `refused` when stopped. */
  reach: query(z.object({ as: Who.optional(), at: Commit.optional() })).returns<Reach>(),
  /** Only the nearest journeys, as `reach` reports them; the first answer in a large world. No findings. Throws as `reach` does. */
  reachNear: query(z.object({ as: Who.optional(), at: Commit.optional() })).returns<Reach>(),
  /** What players wait for before anything can be attempted, by name, and what each can become; null if nobody waits. */
  preparing: query(z.object({ at: Commit.optional() })).returns<Preparing | null>(),
  /**
   * The odds of interactions with the actors in a place, for one actor or each player, as far as something is rolled. Throws Problem
   * `not-found`, `refused` when stopped.
   */
  interactions: query(z.object({ place: z.string().min(1).max(200), as: Who.optional(), at: Commit.optional() })).returns<ActorInteractions[]>(),
  /** The odds of a journey for each party member if it had this difficulty. Throws Problem `not-found`, `refused` when stopped. */
  attempts: query(z.object({ journey: z.string().min(1).max(200), difficulty: z.int().min(0).max(1000), at: Commit.optional() })).returns<Attempt[]>()
}
export type OddsCalls = Methods<typeof oddsCalls>
