import { DESIGN_PART_BYTES, documentWords, type DesignDocument, type DesignPassage } from '../../../shared/contract/design-documents'
import { api } from '../../client'
import { runCall } from '../../run-call'
import { pickFiles } from '../../ui/pick-file'
import { notify, showProblem } from '../../session'
import { slice } from '../../slice'
import { base64Of } from '../../ui/save-as'

/** The design documents of the campaign, and the running operations on them. */
export interface DesignState {
  /** Undefined until the list has been fetched. */
  documents?: readonly DesignDocument[]
  /** The PDF that is being added, and its progress: bytes during the upload, then pages. */
  adding?: { readonly name: string; readonly step: 'send' | 'read'; readonly done: number; readonly of: number } | undefined
  /** The id of the document that was removed last. */
  removed?: string | undefined
  /** Whether the list is unfolded. */
  isOpen: boolean
  question: string
  /** The passages that match the question. */
  found?: { readonly question: string; readonly passages: readonly DesignPassage[] } | undefined
}

export const useDesign = slice<DesignState>('arrow-design', { isOpen: false, question: '' })

/** Reads the list of documents. */
export async function loadDesign(): Promise<void> {
  try {
    useDesign.set({ documents: await api.designDocuments.query() })
  } catch (thrown) {
    showProblem(thrown)
  }
}

/** Asks for PDFs and adds them. */
export const pickDesign = (): void => pickFiles('application/pdf,.pdf', (files) => void addDesign(files))

let stopped = false
let reading: { unsubscribe: () => void } | undefined

/** Stops adding PDFs, those in the queue included. */
export function stopAdding(): void {
  stopped = true
  reading?.unsubscribe()
  useDesign.set({ adding: undefined })
}

/** Adds PDFs one after the other. Reports one that can't be read and continues with the others. */
async function addDesign(files: readonly File[]): Promise<void> {
  if (useDesign.get().adding) return
  stopped = false
  for (const file of files) {
    if (stopped) break
    try {
      const added = await addOne(file)
      if (!added) break
      notify(documentWords(added))
      await loadDesign()
    } catch (thrown) {
      showProblem(thrown)
    }
  }
  useDesign.set({ adding: undefined })
}

/** Uploads a PDF in parts and has it read. Returns undefined when stopped. */
async function addOne(file: File): Promise<DesignDocument | undefined> {
  const { name, size } = file
  useDesign.set({ adding: { name, step: 'send', done: 0, of: size } })
  const upload = await api.startDesignUpload.mutate({ name, bytes: size })
  for (let at = 0; at < size; at += DESIGN_PART_BYTES) {
    await api.sendDesignPart.mutate({ upload, at, content: await base64Of(file.slice(at, at + DESIGN_PART_BYTES)) })
    if (stopped) return undefined
    useDesign.set({ adding: { name, step: 'send', done: at, of: size } })
  }
  useDesign.set({ adding: { name, step: 'read', done: 0, of: 0 } })
  return new Promise((done, fail) => {
    reading = api.readDesignDocument.subscribe(
      { upload },
      {
        onData: (news) => {
          if (news.kind === 'answer') done(news.answer)
          else useDesign.set({ adding: { name, step: 'read', ...news.progress } })
        },
        onError: fail,
        onStopped: () => done(undefined),
        onComplete: () => done(undefined)
      }
    )
  })
}

/** Removes a document, and offers to restore it. */
export async function removeDesign({ id, name }: DesignDocument): Promise<void> {
  const done = await runCall(async () => {
    await api.removeDesignDocument.mutate({ id })
    return true
  })
  if (!done) return
  useDesign.set({ removed: id, found: undefined })
  await loadDesign()
  notify(`Removed “${name}”.`, { command: 'arrow.design.restore', words: 'Restore' })
}

/** Restores the document that was removed last. */
export async function restoreDesign(): Promise<void> {
  const { removed } = useDesign.get()
  if (removed === undefined) return
  await runCall(() => api.restoreDesignDocument.mutate({ id: removed }))
  useDesign.set({ removed: undefined })
  await loadDesign()
}

/** Finds the pages that match the question in the field. */
export async function findInDesign(): Promise<void> {
  const { question } = useDesign.get()
  if (question.trim() === '') return useDesign.set({ found: undefined })
  const passages = await runCall(() => api.searchDesignDocuments.query({ question }))
  if (passages) useDesign.set({ found: { question, passages } })
}
