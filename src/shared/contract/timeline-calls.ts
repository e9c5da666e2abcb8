import { z } from 'zod'
import { Commit, mutation, query, type Methods } from './calls'
import { Having, type ChroniclePage, type DeletedBranch, type BeatHits } from '../analysis/chronicle'
import type { Branch, TimelinePage } from '../table/present'

const Name = z.string().min(1).max(200)

/** The calls about the timeline: every beat of every branch. */
export const timelineCalls = {
  /** Beats of every branch, newest first, or with `line` of the current line only. `before` is the last beat of the previous page. */
  timeline: query(
    z.object({ limit: z.int().min(1).max(100_000).default(500), before: Commit.optional(), line: z.boolean().optional() })
  ).returns<TimelinePage>(),
  /** Continues from `at` on a new branch and switches to it; with a seed, the dice change (one beat). Returns the new branch. */
  branch: mutation(
    z.object({ at: Commit, name: z.string().min(1).max(100).optional(), seed: z.string().min(1).max(200).optional() })
  ).returns<Branch>(),
  switchTo: mutation(z.object({ branch: z.string().min(1).max(200) })).returns<Branch>(),
  /** The properties of all beats, page by page, without those that the client has already. */
  chronicle: query(z.object({ having: Having.optional() })).returns<ChroniclePage>(),
  /** The subject of each of these commits. Throws Problem `not-found`. */
  subjects: query(z.object({ commits: z.array(Commit).max(500) })).returns<string[]>(),
  /**
   * Beats whose subject or log contains a text, ignoring case: on the line that ends at a commit, otherwise on every branch. `after` is the previous
   * answer's `next`.
   */
  searchBeats: query(z.object({ text: z.string().max(200), along: Commit.optional(), after: z.string().max(40).optional() })).returns<BeatHits>(),
  /** Renames a branch, even the current one. Throws Problem `bad-input` for an invalid name or one in use. */
  renameBranch: mutation(z.object({ branch: Name, name: Name })).returns<Branch>(),
  /** Deletes a branch other than the current one. It can be restored. */
  deleteBranch: mutation(z.object({ branch: Name })).returns<DeletedBranch>(),
  /** Deleted branches that can be restored, the most recently deleted first. */
  deletedBranches: query().returns<DeletedBranch[]>(),
  /** Restores a deleted branch by its old name, the next free one, or the given one. */
  restoreBranch: mutation(z.object({ ref: z.string().regex(/^refs\/proscenium\/trash\/.{1,300}$/), name: Name.optional() })).returns<Branch>()
}
export type TimelineCalls = Methods<typeof timelineCalls>
