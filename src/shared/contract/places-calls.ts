import { z } from 'zod'
import { Commit, query, type Methods } from './calls'
import type { PlaceLore } from '../story/lore'
import type { Beat } from '../story/play'
import { Span, type Visits } from '../analysis/visits'

/** Beats that happened in a place, newest first. */
export interface PlacePage {
  beats: Beat[]
  /** How many beats were read for this page. */
  examined: number
  /** The start of the next page; absent at the beginning of the story. A page may be short or empty and still have a next one. */
  before?: string
}

/** The calls about what happened in a place. */
export const placesCalls = {
  /**
   * Beats of the line that ends at a commit (by default the current one) whose actor was in a place, entered or left it (for the DM: where most of
   * the party is), or that changed the place itself. `before` is that of the previous page. Throws Problem `not-found`.
   */
  beatsAt: query(
    z.object({
      place: z.string().min(1).max(120),
      limit: z.int().min(1).max(500).default(50),
      at: Commit.optional(),
      before: Commit.optional()
    })
  ).returns<PlacePage>(),
  /**
   * The party's visits to places up to a commit (by default the current one): in the last session before it, or on the whole line. The party is where
   * most of the players are. If stopped, covers only the newest beats. Throws Problem `not-found`.
   */
  visits: query(z.object({ span: Span, at: Commit.optional() })).returns<Visits>(),
  /** The prose of a place, journey or region at a commit. Journeys and regions have only a description. Throws Problem `not-found`. */
  proseAt: query(z.object({ what: z.enum(['place', 'journey', 'region']), id: z.string().min(1).max(120), at: Commit })).returns<PlaceLore>()
}
export type PlacesCalls = Methods<typeof placesCalls>
