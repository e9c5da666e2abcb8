import { z } from 'zod'
import { call, Commit, Who, type Stop } from './calls'
import type { ActorInteractions, Attempt, Preparing } from './odds'
import type { Reach } from './reach'

/** The calls that work out what could be. */
export interface OddsCalls {
  /** How far one actor comes, or each of the players, at a commit; now when none is named. Throws Problem `not-found`, `refused` when stopped. */
  reach(as?: string, at?: string, stop?: Stop): Promise<Reach>
  /** The journeys nearest to where they are alone, as `reach` tells them: what a large world is answered with first. No findings. Throws as `reach` does. */
  reachNear(as?: string, at?: string, stop?: Stop): Promise<Reach>
  /** What players wait for before anything can be ventured, by name, and what each can become; null when nobody waits. */
  preparing(at?: string): Promise<Preparing | null>
  /**
   * What can come of dealings with those who are in a place, for one actor or each of the players, as far as something is rolled.
   * Throws Problem `not-found`, `refused` when stopped.
   */
  interactions(place: string, as?: string, at?: string, stop?: Stop): Promise<ActorInteractions[]>
  /** What a journey would be for each of the party if it were this hard. Throws Problem `not-found`, `refused` when stopped. */
  attempts(journey: string, difficulty: number, at?: string, stop?: Stop): Promise<Attempt[]>
}

/** How these calls come over the wire. */
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
