import type { PagePlayer } from './arrow/export/html'
import { z } from 'zod'
import { MAX_REACH_STEPS, MAX_RUNS, type ReachReport } from './arrow/play/reach/report'
import { Commit, mutation, query, stream, type Methods, type WorkNews } from './calls'
import { isArrowPath, MAX_ARROW_BYTES } from './layout'
import type { Beat } from './play'

const Path = z
  .string()
  .max(1000)
  .refine(isArrowPath, 'must be a file of the campaign whose name ends with .arrow, such as world/story/storm/scene.arrow')

/** An Arrow document of the campaign. `event` is the story event that it is attached to, or in whose folder it lies; `title` is the one it gives itself, if it can be read. */
export interface ArrowFileInfo {
  path: string
  title?: string
  event?: { id: string; title: string }
  bytes: number
}

/** The documents by path, and the story events that have none. */
export interface ArrowFiles {
  files: ArrowFileInfo[]
  without: { id: string; title: string }[]
}

/** The text of a document, and the version that it is: the same text has the same one. */
export interface ArrowFile {
  text: string
  version: string
}

/** Many random plays of a document: its text, how many plays and actions of each, the seed, the start, and values that variables start with, by id. */
const ReachInput = z.object({
  text: z.string().max(MAX_ARROW_BYTES),
  runs: z.int().min(1).max(MAX_RUNS),
  steps: z.int().min(1).max(MAX_REACH_STEPS),
  seed: z.int().min(0).max(0xffffffff),
  from: z.int().min(0).optional(),
  assume: z.record(z.string().regex(/^\d{1,16}$/), z.union([z.number(), z.string().max(100_000), z.boolean()])).optional()
})

/** The calls about Arrow documents, files of the campaign. */
export const arrowCalls = {
  /** The documents at a commit; now, with those added outside, if none is named. */
  arrowFiles: query(z.object({ at: Commit.optional() })).returns<ArrowFiles>(),
  /**
   * The text of a document at a commit; now, with external changes, if none is named. Throws Problem `not-found`, `bad-file` for anything but text
   * of up to 32 MB.
   */
  arrowFile: query(z.object({ path: Path, at: Commit.optional() })).returns<ArrowFile>(),
  /**
   * Saves a document as one beat by the designer with this subject. `over` is the version that the caller has seen, null for none: Throws Problem
   * `conflict` if there is another one now (data.version, absent if there is no file), and `refused` if nothing would change. A version that was
   * changed outside and is replaced lies in the folder `aside` afterwards.
   */
  saveArrowFile: mutation(
    z.object({ path: Path, text: z.string().max(MAX_ARROW_BYTES), subject: z.string().min(1).max(300), over: z.string().max(100).nullable() })
  ).returns<{ beat: Beat; version: string; aside?: string }>(),
  /** The player of exported story pages. Throws Problem `not-found` if it isn't built. */
  pagePlayer: query().returns<PagePlayer>(),
  /**
   * Plays a document many times at random and counts what is reached, in a thread. Throws Problem `bad-file` for a text that is no document,
   * `not-found` for a start that isn't in it, `refused` when stopped.
   */
  arrowReach: stream(ReachInput).returns<WorkNews<{ done: number; of: number }, ReachReport>>()
}
export type ArrowCalls = Methods<typeof arrowCalls>
