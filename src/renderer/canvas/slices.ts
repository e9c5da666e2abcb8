import { centreOf, intersects, type Rect } from '../../shared/geometry/shapes'
import type { CanvasEdge, Graph, GraphPart } from './graph'

/** The nodes that become elements in one frame, since hundreds would stop the page. Halves while frames are slow, doubles while fast. */
export const FIRST_SIZE = 12
const [MIN_SIZE, MAX_SIZE] = [6, 48]
const EDGES_PER_NODE = 2
const SLOW_MS = 40
const FAST_MS = 20

/** The size of the next slice, by how long the page took for the last one. */
export const nextSize = (size: number, lastMs: number): number =>
  lastMs > SLOW_MS ? Math.max(MIN_SIZE, size / 2) : lastMs < FAST_MS ? Math.min(MAX_SIZE, size * 2) : size

/** What of a part of a graph is drawn now: all that was drawn before, and a slice more. */
export interface Slice {
  /** The nodes to draw, by number, ascending. */
  nodes: readonly number[]
  edges: readonly number[]
  /** The ends of drawn edges that are not drawn themselves. */
  ends: readonly number[]
  /** Whether everything is drawn; else the next frame draws more. */
  isWhole: boolean
  /** Whether every node in sight is drawn. */
  fillsSight: boolean
}

/** What is drawn already, and which nodes come first. */
interface Drawn {
  hasNode: (id: string) => boolean
  hasEdge: (id: string) => boolean
  isUrgent: (id: string) => boolean
}

/** The next slice of a part of a graph: urgent nodes first, then from the middle of what is in sight outwards. An edge follows its nodes. */
export function nextSlice(
  graph: Graph,
  sight: Rect,
  size: number,
  { nodes: wanted, edges: lines }: GraphPart,
  { hasNode, hasEdge, isUrgent }: Drawn
): Slice {
  const inside = new Set(wanted)
  const idOf = (k: number): string => graph.nodes[k]?.id ?? ''
  const drawn = new Set(wanted.filter((k) => hasNode(idOf(k))))
  const middle = centreOf(sight)
  const distance = (k: number): number => {
    const { x, y } = centreOf(graph.nodes[k] ?? sight)
    return isUrgent(idOf(k)) ? -1 : Math.hypot(x - middle.x, y - middle.y)
  }
  const waiting = wanted.filter((k) => !drawn.has(k)).toSorted((a, b) => distance(a) - distance(b))
  for (const k of waiting.slice(0, size)) drawn.add(k)
  const endsOf = ({ from, to }: CanvasEdge): number[] => [from, to].map((id) => graph.nodeNumbers.get(id) ?? -1)
  const isReady = (k: number): boolean => endsOf(graph.edges[k] ?? NO_EDGE).every((end) => drawn.has(end) || !inside.has(end))
  const old = new Set(lines.filter((k) => hasEdge(graph.edges[k]?.id ?? '')))
  const fresh = lines.filter((k) => !old.has(k) && isReady(k)).slice(0, size * EDGES_PER_NODE)
  const edges = lines.filter((k) => (old.has(k) && isReady(k)) || fresh.includes(k))
  const ends = [...new Set(edges.flatMap((k) => endsOf(graph.edges[k] ?? NO_EDGE)))].filter((k) => k >= 0 && !drawn.has(k))
  return {
    // An end that is drawn stays, because hiding it costs as much.
    nodes: [...wanted.filter((k) => drawn.has(k)), ...ends.filter((k) => hasNode(idOf(k)))].toSorted((a, b) => a - b),
    edges,
    ends: ends.filter((k) => !hasNode(idOf(k))),
    isWhole: drawn.size === wanted.length && edges.length === lines.length,
    fillsSight: waiting.every((k) => drawn.has(k) || !intersects(graph.nodes[k] ?? sight, sight))
  }
}

const NO_EDGE: CanvasEdge = { id: '', from: '', to: '' }
