import { z } from 'zod'
import { call, Commit } from './calls'
import { Having, type ChroniclePage, type DeletedBranch, type FoundBeats } from './chronicle'
import type { Branch } from './present'

/** The calls about the timeline: every beat of every branch. */
export interface TimelineCalls {
  /** Facts of all beats, page by page: those that the asker does not have yet. */
  chronicle(having?: Having): Promise<ChroniclePage>
  /** What happened at each of these commits, in a line. Throws Problem `not-found`. */
  subjects(commits: readonly string[]): Promise<string[]>
  /** Beats whose subject or log holds a text, in any case: on the line that ends with a commit, else on every branch. `after` is the answer's `next`. */
  searchBeats(text: string, along?: string, after?: string): Promise<FoundBeats>
  /** Gives a branch another name; the present's too. Throws Problem `bad-input` for a name that is bad or taken. */
  renameBranch(branch: string, name: string): Promise<Branch>
  /** Deletes a branch that is not the present's; it can be brought back. */
  deleteBranch(branch: string): Promise<DeletedBranch>
  /** Branches that were deleted and can be brought back, the last one first. */
  deletedBranches(): Promise<DeletedBranch[]>
  /** Brings a deleted branch back, by its old name or the next that is free, unless another is given. */
  restoreBranch(ref: string, name?: string): Promise<Branch>
}

const Name = z.string().min(1).max(200)

/** How these calls come over the wire. */
export const timelineProcedures = {
  chronicle: call.input(z.object({ having: Having.optional() })).query(({ ctx, input }) => ctx.studio.chronicle(input.having)),
  subjects: call.input(z.object({ commits: z.array(Commit).max(500) })).query(({ ctx, input }) => ctx.studio.subjects(input.commits)),
  searchBeats: call
    .input(z.object({ text: z.string().max(200), along: Commit.optional(), after: z.string().max(40).optional() }))
    .query(({ ctx, input }) => ctx.studio.searchBeats(input.text, input.along, input.after)),
  renameBranch: call.input(z.object({ branch: Name, name: Name })).mutation(({ ctx, input }) => ctx.studio.renameBranch(input.branch, input.name)),
  deleteBranch: call.input(z.object({ branch: Name })).mutation(({ ctx, input }) => ctx.studio.deleteBranch(input.branch)),
  deletedBranches: call.query(({ ctx }) => ctx.studio.deletedBranches()),
  restoreBranch: call
    .input(z.object({ ref: z.string().regex(/^refs\/proscenium\/trash\/.{1,300}$/), name: Name.optional() }))
    .mutation(({ ctx, input }) => ctx.studio.restoreBranch(input.ref, input.name))
}
