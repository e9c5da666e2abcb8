import { type ArrowDocument, type ArrowId, changeSubject, readArrow, saveArrow, sharedWith } from '../../arrow'
import { own } from '../../shared/base/json'
import { toProblem } from '../../shared/base/problem'
import { api } from '../client'
import { savedEdit, uneditableReason } from '../editing'
import { problemOf } from '../problem-of'
import { runCall } from '../run-call'
import { arrange, notify, showProblem, useSession } from '../session'
import { draftOf, draftPaths, forgetDraft } from './drafts'
import { put, settled } from './edits'
import { currentOf, isUnsaved, opened, putOpen, useArrow, type OpenDocument } from './state'
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

/**
 * Opens the document that was open when the window was left, once it is known that there is one. In a browser that doesn't remember it, this is the
 * first one with unsaved changes.
 */
export async function reopen(): Promise<void> {
  const { files, path, isReopened } = useArrow.get()
  if (!files || isReopened) return
  useArrow.set({ isReopened: true })
  if (path !== undefined) return
  const { present, desk } = useSession.getState()
  const last = own(desk.documents, present?.campaign.dir ?? '') ?? (await draftPaths())[0]
  if (useArrow.get().path === undefined && last !== undefined && files.files.some((one) => one.path === last)) await openDocument(last)
}

/** Shows a document; the first time it is read, with its stored unsaved changes. */
export async function openDocument(path: string): Promise<void> {
  if (useArrow.get().path !== path) await leaveDocument()
  useArrow.set({ path, query: '', isReopened: true })
  remember(path)
  if (own(useArrow.get().open, path) || opening.has(path)) return
  opening.add(path)
  try {
    const [file, draft] = await Promise.all([api.arrowFile.query({ path }), draftOf(path)])
    const read = readFile(path, file)
    if (!read) return
    const { [path]: _, ...broken } = useArrow.get().broken
    useArrow.set({ broken, open: { ...useArrow.get().open, [path]: opened(path, read, file.version, read) } })
    if (draft && draft.text !== file.text) restore(path, read, draft, file.version)
  } catch (error) {
    showProblem(error)
    if (useArrow.get().path === path) useArrow.set({ path: undefined })
  } finally {
    opening.delete(path)
  }
}

/** Parses the text of a file; undefined if it is broken, which the view then shows. */
function readFile(path: string, { text, version }: { text: string; version: string }): ArrowDocument | undefined {
  try {
    return readArrow(text).document
  } catch (error) {
    useArrow.set({ broken: { ...useArrow.get().broken, [path]: { path, version, text, problem: toProblem(error).toJSON() } } })
    return undefined
  }
}

/** Restores the unsaved changes of a document. */
function restore(path: string, saved: ArrowDocument, draft: { text: string; over: string | null }, version: string): void {
  const one = own(useArrow.get().open, path)
  if (!one) return
  try {
    put(one, sharedWith(saved, readArrow(draft.text).document))
    notify('Your unsaved changes are back.')
    if (draft.over !== version) putOpen(path, { theirs: { document: saved, version } })
  } catch {
    // A text that can no longer be parsed is not a draft.
    void forgetDraft(path)
  }
}

/** Creates a document as a file of the campaign and shows it. Returns whether that succeeded. */
export async function createDocument(path: string, document: ArrowDocument, subject?: string): Promise<boolean> {
  const result = await runCall(() =>
    api.saveArrowFile.mutate({
      path,
      text: saveArrow(document, undefined, timeNow()),
      subject: subject ?? changeSubject(undefined, document),
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
  if (done.aside !== undefined) notify(t.save.aside(done.aside))
  await Promise.all([loadFiles(), savedEdit(done.beat)])
}

/** The most nodes that a save can name as a model's. */
const MAX_ASSISTED_NODES = 1000

/** The current time in the form of documents: UTC. */
export const timeNow = (): string => new Date().toISOString().slice(0, 19).replace('T', ' ')

/** The message that a save proposes. */
export const proposedMessage = ({ saved, document }: OpenDocument): string => clipped(changeSubject(saved, document), 300)

/** The nodes that a model wrote and that the document still has. */
function assistedIn({ assisted, document }: OpenDocument): { assisted?: { model: string; nodes: ArrowId[] } } {
  const nodes = (assisted?.nodes ?? []).filter((node) => document.resources.nodes.has(node))
  return assisted && nodes.length > 0 ? { assisted: { model: assisted.model, nodes: nodes.slice(0, MAX_ASSISTED_NODES) } } : {}
}

/** Saves a document as one beat. Returns whether it is saved now. */
export async function saveDocument(path = useArrow.get().path): Promise<boolean> {
  const one = path === undefined ? undefined : own(useArrow.get().open, path)
  if (!one || path === undefined) return true
  if (!isUnsaved(one)) return true
  if (one.theirs !== undefined || useArrow.get().saving || uneditableReason(useSession.getState()) !== undefined) return false
  const { document, version } = one
  useArrow.set({ saving: true })
  try {
    const subject = (one.message?.trim() ?? '') === '' ? proposedMessage(one) : (one.message ?? '')
    const text = saveArrow(document, one.saved, timeNow())
    const done = await runCall(async () => {
      try {
        return await api.saveArrowFile.mutate({ path, text, subject, over: version, ...assistedIn(one) })
      } catch (error) {
        if (problemOf(error).code !== 'conflict') throw error
        await compareWithDisk(path)
        return undefined
      }
    })
    if (!done) return false
    putOpen(path, { saved: document, version: done.version, message: undefined, assisted: undefined })
    if (own(useArrow.get().open, path)?.document === document) void forgetDraft(path)
    if (done.aside !== undefined) notify(t.save.aside(done.aside))
    await savedEdit(done.beat)
    void loadFiles()
    return true
  } finally {
    useArrow.set({ saving: false })
  }
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

/** Rereads the files of open documents: those without unsaved changes are updated; for the others the user is asked which version to keep. */
export async function compareWithDisk(only?: string): Promise<void> {
  for (const path of Object.keys(useArrow.get().open)) {
    if (only !== undefined && path !== only) continue
    let file: { text: string; version: string } | undefined
    try {
      file = await api.arrowFile.query({ path })
    } catch (error) {
      if (problemOf(error).code !== 'not-found') continue
    }
    const one = own(useArrow.get().open, path)
    if (!one || (useArrow.get().saving && only === undefined)) continue
    if (!file) lose(one)
    else if (file.version === one.version) {
      if (one.theirs !== undefined) putOpen(path, { theirs: undefined })
    } else if (file.version !== one.theirs?.version) follow(one, file)
  }
}

/** Handles a document whose file was removed, as on another branch: closes it, or asks if it has unsaved changes. */
function lose(one: OpenDocument): void {
  if (isUnsaved(one)) {
    if (one.version !== null) putOpen(one.path, { theirs: null })
    return
  }
  const { open, path } = useArrow.get()
  const { [one.path]: _, ...others } = open
  useArrow.set({ open: others, ...(path === one.path ? { path: undefined } : {}) })
}

function follow(one: OpenDocument, file: { text: string; version: string }): void {
  const { path } = one
  let document: ArrowDocument
  try {
    document = sharedWith(one.saved ?? one.document, readArrow(file.text).document)
  } catch (error) {
    if (isUnsaved(one)) return showProblem(error)
    const { [path]: _, ...open } = useArrow.get().open
    useArrow.set({ open })
    readFile(path, file)
    return
  }
  if (isUnsaved(one)) return putOpen(path, { theirs: { document, version: file.version } })
  put(one, document)
  putOpen(path, { saved: document, version: file.version, theirs: undefined, ...settled(document, one.scene, one.selection) })
  void forgetDraft(path)
}

/** Decides which version of a document to keep after its file changed: mine, theirs, or both as `merged`. The next save writes it. */
export function keepVersion(path: string, how: 'mine' | 'theirs' | { merged: ArrowDocument }): void {
  const one = own(useArrow.get().open, path)
  if (one?.theirs === undefined) return
  const { theirs } = one
  const seen = { theirs: undefined, version: theirs?.version ?? null, saved: theirs?.document }
  if (how === 'theirs') {
    if (theirs) put(one, theirs.document)
  } else if (how !== 'mine') put(one, how.merged)
  putOpen(path, seen)
}
