import { z } from 'zod'
import { call, Commit } from './calls'
import { Having, type ChroniclePage, type DeletedBranch, type FoundBeats } from './chronicle'
import type { Branch } from './present'

/** The calls about the timeline: every beat of every branch. */
export interface TimelineCalls {
  /** The facts of all beats, page by page: those that the client doesn't have yet. */
  chronicle(having?: Having): Promise<ChroniclePage>
  /** The subject of each of these commits. Throws Problem `not-found`. */
  subjects(commits: readonly string[]): Promise<string[]>
  /**
   * Beats whose subject or log contains a text, ignoring case: on the line that ends at a commit, otherwise on every branch. `after` is the
   * previous answer's `next`.
   */
  searchBeats(text: string, along?: string, after?: string): Promise<FoundBeats>
  /** Renames a branch, also the current one. Throws Problem `bad-input` for an invalid name or one in use. */
  renameBranch(branch: string, name: string): Promise<Branch>
  /** Deletes a branch other than the current one. It can be restored. */
  deleteBranch(branch: string): Promise<DeletedBranch>
  /** Deleted branches that can be restored, the last deleted first. */
  deletedBranches(): Promise<DeletedBranch[]>
  /** Restores a deleted branch by its old name, the next free one, or the given one. */
  restoreBranch(ref: string, name?: string): Promise<Branch>
}

const Name = z.string().min(1).max(200)

/** The tRPC procedures of these calls. */
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
