import { type ArrowDocument, type AssistedRun, changesOf, type DocumentDiff, isEmptyDiff, revertRun } from '../../../arrow'
import { pushed, type UndoStep } from '../../canvas/undo-stack'
import { notify } from '../../session'
import { documentFiles, put, settled } from '../document-files'
import { step } from '../edits'
import { putOpen, useArrow, type OpenDocument } from '../state'
import { conversationAt, note, putConversation } from './state'
import { assistantTexts as t } from './assistant-texts'
import { counted } from '../../ui/amounts'

/** Where a request's changes are in the undo stack: after this step come the designer's simultaneous edits, then the request's changes. */
export interface Anchor {
  readonly below: UndoStep | undefined
  readonly document: ArrowDocument
}

/** Replaces the document by the result of calls. All changes of a request are one undo step, even with manual edits between them. */
export function putRun(one: OpenDocument, run: AssistedRun, anchor: Anchor): void {
  const { path, undoStack, scene, selection } = one
  const at = undoStack.done.lastIndexOf(anchor.below as UndoStep) + 1
  const show = (document: ArrowDocument) => (): void => putOpen(path, { document, ...settled(document, scene, selection) })
  const userSteps = run.base === anchor.document ? [] : [{ undo: show(anchor.document), redo: show(run.base) }]
  const own = { undo: show(run.base), redo: show(run.after) }
  show(run.after)()
  putOpen(path, { lastEdit: undefined, undoStack: pushed({ done: [...undoStack.done.slice(0, at), ...userSteps], undone: [] }, own) })
  documentFiles.drafts.keep(path)
}

/** Keeps the changes of the last request and removes their marks. */
export function keepChanges(path: string): void {
  putConversation(path, { run: undefined })
  note(path, 'note', 'You kept the changes.')
}

/** Undoes all changes of the last request. Later edits of the designer stay. */
export function undoChanges(path: string): void {
  const one = useArrow.get().open[path]
  const { run } = conversationAt(path)
  if (!one || !run) return
  if (one.document === run.after && one.undoStack.undone.length === 0) {
    step('undo')
    note(path, 'note', t.undone)
    return
  }
  const { document, stayed } = revertRun(run, one.document)
  if (document === one.document) return notify('Undoing these changes would lose your later edits. Undo your own edits first, or keep the changes.')
  put(one, document)
  putConversation(path, { run: undefined })
  note(path, 'note', stayed > 0 ? `You undid the changes, except in ${counted(stayed, 'place')} that you have edited since.` : t.undone)
}

/** Undoes the changes of the last request; without such changes, the last edit. */
export function undoLast(path: string): void {
  const before = useArrow.get().open[path]?.document
  if (before && changesIn(conversationAt(path).run, before)) return undoChanges(path)
  step('undo')
  note(path, 'note', useArrow.get().open[path]?.document === before ? 'Nothing is left to undo in this document.' : 'You undid the last edit.')
}

/** The changes of the last request that a document still contains; undefined if there are none. */
export function changesIn(run: AssistedRun | undefined, document: ArrowDocument): DocumentDiff | undefined {
  if (!run) return undefined
  const changes = changesOf(run, document)
  return isEmptyDiff(changes) ? undefined : changes
}
