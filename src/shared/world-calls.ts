import { z } from 'zod'
import { call, Commit } from './calls'
import type { Beat } from './play'
import { MapFormat, WorldEdit, type EditHistory, type LinksLeft } from './world-edits'

/** The calls about the drawn world: its edits. */
export interface WorldCalls {
  /**
   * Edits the world, as one beat by the designer, all or nothing; bytes of untouched lines stay. `made`: ids made, in order. `links`: where
   * something linked to what was renamed.
   * Throws Problem: `refused` (with data.references where something still needs what would go, or when nothing would be other),
   * `not-found`, `bad-input`, `dirty` when a file was changed by hand.
   */
  editWorld(edits: WorldEdit[]): Promise<{ beat: Beat; made: string[]; links?: LinksLeft }>
  /** What `undo` and `redo` would be about now, in words: "adds Mill Pond". */
  editHistory(): Promise<EditHistory>
  /**
   * Appends the inverse of the last edit of the world on this line that holds; what was played since stays. Throws Problem `refused`
   * when there is none, or where something has become other since (data.references).
   */
  undo(): Promise<Beat>
  /** Does the edit again that was undone last, as long as no other came after it. Throws like `undo`. */
  redo(): Promise<Beat>
  /**
   * Brings a map into the world beside what is there, as one beat (kind `import`); places that name no region come into `region`. `made`: ids of
   * regions, places and journeys in order; `notes`: sentences on what was left out. Throws Problem: `bad-input` for what cannot be read,
   * `refused` with data.references for ids that are taken or stand twice and journeys to nowhere.
   */
  importWorld(text: string, format: MapFormat, region?: string): Promise<{ beat: Beat; made: string[]; notes: string[] }>
  /** The map as a file's text, at a commit; now when none is named. What only the DM may know is in it only with `secrets`. */
  exportWorld(format: MapFormat, at?: string, secrets?: boolean): Promise<string>
  /** The text of a file of the campaign as it is now, changes from outside included. Throws Problem `not-found`, `bad-file` for what is no text of up to 2 MB. */
  fileNow(path: string): Promise<string>
}

/** How these calls come over the wire. */
export const worldProcedures = {
  editWorld: call.input(z.object({ edits: z.array(WorldEdit).min(1).max(20_000) })).mutation(({ ctx, input }) => ctx.studio.editWorld(input.edits)),
  editHistory: call.query(({ ctx }) => ctx.studio.editHistory()),
  undo: call.mutation(({ ctx }) => ctx.studio.undo()),
  redo: call.mutation(({ ctx }) => ctx.studio.redo()),
  importWorld: call
    .input(z.object({ text: z.string().max(32 << 20), format: MapFormat, region: z.string().min(1).max(120).optional() }))
    .mutation(({ ctx, input }) => ctx.studio.importWorld(input.text, input.format, input.region)),
  exportWorld: call
    .input(z.object({ format: MapFormat, at: Commit.optional(), secrets: z.boolean().default(false) }))
    .query(({ ctx, input }) => ctx.studio.exportWorld(input.format, input.at, input.secrets)),
  fileNow: call.input(z.object({ path: z.string().min(1).max(1000) })).query(({ ctx, input }) => ctx.studio.fileNow(input.path))
}
