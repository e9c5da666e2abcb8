import { type ArrowDocument, type ArrowId, sceneRects, spreadOf } from '../../arrow'
import { containsRect } from '../../shared/geometry/shapes'
import type { Selection } from '../canvas/selection'
import { stepped } from '../canvas/undo-stack'
import { uneditableReason } from '../editing'
import { notify, showProblem, useSession } from '../session'
import { documentFiles, put, type EditAfter } from './document-files'
import { currentOf, putOpen, selectedNodes, useArrow, type OpenDocument } from './state'

/** The document that can be edited now; undefined if there is none, after a notice with the reason. */
export function editable(): OpenDocument | undefined {
  const one = currentOf(useArrow.get())
  const reason = uneditableReason(useSession.getState())
  if (one && reason !== undefined) notify(reason)
  return reason === undefined ? one : undefined
}

/** Edits the document in view as one undo step. Shows a refusal; then nothing changes. Returns whether the edit was made. */
export function edit(change: (document: ArrowDocument) => ArrowDocument, after: EditAfter = {}): boolean {
  const one = editable()
  if (!one) return false
  try {
    put(one, change(one.document), after)
    return true
  } catch (refused) {
    showProblem(refused)
    return false
  }
}

/** Edits the document by creating a resource. Returns its id, or undefined if it was refused. */
export function create(
  make: (document: ArrowDocument) => { document: ArrowDocument; id: ArrowId },
  after?: (id: ArrowId) => EditAfter
): ArrowId | undefined {
  const one = editable()
  if (!one) return undefined
  try {
    const result = make(one.document)
    put(one, result.document, after?.(result.id) ?? {})
    return result.id
  } catch (refused) {
    showProblem(refused)
    return undefined
  }
}

/** Ends the current typing step: the next key begins a new undo step. */
export function endStep(): void {
  const one = currentOf(useArrow.get())
  if (one?.lastEdit !== undefined) putOpen(one.path, { lastEdit: undefined })
}

/** Undoes or redoes a step of the document in view. */
export function step(direction: 'undo' | 'redo'): void {
  const one = editable()
  if (!one) return
  const { done, undone } = one.undoStack
  if ((direction === 'undo' ? done : undone).length === 0)
    return notify(direction === 'undo' ? 'Nothing left to undo in this document.' : 'Nothing left to redo in this document.')
  const undoStack = stepped(one.undoStack, direction)
  putOpen(one.path, { undoStack, lastEdit: undefined })
  documentFiles.drafts.keep(one.path)
}

/** Selects items of the scene in view. */
export function select(selection: Selection): void {
  const one = currentOf(useArrow.get())
  if (one) putOpen(one.path, { selection, lastEdit: undefined })
}

/** Selects a node in any scene, and brings it into view. */
export function showNode(id: ArrowId): void {
  const one = currentOf(useArrow.get())
  if (!one) return
  const found = [...one.document.resources.scenes].find(([, { map }]) => map.has(id))
  if (!found) return
  putOpen(one.path, { scene: found[0], selection: [nodeItem(id)], lastEdit: undefined })
  useArrow.set({ shown: useArrow.get().shown + 1 })
}

export const nodeItem = (id: ArrowId): Selection[number] => ({ kind: 'node', id: String(id) })

/** Shows a scene of the document. */
export function showScene(scene: ArrowId): void {
  const one = currentOf(useArrow.get())
  if (one) putOpen(one.path, { scene, selection: [], lastEdit: undefined })
}

/** The selected nodes of the document in view. */
export const selectedNow = (): ArrowId[] => selectedNodes(currentOf(useArrow.get())?.selection ?? [])

/** Selects nodes together with everything that lies in the selected frames. A frame doesn't contain nodes; it only surrounds them. */
export function selectWithFrames(ids: readonly ArrowId[]): void {
  const one = currentOf(useArrow.get())
  const { scenes, nodes } = one?.document.resources ?? {}
  const scene = scenes?.get(one?.scene ?? -1)
  if (!nodes || !scene) return
  const { boxes, frames } = sceneRects(scene, nodes, spreadOf(scene, nodes))
  const selected = ids.flatMap((id) => frames.get(id) ?? [])
  const inside = [...boxes, ...frames].flatMap(([id, box]) => (selected.some((frame) => containsRect(frame, box)) ? [id] : []))
  select([...new Set([...ids, ...inside])].map(nodeItem))
}

/** Whether a frame is among the selected nodes. */
export const hasFrame = (): boolean => {
  const one = currentOf(useArrow.get())
  return one !== undefined && selectedNodes(one.selection).some((id) => one.document.resources.nodes.get(id)?.type === 'frame')
}
