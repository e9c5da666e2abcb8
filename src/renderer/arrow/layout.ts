import { layOutScene, moveNodes, resizeNode } from '../../arrow'
import { runCall } from '../run-call'
import { elkInWorker } from '../ui/elk-worker'
import { put } from './edits'
import { currentOf, useArrow } from './state'

/** Arranges the nodes of the scene in view in layers, in a worker, as one undo step. Changes nothing if the document was edited meanwhile. */
export async function layOut(): Promise<void> {
  const before = currentOf(useArrow.get())
  if (!before) return
  const { document, scene, path } = before
  const { elk, broken } = elkInWorker()
  const layout = await runCall(() =>
    Promise.race([layOutScene(document, scene, (graph) => elk.layout(graph)), broken]).finally(() => elk.terminateWorker())
  )
  const now = currentOf(useArrow.get())
  if (!layout || now?.path !== path || now.document !== document) return
  const moved = moveNodes(document, layout.offsets)
  put(
    now,
    [...layout.rects].reduce((next, [id, rect]) => resizeNode(next, id, rect), moved)
  )
  useArrow.set({ begun: useArrow.get().begun + 1 })
}
