import { z } from 'zod'
import { call, Commit, type Stop } from './calls'
import type { PlaceLore } from './lore'
import { Beat } from './play'
import { Span, type Visits } from './visits'

/** Beats that happened in a place, newest first. */
export const PlacePage = z.object({
  beats: z.array(Beat),
  /** How many beats were read for this page. */
  looked: z.int(),
  /** Where the next page begins; absent at the beginning of the story. A page may be short or empty and still have a next one. */
  before: Commit.optional()
})
export type PlacePage = z.infer<typeof PlacePage>

/** The calls about what happened in a place. */
export interface PlacesCalls {
  /**
   * Beats of the line that ends at a commit (now if none is named) whose actor was in a place, came to it or left it (for the DM: where most of
   * the party is), or that changed the place itself. `before` is that of the previous page. Throws Problem `not-found`.
   */
  beatsAt(place: string, limit: number, at?: string, before?: string, stop?: Stop): Promise<PlacePage>
  /**
   * Where the party was, up to a commit (now if none is named): in the last session before it, or on the whole line. The party is where most of
   * the players are. If stopped, covers only the newest beats. Throws Problem `not-found`.
   */
  visits(span: Span, at?: string, stop?: Stop): Promise<Visits>
  /** The prose of a place, journey or region at a commit. Journeys and regions have only a description. Throws Problem `not-found`. */
  proseAt(what: 'place' | 'journey' | 'region', id: string, at: string): Promise<PlaceLore>
}

/** The tRPC procedures of these calls. */
export const placesProcedures = {
  beatsAt: call
    .input(
      z.object({
        place: z.string().min(1).max(120),
        limit: z.int().min(1).max(500).default(50),
        at: Commit.optional(),
        before: Commit.optional()
      })
    )
    .query(({ ctx, input, signal }) => ctx.studio.beatsAt(input.place, input.limit, input.at, input.before, signal)),
  visits: call
    .input(z.object({ span: Span, at: Commit.optional() }))
    .query(({ ctx, input, signal }) => ctx.studio.visits(input.span, input.at, signal)),
  proseAt: call
    .input(z.object({ what: z.enum(['place', 'journey', 'region']), id: z.string().min(1).max(120), at: Commit }))
    .query(({ ctx, input }) => ctx.studio.proseAt(input.what, input.id, input.at))
}
