import type { ElkNode, ElkPort } from 'elkjs/lib/elk-api.js'
import { centreOf, containsPoint, containsRect, type Rect } from '../../shared/geometry/shapes'
import type { ArrowDocument, ArrowId, ArrowNode, ArrowScene } from '../document'
import { faceOf, inputPoint, outputPoint } from '../face'
import { slotCounts } from '../node-types'
import { freeBeside, freeFrom, GAP } from './place'
import { nodeSize, sceneRects } from './sizes'

/** The positions of nodes and the sizes of frames, in whole pixels. */
export interface SceneLayout {
  readonly offsets: ReadonlyMap<ArrowId, readonly [x: number, y: number]>
  /** The `rect` of each frame that surrounds nodes. */
  readonly rects: ReadonlyMap<ArrowId, readonly [width: number, height: number]>
}

/** Lays out elk's input: in a worker in the window, in the same process elsewhere. If it fails, the scene is laid out without elk. */
export type LayoutEngine = (graph: ElkNode) => Promise<ElkNode>

/** Larger scenes go through `besideEachOther`, because elk's time grows out of proportion. */
const MAX_LAYERED = 1500

/** The padding inside a frame, and above it for its label, in pixels. */
const FRAME_RIM = { side: 30, top: 56 } as const

/**
 * A layered layout of a whole scene from left to right without overlaps. Frames keep the nodes whose centres they contain, and the scene's entry
 * keeps its position. Every other node moves; to place only some nodes use `layOutNew`.
 */
export async function layOutScene(document: ArrowDocument, sceneId: ArrowId, layer: LayoutEngine): Promise<SceneLayout> {
  const scene = document.resources.scenes.get(sceneId)
  if (!scene || scene.map.size === 0) return { offsets: new Map(), rects: new Map() }
  const ids = new Set(scene.map.keys())
  if (scene.map.size > MAX_LAYERED) return besideEachOther(document, scene, ids)
  const homes = framesOf(scene, document.resources.nodes)
  // Elk exceeds the stack on a line of many hundred nodes, and the caller may end it.
  const answer = await layer(elkGraph(scene, document.resources.nodes, homes)).catch(() => undefined)
  return !answer ? besideEachOther(document, scene, ids) : settled(answer, scene, document.resources.nodes, homes)
}

/** Places only the given nodes in free space, each after a predecessor or before a successor. All others keep their positions. */
export function layOutNew(document: ArrowDocument, sceneId: ArrowId, ids: ReadonlySet<ArrowId>): SceneLayout {
  const scene = document.resources.scenes.get(sceneId)
  return scene ? besideEachOther(document, scene, ids) : { offsets: new Map(), rects: new Map() }
}

/** The frame of each node: the smallest one that contains its centre; for a frame the smallest one that contains all of it. */
function framesOf(scene: ArrowScene, nodes: ReadonlyMap<ArrowId, ArrowNode>): Map<ArrowId, ArrowId> {
  const { boxes, frames } = sceneRects(scene, nodes)
  const smallest = [...frames].toSorted(([, a], [, b]) => a.width * a.height - b.width * b.height)
  const homes = new Map<ArrowId, ArrowId>()
  for (const [id, box] of boxes) {
    const home = smallest.find(([, frame]) => containsPoint(frame, centreOf(box)))
    if (home) homes.set(id, home[0])
  }
  smallest.forEach(([id, box], k) => {
    const home = smallest.slice(k + 1).find(([, frame]) => containsRect(frame, box))
    if (home) homes.set(id, home[0])
  })
  return homes
}

/** A scene as elk's input. Frames are parents of their nodes; ports have the positions of the drawn slots, so that lines don't cross at a node. */
export function elkGraph(scene: ArrowScene, nodes: ReadonlyMap<ArrowId, ArrowNode>, homes: ReadonlyMap<ArrowId, ArrowId>): ElkNode {
  const members = new Map<ArrowId | undefined, ArrowId[]>()
  for (const id of scene.map.keys()) {
    const home = homes.get(id)
    const list = members.get(home)
    if (list) list.push(id)
    else members.set(home, [id])
  }
  const boxOf = (id: ArrowId): ElkNode[] => {
    const node = nodes.get(id)
    if (!node) return []
    const children = (members.get(id) ?? []).flatMap(boxOf)
    if (children.length > 0) return [{ id: String(id), children, layoutOptions: { 'elk.padding': PADDING } }]
    return [{ id: String(id), ...nodeSize(node), ports: portsOf(id, node), layoutOptions: { 'elk.portConstraints': 'FIXED_POS' } }]
  }
  const slots = new Map([...scene.map.keys()].flatMap((id) => (nodes.has(id) ? [[id, slotCounts(nodes.get(id) ?? NOTHING)] as const] : [])))
  const port = (id: ArrowId, side: 'in' | 'out', slot: number): string => {
    const count = slots.get(id)?.[side === 'in' ? 'inputs' : 'outputs'] ?? 0
    return slot < count ? portId(id, side, slot) : String(id)
  }
  const edges = [...scene.map].flatMap(([owner, { io = [] }]) =>
    io
      .filter(([from, , to]) => from === owner && from !== to && slots.has(from) && slots.has(to))
      .map(([from, fromSlot, to, toSlot], k) => ({ id: `e${owner}.${k}`, sources: [port(from, 'out', fromSlot)], targets: [port(to, 'in', toSlot)] }))
  )
  return { id: 'root', layoutOptions: OPTIONS, children: (members.get(undefined) ?? []).flatMap(boxOf), edges }
}

const PADDING = `[top=${FRAME_RIM.top},left=${FRAME_RIM.side},bottom=${FRAME_RIM.side},right=${FRAME_RIM.side}]`
const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'POLYLINE',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.randomSeed': '1',
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
  'elk.spacing.nodeNode': String(GAP.below),
  'elk.spacing.componentComponent': String(2 * GAP.below),
  'elk.layered.spacing.nodeNodeBetweenLayers': String(GAP.right),
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  // Only connections back to earlier nodes run to the left.
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.thoroughness': '4'
}
const NOTHING: ArrowNode = { type: '', name: '', data: {} }

const portId = (id: ArrowId, side: 'in' | 'out', slot: number): string => `${id}:${side}${slot}`

function portsOf(id: ArrowId, node: ArrowNode): ElkPort[] {
  const { inputs, outputs } = slotCounts(node)
  const face = faceOf(node)
  const at = (side: 'in' | 'out', count: number): ElkPort[] =>
    Array.from({ length: count }, (_, slot) => ({
      id: portId(id, side, slot),
      width: 0,
      height: 0,
      ...(side === 'in' ? inputPoint(face, slot) : outputPoint(face, slot)),
      layoutOptions: { 'elk.port.side': side === 'in' ? 'WEST' : 'EAST' }
    }))
  return [...at('in', inputs), ...at('out', outputs)]
}

/** Elk's answer as offsets, shifted so that the scene's entry (or else its first node) keeps its position. */
function settled(answer: ElkNode, scene: ArrowScene, nodes: ReadonlyMap<ArrowId, ArrowNode>, homes: ReadonlyMap<ArrowId, ArrowId>): SceneLayout {
  const spots = new Map<ArrowId, Rect>()
  const walk = (children: readonly ElkNode[], left: number, top: number): void => {
    for (const { id, x = 0, y = 0, width = 0, height = 0, children: inner = [] } of children) {
      spots.set(Number(id), { x: left + x, y: top + y, width, height })
      walk(inner, left + x, top + y)
    }
  }
  walk(answer.children ?? [], 0, 0)
  const anchor = spots.has(scene.entry) ? scene.entry : [...spots.keys()][0]
  const [x, y] = scene.map.get(anchor ?? Number.NaN)?.offset ?? [0, 0]
  const from = spots.get(anchor ?? Number.NaN) ?? { x, y }
  const surrounding = new Set(homes.values())
  return {
    offsets: new Map([...spots].map(([id, spot]) => [id, [Math.round(spot.x - from.x + x), Math.round(spot.y - from.y + y)]])),
    rects: new Map(
      [...spots].flatMap(([id, { width, height }]) =>
        nodes.get(id)?.type === 'frame' && surrounding.has(id) ? [[id, [Math.ceil(width), Math.ceil(height)]] as const] : []
      )
    )
  }
}

/** Places nodes one by one: right of a predecessor, left of a successor, else below the scene; those that the entry reaches first. Frames stay. */
function besideEachOther(document: ArrowDocument, scene: ArrowScene, ids: ReadonlySet<ArrowId>): SceneLayout {
  const { boxes } = sceneRects(scene, document.resources.nodes)
  const left = new Set([...boxes.keys()].filter((id) => ids.has(id)))
  const placed = new Map([...boxes].filter(([id]) => !left.has(id)))
  const occupied = new Occupied()
  for (const box of placed.values()) occupied.add(box)
  const before = new Map<ArrowId, ArrowId[]>()
  for (const [from, { io = [] }] of scene.map) for (const [, , to] of io) before.set(to, [...(before.get(to) ?? []), from])
  const offsets = new Map<ArrowId, readonly [number, number]>()
  const put = (id: ArrowId): void => {
    const box = boxes.get(id)
    if (!box || !left.delete(id)) return
    const spot = spotFor(id, box)
    const rect = { ...box, ...spot }
    placed.set(id, rect)
    occupied.add(rect)
    offsets.set(id, [Math.round(spot.x), Math.round(spot.y)])
  }
  const spotFor = (id: ArrowId, size: Rect): { x: number; y: number } => {
    const previous = (before.get(id) ?? []).map((one) => placed.get(one)).find((one) => one !== undefined)
    if (previous) return freeBeside(previous, size, 'right', occupied.from(previous.x + previous.width + GAP.right, size.width))
    const next = (scene.map.get(id)?.io ?? []).map(([, , to]) => placed.get(to)).find((one) => one !== undefined)
    if (next) {
      const x = Math.floor(next.x - GAP.right - size.width)
      return freeFrom({ x, y: Math.floor(next.y) }, size, 'right', occupied.from(x, size.width))
    }
    const { first, bottom } = occupied
    return first ? { x: first.x, y: Math.ceil(bottom + GAP.below) } : { x: size.x, y: size.y }
  }
  for (const id of reachingOrder(scene, left, placed)) put(id)
  return { offsets, rects: new Map() }
}

/** The boxes that are placed, by columns of the plane, so that a new one is compared only with those above and below it. */
class Occupied {
  static readonly #COLUMN_PX = 400
  readonly #columns = new Map<number, Rect[]>()
  first: Rect | undefined
  bottom = -Infinity

  add(rect: Rect): void {
    this.first ??= rect
    this.bottom = Math.max(this.bottom, rect.y + rect.height)
    for (const column of this.#columnsOf(rect.x, rect.width)) {
      const list = this.#columns.get(column)
      if (list) list.push(rect)
      else this.#columns.set(column, [rect])
    }
  }

  /** The boxes in the columns from `x` on; one that is in several columns comes several times. */
  from(x: number, width: number): Rect[] {
    return this.#columnsOf(x, width).flatMap((column) => this.#columns.get(column) ?? [])
  }

  /** The columns of a width; the rectangles beside them touch it. */
  #columnsOf(x: number, width: number): number[] {
    const [start, end] = [x - 2, x + width + 2].map((edge) => Math.floor(edge / Occupied.#COLUMN_PX))
    return Array.from({ length: (end ?? 0) - (start ?? 0) + 1 }, (_, k) => (start ?? 0) + k)
  }
}

/** The nodes to place, each after one that it connects to where possible: breadth first from the entry and from the placed nodes. */
function* reachingOrder(scene: ArrowScene, left: ReadonlySet<ArrowId>, placed: ReadonlyMap<ArrowId, Rect>): Generator<ArrowId> {
  const seen = new Set<ArrowId>()
  const neighbours = (id: ArrowId): readonly ArrowId[] => (scene.map.get(id)?.io ?? []).map(([, , to]) => to)
  for (const root of [scene.entry, ...placed.keys(), ...left]) {
    const queue = seen.has(root) ? [] : [root]
    seen.add(root)
    for (let k = 0; k < queue.length; k++) {
      const id = queue[k] ?? root
      if (left.has(id)) yield id
      for (const to of neighbours(id)) {
        if (seen.has(to)) continue
        seen.add(to)
        queue.push(to)
      }
    }
  }
}
