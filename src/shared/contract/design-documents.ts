/** The size of the largest PDF that is read, in bytes. */
export const MAX_PDF_BYTES = 256 << 20
/** The size of one part of an upload, in bytes; as base64 it fits into one frame of every host. */
export const DESIGN_PART_BYTES = 4 << 20

/** A design document: a PDF whose text was read. The PDF itself isn't kept. */
export interface DesignDocument {
  /** Equal files have equal ids. */
  id: string
  name: string
  bytes: number
  /** Milliseconds since 1970, UTC. */
  added: number
  pages: number
  /** Pages with text; none in a scanned document. */
  textPages: number
  /** The number of damaged pages, and of pages that were not read because of the limit of text or of pages. */
  damaged: number
  unread: number
  /** The number of pages with characters whose meaning the file doesn't define. */
  partial: number
}

/** A page that matches a search. */
export interface DesignPassage {
  document: string
  name: string
  /** Counted from 1, as PDF readers do. */
  page: number
  /** The part of the page that matches best. */
  text: string
}

const pagesIn = (n: number): string => (n === 1 ? 'one page' : `${n} pages`)

/** The result of reading a document, in sentences for its owner. */
export function documentWords({ name, pages, textPages, damaged, unread, partial }: DesignDocument): string {
  const rest = [
    damaged > 0 && `${pagesIn(damaged)} ${damaged === 1 ? 'is' : 'are'} damaged.`,
    partial > 0 &&
      `On ${pagesIn(partial)} the file doesn’t say what some characters are. Export it again with its fonts embedded, or run text recognition (OCR) on it.`,
    unread > 0 && `The last ${pagesIn(unread)} ${unread === 1 ? 'was' : 'were'} left out: it is too long. Split it to have all of it read.`
  ].filter((one) => one !== false)
  if (textPages === 0 && partial > 0) return [`“${name}” has no readable text.`, ...rest].join(' ')
  if (textPages === 0)
    return [
      `“${name}” has no text on its ${pagesIn(pages)}: it seems to be scanned. Run text recognition (OCR) on it, and add the result.`,
      ...rest
    ].join(' ')
  const read = textPages === pages ? pagesIn(pages) : `${textPages} of ${pagesIn(pages)}; the others have no text`
  return [`Read “${name}”: ${read}.`, ...rest].join(' ')
}
