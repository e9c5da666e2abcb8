import {
  type ArrowDocument,
  type ArrowId,
  type ArrowNode,
  type ArrowScene,
  type Connection,
  faceOf,
  inputPoint,
  isNodeType,
  type MapItem,
  outputPoint,
  slotCounts
} from '../../../arrow'
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

/** The nodes and connections of a scene. Frames come first, so that hit tests find the nodes on them before the frames. */
export function sceneElements(
  { resources: { scenes, nodes } }: ArrowDocument,
  sceneId: ArrowId,
  moving: Positions | undefined,
  removed?: RemovedItems
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
    const { width, height } = faceOf(node)
    const [x, y] = item.offset
    const at = moving?.get(String(id)) ?? { x, y }
    const counts = isNodeType(node.type) ? slotCounts(node) : (unknown.get(id) ?? { inputs: 0, outputs: 0 })
    const slots = slotsOf(node, counts)
    const skip = item.skip === true
    const before = drawnNodes.get(node)
    const connectedSlots = connected.get(id) ?? NONE
    const isSame =
      before !== undefined && before.x === at.x && before.y === at.y && before.arrow === id && before.skip === skip && before.slots === slots
    const drawn: SceneNode =
      isSame && sameSet(before.connected, connectedSlots)
        ? before
        : { id: String(id), arrow: id, node, skip, connected: connectedSlots, x: at.x, y: at.y, width, height, slots }
    if (drawn !== before) drawnNodes.set(node, drawn)
    if (node.type === 'frame') frames.push(drawn)
    else others.push(drawn)
  }
  if (!removed) return { nodes: [...frames, ...others], edges }
  return {
    nodes: [...frames, ...removed.nodes.map(removedNode), ...others],
    edges: [...edges, ...removed.connections.map(edgeOf).filter((one) => !edges.includes(one))]
  }
}

function removedNode({ id, node, item }: RemovedItems['nodes'][number]): SceneNode {
  const [x, y] = item.offset
  const { width, height } = faceOf(node)
  const slots = slotsOf(node, isNodeType(node.type) ? slotCounts(node) : { inputs: 0, outputs: 0 })
  const connected = new Set((item.io ?? []).map(([, slot]) => slot))
  return { id: String(id), arrow: id, node, skip: item.skip === true, connected, x, y, width, height, slots, isRemoved: true }
}

/** Makes the graph of a scene repeatedly; its index is reused while only texts change. */
export class SceneGraphs {
  #last: Graph<SceneNode, SceneEdge> | undefined

  of(document: ArrowDocument, scene: ArrowId, moving: Positions | undefined, removed?: RemovedItems): Graph<SceneNode, SceneEdge> {
    const { nodes, edges } = sceneElements(document, scene, moving, removed)
    return (this.#last = graphOf(nodes, edges, this.#last))
  }
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
