import {
  boundsOf,
  centreOf,
  containsPoint,
  distanceToCurve,
  inflate,
  intersects,
  lineBetween,
  pointAt,
  type Curve,
  type Point,
  type Rect
} from '../../shared/geometry/shapes'
import { SpatialGrid } from '../../shared/geometry/spatial-grid'

/** The point where edges leave (`source`) or reach (`target`) a node, relative to the node's top left corner. */
export interface NodeSlot {
  id: string
  type: 'source' | 'target'
  at: Point
}

/** A node of a graph: an id, a position and a size. Without slots, edges meet its border. */
export interface CanvasNode extends Rect {
  id: string
  slots?: readonly NodeSlot[]
}

/** An edge between two nodes, or between slots of them. Without a curve of its own it is routed. */
export interface CanvasEdge {
  id: string
  from: string
  to: string
  fromSlot?: string
  toSlot?: string
  curve?: Curve
}

/** Nodes and edges with a spatial index. Items are numbered as in their lists. */
export interface Graph<N extends CanvasNode = CanvasNode, E extends CanvasEdge = CanvasEdge> {
  nodes: readonly N[]
  edges: readonly E[]
  nodeNumbers: ReadonlyMap<string, number>
  /** The line of each edge; undefined if one of its nodes is missing. */
  curves: readonly (Curve | undefined)[]
  /** The smallest rectangle around all nodes. */
  bounds: Rect
  /** A rectangle around all nodes and lines. */
  extent: Rect
  nodeIndex: SpatialGrid
  edgeIndex: SpatialGrid
}

const CURVE_PIECES = 8

/** Indexes nodes and edges, and routes edges that have no line. Reuses the index of the graph `before` if the geometry is equal. */
export function graphOf<N extends CanvasNode, E extends CanvasEdge>(nodes: readonly N[], edges: readonly E[], before?: Graph<N, E>): Graph<N, E> {
  if (before && liesAs(before, nodes, edges)) return { ...before, nodes, edges }
  const nodeNumbers = new Map(nodes.map(({ id }, k) => [id, k]))
  const nodeIndex = new SpatialGrid(nodes.length)
  nodes.forEach((node, k) => nodeIndex.addRect(k, node))
  const edgeIndex = new SpatialGrid(edges.length)
  const curves = edges.map((edge, k) => {
    const [from, to] = [nodes[nodeNumbers.get(edge.from) ?? -1], nodes[nodeNumbers.get(edge.to) ?? -1]]
    if (!from || !to) return undefined
    const curve = edge.curve ?? routed(edge, from, to)
    const pieces = curve.bend ? CURVE_PIECES : 1
    for (let piece = 0; piece < pieces; piece++) edgeIndex.addLine(k, pointAt(curve, piece / pieces), pointAt(curve, (piece + 1) / pieces))
    return curve
  })
  const bounds = boundsOf(nodes)
  return { nodes, edges, nodeNumbers, curves, bounds, extent: extentOf(bounds, curves), nodeIndex, edgeIndex }
}

/** A curve lies within its ends and control points. */
function extentOf(bounds: Rect, curves: readonly (Curve | undefined)[]): Rect {
  const points = curves.flatMap((curve) => (curve ? [curve.from, curve.to, ...(curve.bend ?? [])] : []))
  return points.length === 0 ? bounds : boundsOf([bounds, ...points.map((point) => ({ ...point, width: 0, height: 0 }))])
}

function liesAs(before: Graph, nodes: readonly CanvasNode[], edges: readonly CanvasEdge[]): boolean {
  if (before.nodes.length !== nodes.length || before.edges.length !== edges.length) return false
  const isSameNode = (a: CanvasNode, b: CanvasNode): boolean =>
    a === b || (a.id === b.id && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height && sameSlots(a.slots, b.slots))
  const isSameEdge = (a: CanvasEdge, b: CanvasEdge): boolean =>
    a === b || (a.id === b.id && a.from === b.from && a.to === b.to && a.fromSlot === b.fromSlot && a.toSlot === b.toSlot && a.curve === b.curve)
  return (
    nodes.every((node, k) => isSameNode(node, before.nodes[k] ?? NOWHERE_NODE)) && edges.every((edge, k) => isSameEdge(edge, before.edges[k] ?? edge))
  )
}

const sameSlots = (a: readonly NodeSlot[] | undefined, b: readonly NodeSlot[] | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b?.length === a.length &&
    a.every(({ id, type, at }, k) => {
      const other = b[k]
      return other?.id === id && other.type === type && other.at.x === at.x && other.at.y === at.y
    }))

/** The minimum length of the straight part of a line between slots before its bend, in pixels. */
const MIN_BEND = 40

/** A line from slot to slot that leaves to the right and arrives from the left; from border to border if there are no slots. */
function routed({ fromSlot, toSlot }: CanvasEdge, from: CanvasNode, to: CanvasNode): Curve {
  const [start, end] = [slotPoint(from, fromSlot), slotPoint(to, toSlot)]
  if (!start && !end) return lineBetween(from, to)
  const [a, b] = [start ?? centreOf(from), end ?? centreOf(to)]
  const bend = Math.max(MIN_BEND, Math.abs(b.x - a.x) / 2)
  return {
    from: a,
    to: b,
    bend: [
      { x: a.x + bend, y: a.y },
      { x: b.x - bend, y: b.y }
    ]
  }
}

function slotPoint(node: CanvasNode, slot: string | undefined): Point | undefined {
  const at = node.slots?.find(({ id }) => id === slot)?.at
  return at && { x: node.x + at.x, y: node.y + at.y }
}

/** A part of a graph, by number: the nodes in a rectangle, and the edges that cross it. */
export interface GraphPart {
  nodes: readonly number[]
  edges: readonly number[]
}

/** Finds the items in a rectangle without visiting the rest of the graph. */
export const cull = (graph: Graph, rect: Rect): GraphPart => ({ nodes: nodesIn(graph, rect), edges: graph.edgeIndex.query(rect) })

/** The nodes that touch a rectangle, by number. */
export const nodesIn = ({ nodes, nodeIndex }: Graph, rect: Rect): number[] =>
  nodeIndex.query(rect).filter((k) => intersects(nodes[k] ?? NOWHERE, rect))

/** The topmost node at a point; if there is none, a node within `tolerance` pixels. */
export function nodeAt<N extends CanvasNode>({ nodes, nodeIndex }: Graph<N>, point: Point, tolerance = 0): N | undefined {
  const near = nodeIndex.query(inflate({ ...point, width: 0, height: 0 }, tolerance))
  const within = (margin: number): number | undefined => near.findLast((k) => containsPoint(inflate(nodes[k] ?? NOWHERE, margin), point))
  return nodes[within(0) ?? (tolerance > 0 ? within(tolerance) : undefined) ?? -1]
}

/** The closest edge within `tolerance` pixels of a point. */
export function edgeAt<E extends CanvasEdge>({ edges, curves, edgeIndex }: Graph<CanvasNode, E>, point: Point, tolerance: number): E | undefined {
  let best: E | undefined
  let least = tolerance
  for (const k of edgeIndex.query(inflate({ ...point, width: 0, height: 0 }, tolerance))) {
    const curve = curves[k]
    const distance = curve ? distanceToCurve(curve, point) : Infinity
    if (distance > least) continue
    best = edges[k]
    least = distance
  }
  return best
}

/** A node's target slot that is nearest to a point; undefined if it has none. */
export function targetSlotAt(node: CanvasNode, point: Point): NodeSlot | undefined {
  const distance = ({ at }: NodeSlot): number => Math.hypot(node.x + at.x - point.x, node.y + at.y - point.y)
  return node.slots?.filter(({ type }) => type === 'target').toSorted((a, b) => distance(a) - distance(b))[0]
}

/** The node whose centre is nearest to a point, searched in growing squares; undefined in an empty graph. */
export function nearestNode<N extends CanvasNode>({ nodes, nodeIndex }: Graph<N>, point: Point): N | undefined {
  const distance = (k: number): number => {
    const { x, y } = centreOf(nodes[k] ?? NOWHERE)
    return Math.hypot(x - point.x, y - point.y)
  }
  for (let side = 200; side < 1e6; side *= 2) {
    const [best] = nodeIndex.query(inflate({ ...point, width: 0, height: 0 }, side)).toSorted((a, b) => distance(a) - distance(b))
    if (best !== undefined) return nodes[best]
  }
  return nodes[0]
}

const NOWHERE_NODE: CanvasNode = { id: '', x: Infinity, y: Infinity, width: 0, height: 0 }
const NOWHERE: Rect = { x: Infinity, y: Infinity, width: 0, height: 0 }
