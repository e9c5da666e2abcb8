import { z } from 'zod'
import { mutation, query, stream, type Methods, type WorkNews } from './calls'

/** Bytes of the largest PDF that is read. */
export const MAX_PDF_BYTES = 256 << 20
/** Bytes of one part of an upload; as base64 it fits into one frame of every host. */
export const DESIGN_PART_BYTES = 4 << 20

/** A design document: a PDF whose text was read. The PDF itself isn't kept. */
export interface DesignDocument {
  /** The same file has the same id. */
  id: string
  /** The name of the file. */
  name: string
  bytes: number
  /** Milliseconds since 1970, UTC. */
  added: number
  pages: number
  /** Pages with text; none in a scanned document. */
  textPages: number
  /** Pages that are damaged, and pages after the limit of text or of pages, which weren't read. */
  damaged: number
  unread: number
}

/** What a search found on one page. */
export interface DesignPassage {
  document: string
  name: string
  /** From 1, as a reader of PDFs counts them. */
  page: number
  /** The part of the page that fits best. */
  text: string
}

const Id = z.string().regex(/^[0-9a-f]{32}$/, 'must be the id of a design document')
const Upload = z.string().max(40)

/** The calls about design documents: PDFs beside the campaign, whose text is searched for the assistant. */
export const designCalls = {
  /** The documents of the campaign, oldest first. */
  designDocuments: query().returns<DesignDocument[]>(),
  /** Begins the upload of a PDF. Throws Problem `bad-input` for one that is too large. */
  startDesignUpload: mutation(z.object({ name: z.string().min(1).max(300), bytes: z.int().min(0) })).returns<string>(),
  /** Takes the next part of an upload, as base64. `at`: bytes before it. Throws Problem `not-found` for an upload that was given up. */
  sendDesignPart: mutation(
    z.object({ upload: Upload, at: z.int().min(0), content: z.string().max(Math.ceil(DESIGN_PART_BYTES / 3) * 4) })
  ).returns<void>(),
  /**
   * Reads an uploaded PDF in a thread and keeps its text. Throws Problem `bad-file` for a file that can't be read, `refused` when stopped;
   * whatever happens, the upload is gone afterwards.
   */
  readDesignDocument: stream(z.object({ upload: Upload })).returns<WorkNews<{ done: number; of: number }, DesignDocument>>(),
  /** Removes a document. It can be restored until the next one is removed. Throws Problem `not-found`. */
  removeDesignDocument: mutation(z.object({ id: Id })).returns<void>(),
  /** Restores the document that was removed last. Throws Problem `not-found`. */
  restoreDesignDocument: mutation(z.object({ id: Id })).returns<void>(),
  /** The pages that fit a question best, best first. */
  searchDesignDocuments: query(z.object({ question: z.string().max(10_000) })).returns<DesignPassage[]>()
}
export type DesignCalls = Methods<typeof designCalls>
