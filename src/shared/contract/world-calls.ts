import { z } from 'zod'
import { Commit, mutation, query, type Methods } from './calls'
import type { Piece } from '../map/piece'
import type { Beat } from '../story/play'
import { MapFormat, WorldEdit, type LinksLeft } from './world-edits'

/** The calls that edit the world. */
export const worldCalls = {
  /**
   * Edits the world atomically as one beat by the designer. Bytes of unchanged lines stay. `made`: the ids created, in order. `links`: texts that
   * linked to a renamed thing. Throws Problem `refused` (with data.references if something still needs what would be removed, or if nothing would
   * change), `not-found`, `bad-input`, and `dirty` if a file was changed outside.
   */
  editWorld: mutation(z.object({ edits: z.array(WorldEdit).min(1).max(20_000) })).returns<{ beat: Beat; created: string[]; links?: LinksLeft }>(),
  /**
   * Imports a map beside the existing world as one beat (kind `import`). Places without a region go to `region`. `made`: ids of regions, places and
   * journeys in order; `notes`: sentences about omissions. Throws Problem `bad-input` if it can't be read, and `refused` with data.references for ids
   * that exist or occur twice and journeys to unknown places.
   */
  importWorld: mutation(z.object({ text: z.string().max(32 << 20), format: MapFormat, region: z.string().min(1).max(120).optional() })).returns<{
    beat: Beat
    created: string[]
    notes: string[]
  }>(),
  /** Reads a piece of a world from a clipboard's text; undefined for any other text. It changes nothing: `editWorld` puts it into the world. */
  readPiece: query(z.object({ text: z.string().max(32 << 20) })).returns<Piece | undefined>(),
  /** The map as a file's text at a commit; by default the current one. With `secrets` it includes what only the DM may know. */
  exportWorld: query(z.object({ format: MapFormat, at: Commit.optional(), secrets: z.boolean().default(false) })).returns<string>(),
  /**
   * An image of the map as SVG; with `seenOnly`, of what the party has seen. `untold` is the number of journeys whose labels don't fit, `rows`
   * whether the world was too large for a layout.
   */
  mapImage: query(z.object({ theme: z.enum(['dark', 'light']), seenOnly: z.boolean(), at: Commit.optional() })).returns<{
    svg: string
    unlabelled: number
    rows: boolean
  }>()
}
export type WorldCalls = Methods<typeof worldCalls>
