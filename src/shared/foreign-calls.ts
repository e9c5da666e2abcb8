import { z } from 'zod'
import { call, Dir } from './calls'
import type { CampaignInfo } from './campaign'

/** A git repository that is no campaign, and what can be made of it. */
export const ForeignFolder = z.object({
  dir: z.string(),
  /** The title that a campaign made here would get unless another is given. */
  title: z.string(),
  /** The branch that is checked out, and the one that a campaign would come onto. */
  here: z.string(),
  branch: z.string(),
  /** Branches of the repository that hold a campaign already. */
  campaigns: z.array(z.string()),
  /** Files of maps in it that can be brought in, with how many places each. */
  maps: z.array(z.object({ path: z.string(), places: z.int() })),
  /** Why no campaign can be made here as it stands, in a sentence. */
  refusal: z.string().optional(),
  /** The files that are the reason. */
  files: z.array(z.string())
})
export type ForeignFolder = z.infer<typeof ForeignFolder>

/** What a campaign in a foreign repository is made of. `map`: a file of the repository that is brought in. */
export const NewHere = z.object({
  dir: Dir,
  title: z.string().trim().min(1).max(120).optional(),
  game: z.string().min(1).max(60).optional(),
  seed: z.string().min(1).max(200).optional(),
  map: z.string().min(1).max(1000).optional()
})
export type NewHere = z.infer<typeof NewHere>

/** The calls about repositories that are no campaigns. Every failure is a Problem, and then nothing in the folder has changed. */
export interface ForeignCalls {
  /** What is in such a repository. Nothing is written. */
  foreign(dir: string): Promise<ForeignFolder>
  /**
   * Makes a campaign beside the files that are there, as one commit on a branch of its own, and opens it; a map comes in as the next one.
   * `notes`: sentences on the map. Problem `dirty` (data.paths) where something is not committed, `refused` (data.paths) for files in the way.
   */
  createHere(input: NewHere): Promise<{ campaign: CampaignInfo; notes: string[] }>
  /** Checks out a branch that holds a campaign, and opens it. */
  openBranch(dir: string, branch: string): Promise<CampaignInfo>
}

/** How these calls come over the wire. */
export const foreignProcedures = {
  foreign: call.input(z.object({ dir: Dir })).query(({ ctx, input }) => ctx.studio.foreign(input.dir)),
  createHere: call.input(NewHere).mutation(({ ctx, input }) => ctx.studio.createHere(input)),
  openBranch: call
    .input(z.object({ dir: Dir, branch: z.string().min(1).max(200) }))
    .mutation(({ ctx, input }) => ctx.studio.openBranch(input.dir, input.branch))
}
