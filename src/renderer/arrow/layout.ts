import { layOutScene, moveNodes, resizeNode } from '../../arrow'
import { runCall } from '../run-call'
import { elkInWorker } from '../ui/elk-worker'
import { notify } from '../session'
import { put } from './document-files'
import { currentOf, useArrow } from './state'

/** After this time a simpler layout is used. */
const MAX_LAYOUT_MS = 10_000

/** Arranges the scene's nodes in layers, in a worker, as one undo step, and shows it all. Nothing if the document was edited meanwhile. */
export async function layOut(): Promise<void> {
  const before = currentOf(useArrow.get())
  if (!before || useArrow.get().arranging !== undefined) return
  const { document, scene, path } = before
  useArrow.set({ arranging: path })
  // A very large scene is laid out in this thread, after a frame that says so.
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  const elk = elkInWorker(MAX_LAYOUT_MS)
  const layout = await runCall(() => layOutScene(document, scene, elk.layout))
  elk.stop()
  useArrow.set({ arranging: undefined })
  const now = currentOf(useArrow.get())
  if (!layout || now?.path !== path) return
  if (now.document !== document) return notify('You edited the document meanwhile, so its nodes stayed where they were. Arrange them again.')
  const moved = moveNodes(document, layout.offsets)
  put(
    now,
    [...layout.rects].reduce((next, [id, rect]) => resizeNode(next, id, rect), moved)
  )
  useArrow.set({ fitted: useArrow.get().fitted + 1 })
}
