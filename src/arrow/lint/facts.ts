import type { ArrowDocument, ArrowId, ArrowNode, ArrowScene, Connection, MapItem } from '../document'
import { dataOf, isNodeType, NODE_TYPE_FACTS, slotCounts } from '../node-types'
import { comparedVariable } from '../references'
import { exposedIn, type ExposedName } from './exposed'

/** A node and its place. There may be no node with the `id`, if only a map names it. */
export interface PlacedNode {
  readonly id: ArrowId
  readonly node: ArrowNode
  readonly scene: ArrowId
  readonly item: MapItem
}

/** A connection, and the map item that contains it. */
export interface OwnedConnection {
  readonly scene: ArrowId
  readonly owner: ArrowId
  readonly connection: Connection
}

/** Facts about a document that the rules share, each computed once. */
export interface DocumentFacts {
  readonly document: ArrowDocument
  readonly scenes: ReadonlyMap<ArrowId, ArrowScene>
  readonly nodes: ReadonlyMap<ArrowId, ArrowNode>
  /** The nodes of all scenes. A node in several maps appears once, with the first. */
  readonly lying: readonly PlacedNode[]
  /** The scenes whose maps name a node. */
  readonly homes: ReadonlyMap<ArrowId, readonly ArrowId[]>
  readonly connections: readonly OwnedConnection[]
  /** The target of each output slot of a node. If a slot has several connections, the last one counts, as in play. */
  readonly outputs: ReadonlyMap<ArrowId, ReadonlyMap<number, ArrowId>>
  /** The nodes that connect to a node. */
  readonly inputs: ReadonlyMap<ArrowId, readonly ArrowId[]>
  /** The jumps to each node. */
  readonly jumps: ReadonlyMap<ArrowId, readonly ArrowId[]>
  /** The placeholders in a node's texts, for nodes that have any. */
  readonly exposed: ReadonlyMap<ArrowId, readonly ExposedName[]>
  /** How many nodes set each variable, and how many read it. */
  readonly writes: ReadonlyMap<ArrowId, number>
  readonly reads: ReadonlyMap<ArrowId, number>
  /** How many nodes name each resource: a character who speaks, a macro in use, a variable to set. */
  readonly uses: ReadonlyMap<ArrowId, number>
}

/** Node types that set a variable, and those that read one. */
const WRITERS = new Set(['variable_update', 'generator', 'user_input'])

/** Computes the facts of a document in time linear in its size. */
export function documentFacts(document: ArrowDocument): DocumentFacts {
  const { scenes, nodes } = document.resources
  const homes = new Map<ArrowId, ArrowId[]>()
  const lying: PlacedNode[] = []
  const connections: OwnedConnection[] = []
  const outputs = new Map<ArrowId, Map<number, ArrowId>>()
  const inputs = new Map<ArrowId, ArrowId[]>()
  for (const [scene, { map }] of scenes) {
    for (const [id, item] of map) {
      const node = nodes.get(id)
      if (node && !homes.has(id)) lying.push({ id, node, scene, item })
      push(homes, id, scene)
      for (const connection of item.io ?? []) {
        const [from, slot, to] = connection
        connections.push({ scene, owner: id, connection })
        const slots = outputs.get(from)
        if (slots) slots.set(slot, to)
        else outputs.set(from, new Map([[slot, to]]))
        push(inputs, to, from)
      }
    }
  }
  return { document, scenes, nodes, lying, homes, connections, outputs, inputs, ...usage(document) }
}

function usage(document: ArrowDocument): Pick<DocumentFacts, 'jumps' | 'exposed' | 'writes' | 'reads' | 'uses'> {
  const jumps = new Map<ArrowId, ArrowId[]>()
  const exposed = new Map<ArrowId, readonly ExposedName[]>()
  const [writes, reads, uses] = [new Map<ArrowId, number>(), new Map<ArrowId, number>(), new Map<ArrowId, number>()]
  const placeholders = exposedIn(document)
  for (const [id, node] of document.resources.nodes) {
    for (const [member, kind] of Object.entries(isNodeType(node.type) ? NODE_TYPE_FACTS[node.type].refers : {})) {
      const target = dataOf(node, member)
      if (typeof target !== 'number' || target < 0) continue
      if (kind === 'nodes') push(jumps, target, id)
      else count(uses, target)
      if (kind === 'variables') count(WRITERS.has(node.type) ? writes : reads, target)
    }
    const other = comparedVariable(node)
    if (other !== undefined) {
      count(uses, other)
      count(reads, other)
    }
    const list = placeholders(node)
    if (list.length > 0) exposed.set(id, list)
    for (const { variable, character } of list) {
      if (variable !== undefined) count(reads, variable)
      if (variable !== undefined || character !== undefined) count(uses, variable ?? character ?? -1)
    }
  }
  return { jumps, exposed, writes, reads, uses }
}

/** Whether a node continues without the reader: Arrow's automatic types, texts with `auto`, dialogs that choose for themselves, and skipped nodes. */
export function isAutomatic({ node, item }: Pick<PlacedNode, 'node' | 'item'>): boolean {
  if (item.skip) return true
  if (node.type === 'content' || node.type === 'monolog') return dataOf(node, 'auto') === true
  if (node.type === 'dialog') return dataOf(node, 'playable') !== true
  return node.type !== 'interaction' && node.type !== 'user_input'
}

/** How many outputs of a node are connected, and how many it has. */
export function connectedOutputs(facts: DocumentFacts, id: ArrowId, node: ArrowNode): { connected: number; of: number; open: number[] } {
  const { outputs } = slotCounts(node)
  const slots = facts.outputs.get(id)
  const open = Array.from({ length: outputs }, (_, slot) => slot).filter((slot) => !slots?.has(slot))
  return { connected: outputs - open.length, of: outputs, open }
}

const count = (counts: Map<ArrowId, number>, id: ArrowId): void => void counts.set(id, (counts.get(id) ?? 0) + 1)

function push<Value>(lists: Map<ArrowId, Value[]>, id: ArrowId, value: Value): void {
  const list = lists.get(id)
  if (list) list.push(value)
  else lists.set(id, [value])
}
