// Runs in a thread of its own (see design/reading.ts) and must not import other files of ours.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'

/** What the thread reads, and where it stops, in pages and characters. */
export interface PdfTask {
  readonly file?: string
  readonly bytes?: Uint8Array
  readonly maxPages: number
  readonly maxCharacters: number
}

/** What the thread reports: how many pages there are, then each page's text (null for a damaged page), then the end or why it can't be read. */
export type PdfNews =
  | { readonly pages: number }
  | { readonly page: number; readonly text: string | null }
  | { readonly end: true }
  | { readonly fault: 'encrypted' | 'broken' }

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (news: PdfNews): void => parentPort?.postMessage(news)

/** Text of a page, a line for each line. */
type Piece = { str: string; hasEOL: boolean } | object

async function read({ file, bytes, maxPages, maxCharacters }: PdfTask): Promise<void> {
  const data = bytes ?? new Uint8Array(readFileSync(file ?? ''))
  // Scripts of a PDF are never run, and nothing is fetched: no fonts, no tables of characters.
  const pdf = await getDocumentProxy(data, {
    verbosity: 0,
    stopAtErrors: false,
    isEvalSupported: false,
    useSystemFonts: false,
    useWorkerFetch: false,
    disableFontFace: true,
    enableXfa: false
  })
  tell({ pages: pdf.numPages })
  let characters = 0
  for (let n = 1; n <= Math.min(pdf.numPages, maxPages) && characters < maxCharacters; n++) {
    const text = await pageText(pdf, n)
    characters += text?.length ?? 0
    tell({ page: n, text })
  }
  tell({ end: true })
}

async function pageText(pdf: Awaited<ReturnType<typeof getDocumentProxy>>, n: number): Promise<string | null> {
  try {
    const page = await pdf.getPage(n)
    const { items } = await page.getTextContent()
    page.cleanup()
    return (items as Piece[]).map((one) => ('str' in one ? `${one.str}${one.hasEOL ? '\n' : ''}` : '')).join('')
  } catch {
    return null
  }
}

const task = (workerData as { pdf?: PdfTask } | null)?.pdf
if (task)
  read(task).catch((thrown: unknown) => {
    tell({ fault: thrown instanceof Error && thrown.name === 'PasswordException' ? 'encrypted' : 'broken' })
  })
