import {
  type ArrowDocument,
  type ArrowId,
  type ArrowNode,
  type ArrowScene,
  AS_SAVED,
  type Connection,
  countCovering,
  faceOf,
  inputPoint,
  isNodeType,
  type MapItem,
  nodeRect,
  outputPoint,
  slotCounts,
  type Spread,
  spreadOf
} from '../../../arrow'
import type { Rect } from '../../../shared/geometry/shapes'
import type { Positions } from '../../canvas/use-moving'
import { graphOf, type CanvasEdge, type CanvasNode, type Graph, type NodeSlot } from '../../canvas/graph'

/** A node of a scene on the canvas. */
export interface SceneNode extends CanvasNode {
  arrow: ArrowId
  node: ArrowNode
  skip: boolean
  /** The output slots that are connected. */
  connected: ReadonlySet<number>
  /** It is shown although the document no longer contains it. */
  isRemoved?: true
}

/** A connection of a scene on the canvas. */
export interface SceneEdge extends CanvasEdge {
  connection: Connection
}

const inputSlot = (slot: number): string => `in${slot}`
const outputSlot = (slot: number): string => `out${slot}`
/** The side and number of a slot on the canvas; undefined for an invalid id. */
export function slotOf(id: string | undefined): { side: 'in' | 'out'; slot: number } | undefined {
  const found = /^(in|out)(\d+)$/.exec(id ?? '')
  return found ? { side: found[1] as 'in' | 'out', slot: Number(found[2]) } : undefined
}
/** The id of a connection on the canvas. */
export const edgeId = ([from, fromSlot, to, toSlot]: Connection): string => `${from}.${fromSlot}>${to}.${toSlot}`
/** The connection with an id on the canvas. */
export function connectionOf(id: string): Connection | undefined {
  const found = /^(\d+)\.(\d+)>(\d+)\.(\d+)$/.exec(id)
  return found ? (found.slice(1).map(Number) as unknown as Connection) : undefined
}

const NONE: ReadonlySet<number> = new Set()

/** Nodes and connections that are shown although they were removed. */
export interface RemovedItems {
  readonly nodes: readonly { readonly id: ArrowId; readonly node: ArrowNode; readonly item: MapItem }[]
  readonly connections: readonly Connection[]
}

/** What the canvas shows beside the document. `moving` are positions in the file's coordinates. */
interface Shown {
  moving?: Positions | undefined
  removed?: RemovedItems | undefined
  spread?: Spread
}

/** The nodes and connections of a scene. Frames come first, so that hit tests find the nodes on them before the frames. */
export function sceneElements(
  { resources: { scenes, nodes } }: ArrowDocument,
  sceneId: ArrowId,
  { moving, removed, spread = AS_SAVED }: Shown = {}
): { nodes: SceneNode[]; edges: SceneEdge[] } {
  const map: ArrowScene['map'] = scenes.get(sceneId)?.map ?? new Map<ArrowId, MapItem>()
  const connected = new Map<ArrowId, Set<number>>()
  const unknown = new Map<ArrowId, { inputs: number; outputs: number }>()
  const edges: SceneEdge[] = []
  for (const item of map.values())
    for (const connection of item.io ?? []) {
      const [from, fromSlot, to, toSlot] = connection
      edges.push(edgeOf(connection))
      const slots = connected.get(from)
      if (slots) slots.add(fromSlot)
      else connected.set(from, new Set([fromSlot]))
      widen(unknown, from, { outputs: fromSlot + 1 })
      widen(unknown, to, { inputs: toSlot + 1 })
    }
  const frames: SceneNode[] = []
  const others: SceneNode[] = []
  for (const [id, item] of map) {
    const node = nodes.get(id)
    if (!node) continue
    const at = moving?.get(String(id))
    const box = nodeRect(node, at ? { offset: [at.x, at.y] } : item, spread)
    const counts = isNodeType(node.type) ? slotCounts(node) : (unknown.get(id) ?? { inputs: 0, outputs: 0 })
    const slots = slotsOf(node, counts)
    const skip = item.skip === true
    const before = drawnNodes.get(node)
    const connectedSlots = connected.get(id) ?? NONE
    const isSame = before !== undefined && isSameRect(before, box) && before.arrow === id && before.skip === skip && before.slots === slots
    const drawn: SceneNode =
      isSame && sameSet(before.connected, connectedSlots)
        ? before
        : { id: String(id), arrow: id, node, skip, connected: connectedSlots, ...box, slots }
    if (drawn !== before) drawnNodes.set(node, drawn)
    if (node.type === 'frame') frames.push(drawn)
    else others.push(drawn)
  }
  if (!removed) return { nodes: [...frames, ...others], edges }
  return {
    nodes: [...frames, ...removed.nodes.map((one) => removedNode(one, spread)), ...others],
    edges: [...edges, ...removed.connections.map(edgeOf).filter((one) => !edges.includes(one))]
  }
}

const isSameRect = (a: Rect, b: Rect): boolean => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height

function removedNode({ id, node, item }: RemovedItems['nodes'][number], spread: Spread): SceneNode {
  const slots = slotsOf(node, isNodeType(node.type) ? slotCounts(node) : { inputs: 0, outputs: 0 })
  const connected = new Set((item.io ?? []).map(([, slot]) => slot))
  return { id: String(id), arrow: id, node, skip: item.skip === true, connected, ...nodeRect(node, item, spread), slots, isRemoved: true }
}

/** The graph of a scene as drawn, how far apart its nodes are drawn, and how many of them still cover others. */
export interface SpreadGraph {
  graph: Graph<SceneNode, SceneEdge>
  spread: Spread
  covering: number
}

/** Makes the graph of a scene repeatedly; its index is reused while only texts change. */
export class SceneGraphs {
  #last: Graph<SceneNode, SceneEdge> | undefined
  #covering: { index?: unknown; count: number } = { count: 0 }
  #scene: { id: ArrowId; map: ArrowScene['map']; spread: Spread } | undefined

  of(document: ArrowDocument, scene: ArrowId, { moving, removed }: Omit<Shown, 'spread'> = {}): SpreadGraph {
    const spread = this.#spreadFor(document, scene)
    const { nodes, edges } = sceneElements(document, scene, { moving, removed, spread })
    const graph = (this.#last = graphOf(nodes, edges, this.#last))
    const index = graph.nodeIndex
    // The index changes only with the geometry, so typing counts nothing.
    if (!moving && index !== this.#covering.index)
      this.#covering = { index, count: countCovering(nodes.filter(({ node, isRemoved }) => node.type !== 'frame' && !isRemoved)) }
    return { graph, spread, covering: this.#covering.count }
  }

  /** The spread of a scene stays while nodes are added or moved, so that no other node moves. It is chosen again when most nodes have moved. */
  #spreadFor({ resources }: ArrowDocument, id: ArrowId): Spread {
    const scene = resources.scenes.get(id)
    if (!scene) return AS_SAVED
    const last = this.#scene
    const isKept = last?.id === id && (last.map === scene.map || hardlyMoved(last.map, scene.map))
    const spread = isKept ? last.spread : spreadOf(scene, resources.nodes)
    this.#scene = { id, map: scene.map, spread }
    return spread
  }
}

/** Whether at least half of all nodes are where they were. */
function hardlyMoved(before: ArrowScene['map'], now: ArrowScene['map']): boolean {
  let same = 0
  for (const [id, { offset }] of now) {
    const last = before.get(id)?.offset
    if (last && last[0] === offset[0] && last[1] === offset[1]) same++
  }
  return 2 * same >= Math.max(before.size, now.size)
}

/** The last drawn nodes and connections: those with the same geometry stay the same objects. */
const drawnNodes = new WeakMap<ArrowNode, SceneNode>()
const drawnEdges = new WeakMap<Connection, SceneEdge>()

function edgeOf(connection: Connection): SceneEdge {
  let edge = drawnEdges.get(connection)
  if (!edge) {
    const [from, fromSlot, to, toSlot] = connection
    edge = { id: edgeId(connection), from: String(from), to: String(to), fromSlot: outputSlot(fromSlot), toSlot: inputSlot(toSlot), connection }
    drawnEdges.set(connection, edge)
  }
  return edge
}

const sameSet = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean => a === b || (a.size === b.size && [...a].every((one) => b.has(one)))

function widen(sizes: Map<ArrowId, { inputs: number; outputs: number }>, id: ArrowId, least: { inputs?: number; outputs?: number }): void {
  const { inputs, outputs } = sizes.get(id) ?? { inputs: 0, outputs: 0 }
  sizes.set(id, { inputs: Math.max(inputs, least.inputs ?? 0), outputs: Math.max(outputs, least.outputs ?? 0) })
}

const slotCache = new WeakMap<ArrowNode, { key: string; slots: readonly NodeSlot[] }>()

function slotsOf(node: ArrowNode, { inputs, outputs }: { inputs: number; outputs: number }): readonly NodeSlot[] {
  const key = `${inputs} ${outputs}`
  const cached = slotCache.get(node)
  if (cached?.key === key) return cached.slots
  const face = faceOf(node)
  const slots: NodeSlot[] = [
    ...Array.from({ length: inputs }, (_, k): NodeSlot => ({ id: inputSlot(k), type: 'target', at: inputPoint(face, k) })),
    ...Array.from({ length: outputs }, (_, k): NodeSlot => ({ id: outputSlot(k), type: 'source', at: outputPoint(face, k) }))
  ]
  slotCache.set(node, { key, slots })
  return slots
}
