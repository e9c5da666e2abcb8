import type { ArrowDocument, ArrowId, ArrowObject, ArrowValue } from '../document'
import { change } from '../json/members'
import { dataOf, isNodeType, NODE_TYPE_FACTS, slotCounts } from '../node-types'
import { connect, disconnect } from './connections'
import { updateNode } from './nodes'

/** Sets members of a node's data. Optional members that have their default are removed, as Arrow does. Throws a refusal. */
export function setData(document: ArrowDocument, id: ArrowId, changes: Readonly<Record<string, ArrowValue | undefined>>): ArrowDocument {
  const node = document.resources.nodes.get(id)
  if (!node) return document
  const facts = isNodeType(node.type) ? NODE_TYPE_FACTS[node.type] : undefined
  const settled = Object.fromEntries(
    Object.entries(changes).map(([member, value]) => [
      member,
      facts?.optional.includes(member) && facts.defaults[member] === value ? undefined : value
    ])
  )
  return updateNode(document, id, { data: change<ArrowObject>(node.data, settled) })
}

/** An item of a node's lines, actions or patterns. `was` is its previous index, from 0; absent for a new item. */
export interface NodeItem {
  readonly text: string
  readonly was?: number
}

/** The items of a node with lines, actions or patterns. */
export function itemsOf(document: ArrowDocument, id: ArrowId, member: 'lines' | 'actions' | 'patterns'): NodeItem[] {
  const node = document.resources.nodes.get(id)
  const list = node && dataOf(node, member)
  return Array.isArray(list) ? (list as readonly ArrowValue[]).map((text, was) => ({ text: typeof text === 'string' ? text : '', was })) : []
}

/** Sets the items of a node, in any order: connections follow their items, and those of removed items are removed. Throws a refusal. */
export function setItems(document: ArrowDocument, id: ArrowId, member: 'lines' | 'actions' | 'patterns', items: readonly NodeItem[]): ArrowDocument {
  const node = document.resources.nodes.get(id)
  if (!node) return document
  const isKept = items.every(({ was }, k) => was === k) && items.length === slotCounts(node).outputs
  if (isKept) return setData(document, id, { [member]: items.map(({ text }) => text) })
  const io = [...document.resources.scenes.values()].flatMap(({ map }) => map.get(id)?.io ?? [])
  const bare = io.reduce(disconnect, document)
  const places = new Map(items.flatMap(({ was }, k) => (was === undefined ? [] : [[was, k] as const])))
  return io.reduce(
    (next, [from, slot, to, input]) => {
      const now = places.get(slot)
      return now === undefined ? next : connect(next, [from, now, to, input])
    },
    setData(bare, id, { [member]: items.map(({ text }) => text) })
  )
}
