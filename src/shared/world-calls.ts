import { z } from 'zod'
import { call, Commit } from './calls'
import type { Beat } from './play'
import { MapFormat, WorldEdit, type EditHistory, type LinksLeft } from './world-edits'

/** The calls that edit the world. */
export interface WorldCalls {
  /**
   * Edits the world as one beat by the designer, all or nothing. Bytes of unchanged lines stay. `made`: the ids created, in order. `links`:
   * where texts linked to what was renamed. Throws Problem: `refused` (with data.references if something still needs what would be removed, or
   * if nothing would change), `not-found`, `bad-input`, `dirty` if a file was changed outside.
   */
  editWorld(edits: WorldEdit[]): Promise<{ beat: Beat; made: string[]; links?: LinksLeft }>
  /** What `undo` and `redo` would do now, in words: "adds Mill Pond". */
  editHistory(): Promise<EditHistory>
  /**
   * Undoes the last edit of the world on this line that is in effect; what was played since stays. Throws Problem `refused` if there is none, or
   * if something has changed since (data.references).
   */
  undo(): Promise<Beat>
  /** Redoes the edit that was undone last, as long as no other edit followed. Throws like `undo`. */
  redo(): Promise<Beat>
  /**
   * Imports a map beside the existing world as one beat (kind `import`). Places that name no region go to `region`. `made`: ids of regions,
   * places and journeys in order; `notes`: sentences about what was left out. Throws Problem: `bad-input` if it can't be read, `refused` with
   * data.references for ids that exist or occur twice and journeys to nowhere.
   */
  importWorld(text: string, format: MapFormat, region?: string): Promise<{ beat: Beat; made: string[]; notes: string[] }>
  /** The map as a file's text at a commit; now if none is named. With `secrets` it includes what only the DM may know. */
  exportWorld(format: MapFormat, at?: string, secrets?: boolean): Promise<string>
  /**
   * The current text of a file of the campaign, external changes included. Throws Problem `not-found`, `bad-file` for anything but text of up to
   * 2 MB.
   */
  fileNow(path: string): Promise<string>
}

/** The tRPC procedures of these calls. */
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
