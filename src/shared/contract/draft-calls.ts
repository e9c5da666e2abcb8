import { z } from 'zod'
import { Dir, mutation, query, type Methods } from './calls'
import { FilePath, MAX_TEXT_BYTES } from './workshop-calls'

/** Where a text is edited: as a text in the Workshop, or as an Arrow document. A file may have a draft in each. */
export const DraftKind = z.enum(['text', 'arrow'])
export type DraftKind = z.infer<typeof DraftKind>

/** An unsaved text, and the version of the file that it is an edit of; null for a file that doesn't exist yet. */
export const KeptDraft = z.object({ text: z.string().max(MAX_TEXT_BYTES), over: z.string().max(100).nullable() })
export type KeptDraft = z.infer<typeof KeptDraft>

/** `dir`: the campaign's folder, because another window may have opened another campaign meanwhile. */
const Of = { dir: Dir, kind: DraftKind, path: FilePath }

/**
 * The calls about unsaved texts. This machine keeps them beside the history, so they survive the window, its browser and a killed process. All throw
 * Problem `not-found` if that campaign isn't open.
 */
export const draftCalls = {
  /** The draft of a file; null if it has none. */
  draft: query(z.object(Of)).returns<KeptDraft | null>(),
  /** The paths of the files with a draft, in order. */
  drafts: query(z.object({ dir: Dir, kind: DraftKind })).returns<string[]>(),
  /** Keeps the draft of a file in place of an earlier one; null forgets it. Throws Problem `disk` if it can't be written. */
  keepDraft: mutation(z.object({ ...Of, draft: KeptDraft.nullable() })).returns<void>()
}
export type DraftCalls = Methods<typeof draftCalls>
