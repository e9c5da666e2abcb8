import { type ArrowDocument, type ArrowId, changeSubject, readArrow, saveArrow, sharedWith, writeArrow } from '../../arrow'
import { own } from '../../shared/base/json'
import { toProblem } from '../../shared/base/problem'
import { clipped } from '../../shared/words/clipped'
import type { Selection } from '../canvas/selection'
import { pushed } from '../canvas/undo-stack'
import { api } from '../client'
import { editedFiles } from '../edited-files'
import { picturesFor } from '../fields/new-pictures'
import { showProblem } from '../session'
import { firstScene, isUnsaved, putOpen, useArrow, type OpenDocument } from './state'

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

/** The open documents as files of the campaign. */
export const documentFiles = editedFiles<ArrowDocument | undefined, OpenDocument>({
  kind: 'arrow',
  files: () => useArrow.get().open,
  setFiles: (open) => useArrow.set({ open }),
  contentOf: ({ document }) => document,
  isUnsaved,
  empty: undefined,
  parse: (text, like) => {
    const { document } = readArrow(text)
    return like ? sharedWith(like, document) : document
  },
  format: (document) => (document ? writeArrow(document) : ''),
  read: (path) => api.arrowFile.query({ path }),
  show: (path, document) => {
    const one = own(useArrow.get().open, path)
    if (one && document) put(one, document)
  },
  onGone: (path) => {
    if (useArrow.get().path === path) useArrow.set({ path: undefined })
  },
  onUnreadable: (path, error, file) => {
    if (file) return useArrow.set({ broken: { ...useArrow.get().broken, [path]: { path, ...file, problem: toProblem(error).toJSON() } } })
    showProblem(error)
    if (useArrow.get().path === path) useArrow.set({ path: undefined })
  },
  propose: (one) => proposedMessage(one),
  save: async (one, document, subject) => {
    const text = document ? saveArrow(document, one.saved, timeNow()) : ''
    const { path, version, pictures } = one
    const saved = await api.saveArrowFile.mutate({
      path,
      text,
      subject,
      over: version,
      pictures: picturesFor(pictures, text).named,
      ...assistedIn(one)
    })
    documentFiles.change(path, { assisted: undefined, pictures: picturesFor(own(useArrow.get().open, path)?.pictures, text).others })
    return { ...saved, also: [] }
  },
  onSaving: (_, saving) => useArrow.set({ saving })
})

/** Effects of an edit besides the change of the document. */
export interface EditAfter {
  /** Consecutive edits with the same key are one undo step, such as letters typed in one field. */
  key?: string
  selection?: Selection
  scene?: ArrowId
}

/** Replaces the current document as one undo step. */
export function put(one: OpenDocument, document: ArrowDocument, { key, selection, scene }: EditAfter = {}): void {
  const { path, undoStack, lastEdit } = one
  if (document === one.document) {
    if (selection || scene !== undefined) putOpen(path, { ...(selection ? { selection } : {}), ...(scene === undefined ? {} : { scene }) })
    return
  }
  const before = { document: one.document, scene: one.scene, selection: one.selection }
  const after = { document, ...settled(document, scene ?? one.scene, selection ?? one.selection) }
  const last = undoStack.done.at(-1)
  const joined = key !== undefined && key === lastEdit && last !== undefined
  const step = { undo: joined ? last.undo : () => putOpen(path, before), redo: () => putOpen(path, after) }
  putOpen(path, { ...after, lastEdit: key, undoStack: pushed(joined ? { done: undoStack.done.slice(0, -1), undone: [] } : undoStack, step) })
  documentFiles.drafts.keep(path)
}

/** The scene and the selection, reduced to what exists in a document. */
export function settled(document: ArrowDocument, scene: ArrowId, selection: Selection): { scene: ArrowId; selection: Selection } {
  const open = document.resources.scenes.has(scene) ? scene : firstScene(document)
  const map = document.resources.scenes.get(open)?.map
  const isThere = (id: string): boolean => map?.has(Number(id)) === true
  const remaining = selection.filter(({ kind, id }) => (kind === 'node' ? isThere(id) : isThere(id.split('.')[0] ?? '')))
  return { scene: open, selection: remaining.length === selection.length ? selection : remaining }
}
