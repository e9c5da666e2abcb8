import { z } from 'zod'
import { mutation, query, type Methods } from './calls'
import type { FileLines } from '../analysis/compare'
import type { Beat } from '../story/play'
import type { ExternalChange } from '../table/present'
import type { UndoLabels, LinksLeft } from './world-edits'

/** The calls about external changes, and about undoing the designer's own edits. */
export const editCalls = {
  edits: query().returns<ExternalChange[]>(),
  /** The differences between an externally changed file and the committed one. */
  editLines: query(z.object({ path: z.string().min(1).max(4096) })).returns<FileLines>(),
  /** Chooses to play the committed world without the current external changes. The question is asked again when other files change. */
  leaveEdits: mutation().returns<ExternalChange[]>(),
  /** Adopts the external changes as one beat by the designer. `links`: texts that link to the old path of a moved world file. */
  adopt: mutation().returns<Beat & { links?: LinksLeft }>(),
  /** Copies the changed files to a folder outside the repository's tree and restores HEAD's version. Returns the folder of the copies. */
  setAside: mutation().returns<string>(),
  /**
   * The current text of a file of the campaign, external changes included. Throws Problem `not-found`, `bad-file` for anything but text of up to
   * 2 MB.
   */
  fileNow: query(z.object({ path: z.string().min(1).max(1000) })).returns<string>(),
  /** The labels of the next undo and redo: "adds Mill Pond". */
  editHistory: query().returns<UndoLabels>(),
  /**
   * Undoes the designer's last effective edit on this line, whatever files it changed; later beats stay. Throws Problem `refused` if there is none,
   * or if something has changed since (data.references).
   */
  undo: mutation().returns<Beat>(),
  /** Redoes the edit that was undone last, unless another edit followed. Throws like `undo`. */
  redo: mutation().returns<Beat>()
}
export type EditCalls = Methods<typeof editCalls>
