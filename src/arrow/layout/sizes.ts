import type { Rect } from '../../shared/geometry/shapes'
import type { ArrowId, ArrowNode, ArrowScene, MapItem } from '../document'
import { faceOf } from '../face'

/** The size of a box in graph coordinates (pixels at zoom 1). */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The drawn size of a node. */
export function nodeSize(node: ArrowNode): Size {
  const { width, height } = faceOf(node)
  return { width, height }
}

/** The box of a node in its scene. */
export const nodeRect = (node: ArrowNode, { offset: [x, y] }: MapItem): Rect => ({ x, y, ...nodeSize(node) })

/** The boxes of a scene's nodes by id, with frames separate. A map item without a node has none. */
export function sceneRects(scene: ArrowScene, nodes: ReadonlyMap<ArrowId, ArrowNode>): { boxes: Map<ArrowId, Rect>; frames: Map<ArrowId, Rect> } {
  const boxes = new Map<ArrowId, Rect>()
  const frames = new Map<ArrowId, Rect>()
  for (const [id, item] of scene.map) {
    const node = nodes.get(id)
    if (node) (node.type === 'frame' ? frames : boxes).set(id, nodeRect(node, item))
  }
  return { boxes, frames }
}
