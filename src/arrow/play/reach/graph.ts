import type { ArrowId } from '../../document'
import { leadingInteger } from '../coercion'
import type { Playable, PlayableNode } from '../playable'

/** An edge from a node: an output slot, or −1 for a jump and the entry of a macro. */
export interface Edge {
  slot: number
  to: ArrowId
}

/** The edges of a node under any condition. Outputs that a skip rules out are left out. */
export function edgesFrom(doc: Playable, { node, skip, next }: PlayableNode): Edge[] {
  const all = [...next].map(([slot, { id }]) => ({ slot, to: id }))
  const ordered = all.sort((a, b) => a.slot - b.slot)
  const jump = (to: number): Edge[] => (to >= 0 ? [{ slot: -1, to }] : [])
  switch (node.type) {
    case 'jump':
      return skip ? [] : jump(leadingInteger(node.data['target'], -1))
    case 'macro_use': {
      const entry = doc.document.resources.scenes.get(leadingInteger(node.data['macro'], -1))?.entry
      return skip || entry === undefined ? ordered : [...jump(entry), ...ordered]
    }
    case 'dialog':
    case 'interaction':
    case 'tag_match':
    case 'condition':
    case 'tag_pass':
      return skip ? ordered.slice(0, 1) : ordered
    case 'sequencer':
      return skip ? ordered.slice(-1) : ordered
    default:
      return ordered
  }
}

/** The nodes that may be reached from one, itself included. */
export function leadsTo(doc: Playable, from: ArrowId): Set<ArrowId> {
  const reached = new Set([from])
  for (const id of reached) {
    const node = doc.nodes.get(id)
    for (const { to } of node ? edgesFrom(doc, node) : []) if (doc.nodes.has(to)) reached.add(to)
  }
  return reached
}

/** The incoming edges of each node. */
export function edgesInto(doc: Playable): Map<ArrowId, { from: ArrowId; slot: number }[]> {
  const into = new Map<ArrowId, { from: ArrowId; slot: number }[]>()
  for (const node of doc.nodes.values()) {
    for (const { slot, to } of edgesFrom(doc, node)) {
      const known = into.get(to)
      if (known) known.push({ from: node.id, slot })
      else into.set(to, [{ from: node.id, slot }])
    }
  }
  return into
}
