import { z } from 'zod'
import { call, Commit } from './calls'
import { Having, type ChroniclePage } from './chronicle'

/** The calls about the timeline: every beat of every branch. */
export interface TimelineCalls {
  /** Facts of all beats, page by page: those that the asker does not have yet. */
  chronicle(having?: Having): Promise<ChroniclePage>
  /** What happened at each of these commits, in a line. Throws Problem `not-found`. */
  subjects(commits: readonly string[]): Promise<string[]>
}

/** How these calls come over the wire. */
export const timelineProcedures = {
  chronicle: call.input(z.object({ having: Having.optional() })).query(({ ctx, input }) => ctx.studio.chronicle(input.having)),
  subjects: call.input(z.object({ commits: z.array(Commit).max(500) })).query(({ ctx, input }) => ctx.studio.subjects(input.commits))
}
