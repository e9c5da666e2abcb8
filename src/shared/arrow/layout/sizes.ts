import type { Rect } from '../../geometry/shapes'
import type { ArrowNode, ArrowObject, ArrowScene, ArrowId, MapItem } from '../document'
import { dataOf, slotCounts } from '../node-types'

/** The size of a box in graph coordinates (pixels at zoom 1). */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The width of a node that nobody has resized, and the heights of its header, of a slot's row and of a line of text, in pixels. */
export const NODE_BOX = { width: 240, header: 34, row: 24, line: 20, padding: 12, maxLines: 4 } as const

/** The types that are a single narrow row: they only lead on. */
const NARROW = new Set(['entry', 'hub', 'randomizer', 'sequencer', 'marker', 'macro_use', 'jump'])
const NARROW_WIDTH = 180

/** How many characters of a text fit on a line of a node. */
const CHARACTERS_PER_LINE = 34

/** The members whose texts a node shows on lines of its own, beside its slots. */
const SHOWN = ['title', 'content', 'monolog', 'prompt', 'label', 'plaque', 'reason'] as const

/** How large a node is drawn: as its `rect` says, but never so small that its slots overlap. */
export function nodeSize(node: ArrowNode): Size {
  const { inputs, outputs } = slotCounts(node)
  const rows = Math.max(1, inputs, outputs)
  const least = NODE_BOX.header + rows * NODE_BOX.row + NODE_BOX.padding
  const rect = rectOf(node.data)
  if (node.type === 'frame') return rect ?? { width: 128, height: 128 }
  if (rect) return { width: rect.width, height: Math.max(rect.height, least) }
  const lines = SHOWN.reduce((sum, member) => sum + linesOf(dataOf(node, member)), 0)
  return {
    width: NARROW.has(node.type) ? NARROW_WIDTH : NODE_BOX.width,
    height: least + Math.min(lines, NODE_BOX.maxLines) * NODE_BOX.line
  }
}

function linesOf(value: unknown): number {
  if (typeof value !== 'string' || value === '') return 0
  return value
    .slice(0, 400)
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS_PER_LINE)), 0)
}

/** The size that a user gave a node; undefined where nobody resized it. */
export function rectOf(data: ArrowObject): Size | undefined {
  const rect = data['rect']
  if (!Array.isArray(rect)) return undefined
  const [width, height] = rect
  return typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0 ? { width, height } : undefined
}

/** The box of a node in its scene. */
export const nodeRect = (node: ArrowNode, { offset: [x, y] }: MapItem): Rect => ({ x, y, ...nodeSize(node) })

/** The boxes of a scene's nodes by id, frames apart. A map item without a node has none. */
export function sceneRects(scene: ArrowScene, nodes: ReadonlyMap<ArrowId, ArrowNode>): { boxes: Map<ArrowId, Rect>; frames: Map<ArrowId, Rect> } {
  const boxes = new Map<ArrowId, Rect>()
  const frames = new Map<ArrowId, Rect>()
  for (const [id, item] of scene.map) {
    const node = nodes.get(id)
    if (node) (node.type === 'frame' ? frames : boxes).set(id, nodeRect(node, item))
  }
  return { boxes, frames }
}
