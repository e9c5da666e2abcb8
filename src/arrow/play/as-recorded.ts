import type { ArrowDocument } from '../document'
import { change } from '../json/members'
import { parseJson, type JsonTree } from '../json/reader'
import { readArrow } from '../read'

/** Reads a document as the recorded runtime did, without `readArrow`'s migrations of Arrow 1: a dialog without `playable` plays by chance. */
export function readAsRecorded(text: string): ArrowDocument {
  const { document, migrated } = readArrow(text)
  if (migrated.length === 0) return document
  const written = member(member(parseJson(text).value, 'resources'), 'nodes')
  const nodes = [...document.resources.nodes].map(([id, node]) => {
    const data = member(member(written, String(id)), 'data')
    const added = node.type === 'dialog' && data instanceof Map && !data.has('playable')
    return [id, added ? change(node, { data: change(node.data, { playable: undefined }) }) : node] as const
  })
  return { ...document, resources: { ...document.resources, nodes: new Map(nodes) } }
}

const member = (tree: JsonTree | undefined, name: string): JsonTree | undefined => (tree instanceof Map ? tree.get(name) : undefined)
