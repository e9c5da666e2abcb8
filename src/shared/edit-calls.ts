import { z } from 'zod'
import { mutation, query, type Methods } from './calls'
import type { FileLines } from './compare'
import type { Beat } from './play'
import type { ExternalChange } from './present'
import type { UndoLabels, LinksLeft } from './world-edits'

/** The calls about edits: those made outside, and undoing the designer's own. */
export const editCalls = {
  edits: query().returns<ExternalChange[]>(),
  /** How a file that was changed outside differs from the committed one. */
  editLines: query(z.object({ path: z.string().min(1).max(4096) })).returns<FileLines>(),
  /** Chooses to play the committed world without the current external changes. The question comes again when other files change. */
  leaveEdits: mutation().returns<ExternalChange[]>(),
  /** Adopts the external changes as one beat by the designer. `links`: where texts linked to a world file that was moved. */
  adopt: mutation().returns<Beat & { links?: LinksLeft }>(),
  /** Copies the changed files to a folder outside the repository's tree and restores HEAD's version. Returns the folder of the copies. */
  setAside: mutation().returns<string>(),
  /**
   * The current text of a file of the campaign, external changes included. Throws Problem `not-found`, `bad-file` for anything but text of up to
   * 2 MB.
   */
  fileNow: query(z.object({ path: z.string().min(1).max(1000) })).returns<string>(),
  /** What `undo` and `redo` would do now, in words: "adds Mill Pond". */
  editHistory: query().returns<UndoLabels>(),
  /**
   * Undoes the designer's last edit on this line that is in effect, of whatever files; what was played since stays. Throws Problem `refused` if there is none, or
   * if something has changed since (data.references).
   */
  undo: mutation().returns<Beat>(),
  /** Redoes the edit that was undone last, as long as no other edit followed. Throws like `undo`. */
  redo: mutation().returns<Beat>()
}
export type EditCalls = Methods<typeof editCalls>
