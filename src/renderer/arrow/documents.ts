import { type ArrowDocument, changeSubject, saveArrow } from '../../arrow'
import { own } from '../../shared/base/json'
import { api } from '../client'
import { asideWords } from '../edited-files'
import { savedEdit } from '../editing'
import { problemOf } from '../problem-of'
import { runCall } from '../run-call'
import { arrange, notify, useSession } from '../session'
import { documentFiles, put, timeNow } from './document-files'
import { currentOf, isUnsaved, opened, useArrow } from './state'
import { arrowTexts } from './arrow-texts'
import { clipped } from '../../shared/words/clipped'

const t = arrowTexts

/** Refreshes the list of the campaign's documents. */
export async function loadFiles(): Promise<void> {
  try {
    useArrow.set({ files: await api.arrowFiles.query({}), problem: undefined })
    void reopen()
  } catch (error) {
    useArrow.set({ problem: problemOf(error).message })
  }
}

const opening = new Set<string>()

/** Stores on this machine which document is open. */
function remember(path: string | undefined): void {
  const { present, desk } = useSession.getState()
  const { [present?.campaign.dir ?? '']: _, ...others } = desk.documents
  arrange({ documents: path === undefined || !present ? others : { ...others, [present.campaign.dir]: path } })
}

/** Opens the document that was open when the window was left, once it is known; if it was forgotten, the first with unsaved changes. */
export async function reopen(): Promise<void> {
  const { files, path, isReopened } = useArrow.get()
  if (!files || isReopened) return
  useArrow.set({ isReopened: true })
  if (path !== undefined) return
  const { present, desk } = useSession.getState()
  const last = own(desk.documents, present?.campaign.dir ?? '') ?? (await documentFiles.drafts.paths())[0]
  if (useArrow.get().path === undefined && last !== undefined && files.files.some((one) => one.path === last)) await openDocument(last)
}

/** Shows a document; the first time it is read, with its stored unsaved changes. */
export async function openDocument(path: string): Promise<void> {
  if (useArrow.get().path !== path) await leaveDocument()
  useArrow.set({ path, query: '', isReopened: true })
  remember(path)
  if (own(useArrow.get().open, path) || opening.has(path)) return
  opening.add(path)
  const file = await documentFiles.open(path).finally(() => opening.delete(path))
  const document = file?.draft ?? file?.saved
  if (!file || !document) return
  const { [path]: _, ...broken } = useArrow.get().broken
  const { draft, saved = document } = file
  useArrow.set({ broken, open: { ...useArrow.get().open, [path]: { ...opened(path, saved, file.version, file.saved), theirs: file.theirs } } })
  const one = own(useArrow.get().open, path)
  if (one && draft) put(one, draft)
}

/** Creates a document as a file of the campaign and shows it. Returns whether that succeeded. */
export async function createDocument(path: string, document: ArrowDocument): Promise<boolean> {
  const result = await runCall(() =>
    api.saveArrowFile.mutate({
      path,
      text: saveArrow(document, undefined, timeNow()),
      subject: changeSubject(undefined, document),
      over: null
    })
  )
  if (!result) return false
  useArrow.set({ path, isReopened: true, open: { ...useArrow.get().open, [path]: opened(path, document, result.version, document) } })
  remember(path)
  await Promise.all([loadFiles(), savedEdit(result.beat)])
  return true
}

/** Saves the repair of a broken document as one beat and opens it. */
export async function saveRepair(path: string, document: ArrowDocument, text: string): Promise<void> {
  const broken = own(useArrow.get().broken, path)
  if (!broken || useArrow.get().saving) return
  useArrow.set({ saving: true })
  const subject = clipped(t.broken.repaired(document.title.trim() === '' ? t.list.untitled : document.title), 300)
  const done = await runCall(() => api.saveArrowFile.mutate({ path, text, subject, over: broken.version }))
  useArrow.set({ saving: false })
  if (!done) return
  const { [path]: _, ...others } = useArrow.get().broken
  useArrow.set({ broken: others, open: { ...useArrow.get().open, [path]: opened(path, document, done.version, document) } })
  if (done.aside !== undefined) notify(asideWords(done.aside))
  await Promise.all([loadFiles(), savedEdit(done.beat)])
}

/** Saves a document as one beat. Returns whether it is saved now. */
export async function saveDocument(path = useArrow.get().path): Promise<boolean> {
  if (path === undefined) return true
  const isSaved = await documentFiles.save(path)
  void loadFiles()
  return isSaved
}

/** Saves the document in view before it is left; keeps its draft if that is not possible. */
export async function leaveDocument(): Promise<void> {
  const one = currentOf(useArrow.get())
  if (one && isUnsaved(one)) await saveDocument(one.path)
}

/** Shows the list of documents. */
export async function closeDocument(): Promise<void> {
  await leaveDocument()
  useArrow.set({ path: undefined })
  remember(undefined)
}
