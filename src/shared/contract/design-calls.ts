import { z } from 'zod'
import { mutation, query, stream, type Methods, type WorkNews } from './calls'
import { DESIGN_PART_BYTES, type DesignDocument, type DesignPassage } from './design-documents'

const Id = z.string().regex(/^[0-9a-f]{32}$/, 'must be the id of a design document')
const Upload = z.string().max(40)

/** The calls about design documents: PDFs beside the campaign, whose text is searched for the assistant. */
export const designCalls = {
  /** The documents of the campaign, oldest first. */
  designDocuments: query().returns<DesignDocument[]>(),
  /** Begins the upload of a PDF. Throws Problem `bad-input` for one that is too large. */
  startDesignUpload: mutation(z.object({ name: z.string().min(1).max(300), bytes: z.int().min(0) })).returns<string>(),
  /** Receives the next part of an upload, as base64. `at`: the number of bytes before it. Throws Problem `not-found` for an abandoned upload. */
  sendDesignPart: mutation(
    z.object({ upload: Upload, at: z.int().min(0), content: z.string().max(Math.ceil(DESIGN_PART_BYTES / 3) * 4) })
  ).returns<void>(),
  /**
   * Reads an uploaded PDF in a worker thread and stores its text. Throws Problem `bad-file` for an unreadable file, `refused` when stopped. The
   * upload is deleted in every case.
   */
  readDesignDocument: stream(z.object({ upload: Upload })).returns<WorkNews<{ done: number; of: number }, DesignDocument>>(),
  /** Removes a document. It can be restored until the next one is removed. Throws Problem `not-found`. */
  removeDesignDocument: mutation(z.object({ id: Id })).returns<void>(),
  /** Restores the document that was removed last. Throws Problem `not-found`. */
  restoreDesignDocument: mutation(z.object({ id: Id })).returns<void>(),
  /** The pages that match a question best, best first. */
  searchDesignDocuments: query(z.object({ question: z.string().max(10_000) })).returns<DesignPassage[]>()
}
export type DesignCalls = Methods<typeof designCalls>
