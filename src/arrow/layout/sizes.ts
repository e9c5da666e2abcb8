import type { Rect } from '../../shared/geometry/shapes'
import type { ArrowId, ArrowNode, ArrowScene, MapItem } from '../document'
import { faceOf } from '../face'

/** The size of a box in graph coordinates (pixels at zoom 1). */
export interface Size {
  readonly width: number
  readonly height: number
}

/** How far apart the nodes of a scene are drawn: the factors of their saved positions. */
export interface Spread {
  readonly x: number
  readonly y: number
}

/** Positions as in the file. */
export const AS_SAVED: Spread = { x: 1, y: 1 }

/** The drawn size of a node. */
export function nodeSize(node: ArrowNode): Size {
  const { width, height } = faceOf(node)
  return { width, height }
}

/** The box of a node in its scene. Frames grow with the spread, so that they surround the same nodes. */
export function nodeRect(node: ArrowNode, { offset: [x, y] }: Pick<MapItem, 'offset'>, spread = AS_SAVED): Rect {
  const { width, height } = nodeSize(node)
  if (spread === AS_SAVED) return { x, y, width, height }
  const at = { x: Math.round(x * spread.x), y: Math.round(y * spread.y) }
  return node.type === 'frame' ? { ...at, width: width * spread.x, height: height * spread.y } : { ...at, width, height }
}

/** The boxes of a scene's nodes by id, with frames separate. A map item without a node has none. */
export function sceneRects(
  scene: ArrowScene,
  nodes: ReadonlyMap<ArrowId, ArrowNode>,
  spread = AS_SAVED
): { boxes: Map<ArrowId, Rect>; frames: Map<ArrowId, Rect> } {
  const boxes = new Map<ArrowId, Rect>()
  const frames = new Map<ArrowId, Rect>()
  for (const [id, item] of scene.map) {
    const node = nodes.get(id)
    if (node) (node.type === 'frame' ? frames : boxes).set(id, nodeRect(node, item, spread))
  }
  return { boxes, frames }
}
