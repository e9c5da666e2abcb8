import { z } from 'zod'
import { Dir, mutation, query, type Methods } from './calls'
import type { CampaignInfo } from '../story/campaign'

/** A git repository without a campaign, and the options for creating one in it. */
export interface ForeignFolder {
  dir: string
  /** The default title of a campaign created here. */
  title: string
  /** The branch that is checked out, and the branch for a new campaign. */
  here: string
  branch: string
  /** Branches of the repository that already have a campaign. */
  campaigns: string[]
  /** Map files in it that can be imported, with the number of places in each. */
  maps: { path: string; places: number }[]
  /** Why no campaign can be created here now, in a sentence. */
  refusal?: string
  /** The files that prevent it. */
  files: string[]
}

/** The input for a campaign in another repository. `map`: a file of the repository to import. */
export const NewHere = z.object({
  dir: Dir,
  title: z.string().trim().min(1).max(120).optional(),
  game: z.string().min(1).max(60).optional(),
  gameName: z.string().max(80).optional(),
  seed: z.string().min(1).max(200).optional(),
  map: z.string().min(1).max(1000).optional()
})
export type NewHere = z.infer<typeof NewHere>

/** The calls about repositories without a campaign. Every failure is a Problem, and then nothing in the folder has changed. */
export const foreignCalls = {
  /** Examines such a repository. Writes nothing. */
  foreign: query(z.object({ dir: Dir })).returns<ForeignFolder>(),
  /**
   * Creates a campaign beside the existing files, as one commit on a branch of its own, and opens it. A map is imported in the next commit. `notes`:
   * sentences about the map. Throws Problem `dirty` (data.paths) for uncommitted changes, `refused` (data.paths) if files are in the way.
   */
  createHere: mutation(NewHere).returns<{ campaign: CampaignInfo; notes: string[] }>(),
  /** Checks out a branch with a campaign, and opens it. */
  openBranch: mutation(z.object({ dir: Dir, branch: z.string().min(1).max(200) })).returns<CampaignInfo>()
}
export type ForeignCalls = Methods<typeof foreignCalls>
