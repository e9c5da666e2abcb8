import { z } from 'zod'
import { call, Commit, Who, type Stop } from './calls'
import type { ActorInteractions, Attempt, Preparing } from './odds'
import type { Reach } from './reach'

/** The calls that compute odds. */
export interface OddsCalls {
  /** How far one actor gets, or each player, at a commit; now if none is named. Throws Problem `not-found`, `refused` when stopped. */
  reach(as?: string, at?: string, stop?: Stop): Promise<Reach>
  /** Only the nearest journeys, as `reach` reports them; the first answer in a large world. No findings. Throws as `reach` does. */
  reachNear(as?: string, at?: string, stop?: Stop): Promise<Reach>
  /** What players wait for before anything can be attempted, by name, and what each can become; null if nobody waits. */
  preparing(at?: string): Promise<Preparing | null>
  /**
   * The odds of interactions with the actors in a place, for one actor or each player, as far as something is rolled. Throws Problem
   * `not-found`, `refused` when stopped.
   */
  interactions(place: string, as?: string, at?: string, stop?: Stop): Promise<ActorInteractions[]>
  /** The odds of a journey for each party member if it had this difficulty. Throws Problem `not-found`, `refused` when stopped. */
  attempts(journey: string, difficulty: number, at?: string, stop?: Stop): Promise<Attempt[]>
}

/** The tRPC procedures of these calls. */
export const oddsProcedures = {
  reach: call
    .input(z.object({ as: Who.optional(), at: Commit.optional() }))
    .query(({ ctx, input, signal }) => ctx.studio.reach(input.as, input.at, signal)),
  reachNear: call
    .input(z.object({ as: Who.optional(), at: Commit.optional() }))
    .query(({ ctx, input, signal }) => ctx.studio.reachNear(input.as, input.at, signal)),
  preparing: call.input(z.object({ at: Commit.optional() })).query(({ ctx, input }) => ctx.studio.preparing(input.at)),
  interactions: call
    .input(z.object({ place: z.string().min(1).max(200), as: Who.optional(), at: Commit.optional() }))
    .query(({ ctx, input, signal }) => ctx.studio.interactions(input.place, input.as, input.at, signal)),
  attempts: call
    .input(z.object({ journey: z.string().min(1).max(200), difficulty: z.int().min(0).max(1000), at: Commit.optional() }))
    .query(({ ctx, input, signal }) => ctx.studio.attempts(input.journey, input.difficulty, input.at, signal))
}
