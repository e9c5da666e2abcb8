import { z } from 'zod'
import { Commit, query, Who, type Methods } from './calls'
import type { BeatDetail } from './play'
import type { Moment, SceneLog, Standings } from './present'

/** The calls that read the story at any commit. */
export const storyCalls = {
  at: query(z.object({ commit: Commit, have: Commit.optional() })).returns<Moment>(),
  /** The log of one scene as of a commit; of the active scene if none is named. */
  log: query(z.object({ commit: Commit, scene: z.string().max(300).optional() })).returns<SceneLog | undefined>(),
  beat: query(z.object({ commit: Commit })).returns<BeatDetail>(),
  /** Every action of the game, with the reason why `as` may not do it, at a commit; now if none is named. */
  actions: query(z.object({ as: Who, at: Commit.optional() })).returns<Standings>()
}
export type StoryCalls = Methods<typeof storyCalls>
