import {
  type ArrowDocument,
  type ArrowId,
  type ArrowNode,
  type ArrowResources,
  type ArrowScene,
  type Connection,
  isNodeType,
  ownName,
  saidBy,
  slotCounts
} from '../../../arrow'
import type { TreeRow } from '../../canvas/tree'
import { slotWords, typeLabel } from '../graph/cards'
import { edgeId } from '../graph/scene-graph'
import { arrowTexts } from '../arrow-texts'

const t = arrowTexts.outline

/** A row of the outline: a node of the scene, or one of its outputs with the target. */
export interface SceneRow extends TreeRow {
  node: ArrowId
  type: string
  /** The output; absent for the node's own row. */
  slot?: number
  connection?: Connection
  skip: boolean
  note: string
}

/** The longest label of a row, in characters. */
const MAX_LABEL = 90

/** The label of a node in lists: the name that a person gave it, its text, or its effect. */
export function nodeLabel(document: ArrowDocument, id: ArrowId): string {
  const node = document.resources.nodes.get(id)
  return node ? labelOf(document, id, node) : String(id)
}

/** Cached labels by node, with the names that they contain. The label of a jump depends on its target, so it is not cached. */
const labels = new WeakMap<ArrowNode, { resources: Pick<ArrowResources, 'variables' | 'characters' | 'scenes'>; id: ArrowId; label: string }>()

function labelOf(document: ArrowDocument, id: ArrowId, node: ArrowNode): string {
  const { resources } = document
  const known = labels.get(node)
  const isKnown = known?.id === id && (['variables', 'characters', 'scenes'] as const).every((set) => known.resources[set] === resources[set])
  if (isKnown && node.type !== 'jump') return known.label
  const said = saidBy(document, node)
  const name = ownName(id, node)
  const all = name === undefined ? said : said === '' ? name : `${name}: ${said}`
  const label = all === '' ? typeLabel(node.type) : all.slice(0, MAX_LABEL)
  labels.set(node, { resources, id, label })
  return label
}

/** The nodes of a scene in the order of the story: each before its successors, from the entry on; then unreachable ones, left to right. */
function inStoryOrder(scene: ArrowScene): ArrowId[] {
  const order: ArrowId[] = []
  const seen = new Set<ArrowId>()
  const visit = (start: ArrowId): void => {
    const stack = [start]
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      const item = scene.map.get(id)
      if (!item || seen.has(id)) continue
      seen.add(id)
      order.push(id)
      const next = [...(item.io ?? [])].sort((a, b) => b[1] - a[1])
      for (const [, , to] of next) stack.push(to)
    }
  }
  visit(scene.entry)
  const led = new Set([...scene.map.values()].flatMap(({ io = [] }) => io.map(([, , to]) => to)))
  const rest = [...scene.map].sort(([, a], [, b]) => a.offset[0] - b.offset[0] || a.offset[1] - b.offset[1])
  for (const [id] of rest) if (!led.has(id)) visit(id)
  for (const [id] of rest) visit(id)
  return order
}

const orders = new WeakMap<ArrowScene['map'], { entry: ArrowId; order: readonly ArrowId[] }>()

function orderOf(scene: ArrowScene): readonly ArrowId[] {
  const cached = orders.get(scene.map)
  if (cached?.entry === scene.entry) return cached.order
  const order = inStoryOrder(scene)
  orders.set(scene.map, { entry: scene.entry, order })
  return order
}

/** The visible rows of a scene: every node that matches the query, and the outputs of expanded ones. */
export function sceneRows(document: ArrowDocument, sceneId: ArrowId, folds: Readonly<Record<string, boolean>>, query = ''): SceneRow[] {
  const scene = document.resources.scenes.get(sceneId)
  if (!scene) return []
  const wanted = query.trim().toLowerCase()
  const nodes = orderOf(scene).flatMap((id) => {
    const node = document.resources.nodes.get(id)
    if (!node) return []
    const label = labelOf(document, id, node)
    return wanted === '' || `${label} ${typeLabel(node.type)} ${node.name} ${id}`.toLowerCase().includes(wanted) ? [{ id, node, label }] : []
  })
  const rows: SceneRow[] = []
  nodes.forEach(({ id, node, label }, k) => {
    const item = scene.map.get(id)
    const io = item?.io ?? []
    const hasWays = io.length > 0 || (isNodeType(node.type) && slotCounts(node).outputs > 0)
    const open = folds[`${id}`] ?? false
    const outputs = open ? waysOf(document, id, node, io) : []
    const above = rows.length
    rows.push({
      key: `node:${id}`,
      node: id,
      type: node.type,
      label,
      note: typeLabel(node.type),
      skip: item?.skip === true,
      level: 1,
      position: k + 1,
      size: nodes.length,
      ...(hasWays ? { open } : {})
    })
    if (open)
      outputs.forEach((output, w) =>
        rows.push({
          ...output,
          node: id,
          type: node.type,
          skip: false,
          note: '',
          level: 2,
          position: w + 1,
          size: outputs.length,
          above,
          leadsOn: true
        })
      )
  })
  return rows
}

/** The outputs of a node, in the order of its slots. */
function waysOf(
  document: ArrowDocument,
  id: ArrowId,
  node: ArrowNode,
  io: readonly Connection[]
): Pick<SceneRow, 'key' | 'label' | 'slot' | 'connection'>[] {
  const bySlot = new Map(io.map((connection) => [connection[1], connection]))
  const count = isNodeType(node.type) ? slotCounts(node).outputs : 0
  const slots = [...new Set([...Array.from({ length: count }).keys(), ...bySlot.keys()])].sort((a, b) => a - b)
  return slots.map((slot) => {
    const connection = bySlot.get(slot)
    const words = slotWords(node, slot)
    if (!connection) return { key: `open:${id}.${slot}`, slot, label: t.open(words) }
    return { key: `edge:${edgeId(connection)}`, slot, connection, label: t.leadsTo(words, nodeLabel(document, connection[2])) }
  })
}
