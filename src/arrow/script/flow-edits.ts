import type { ArrowDocument, ArrowId, ArrowNode, ArrowObject, ArrowValue, Connection } from '../document'
import type { DocumentDraft } from '../draft'
import { connectIn, disconnectIn } from '../edit/connections'
import { createNodeIn } from '../edit/nodes'
import { removeResources } from '../edit/remove'
import { change } from '../json/members'
import { nodeSize } from '../layout/sizes'
import { place } from '../layout/place'
import { dataOf, NODE_TYPE_FACTS, slotCounts, type NodeType } from '../node-types'
import { directReferences } from '../references'
import { optionsOf, type ScriptOutput } from './rows'

/** The connection that leaves an output, if there is one. */
export const leaving = (draft: DocumentDraft, scene: ArrowId, { node, slot }: ScriptOutput): Connection | undefined =>
  draft
    .map(scene)
    .get(node)
    ?.io?.findLast(([from, out]) => from === node && out === slot)

/** Inserts a new node after an output; the previous successor follows the new node's first output, if it has one. */
export function insertAfter(draft: DocumentDraft, scene: ArrowId, output: ScriptOutput, type: NodeType, data: ArrowObject): ArrowId {
  const before = leaving(draft, scene, output)
  const id = createBeside(draft, scene, output.node, type, data)
  connectIn(draft, [output.node, output.slot, id, 0])
  if (before && slotCounts(draft.get('nodes', id)).outputs > 0) connectIn(draft, [id, 0, before[2], before[3]])
  return id
}

/** Creates an unconnected node in a free spot to the right of another. */
export function createBeside(draft: DocumentDraft, scene: ArrowId, previous: ArrowId, type: NodeType, data: ArrowObject): ArrowId {
  const size = nodeSize({ type, name: '', data: { ...NODE_TYPE_FACTS[type].defaults, ...data } })
  const offset = place(draft.finish(), scene, size, { rule: 'right_of_previous', previous })
  return createNodeIn(draft, { type, scene, offset, data }, {})
}

/** The connections that lead to a node. */
export const leadingTo = (draft: DocumentDraft, scene: ArrowId, node: ArrowId): Connection[] =>
  [...draft.map(scene).values()].flatMap(({ io = [] }) => io.filter(([, , to]) => to === node))

/** Whether a node can be removed without breaking references: it is no entry, and jumps to it need a successor to lead to. */
function canGo(draft: DocumentDraft, scene: ArrowId, node: ArrowId, next: ArrowId | undefined): boolean {
  if (draft.get('scenes', scene).entry === node || draft.entry === node || draft.get('nodes', node).type === 'entry') return false
  return next !== undefined || jumpsTo(draft, node).length === 0
}

const jumpsTo = (draft: DocumentDraft, node: ArrowId): ArrowId[] =>
  [...draft.all('nodes')].flatMap(([id, one]) =>
    directReferences(one).some(({ set, id: target }) => set === 'nodes' && target === node) ? [id] : []
  )

/** A document without a node: what led to it leads to its first output's successor. Undefined for entries and jumps' targets without one. */
export function withoutNode(draft: DocumentDraft, scene: ArrowId, node: ArrowId): ArrowDocument | undefined {
  const next = leaving(draft, scene, { node, slot: 0 })
  if (!canGo(draft, scene, node, next?.[2])) return undefined
  for (const jump of next ? jumpsTo(draft, node) : []) {
    const one = draft.get('nodes', jump)
    // A jump would then lead to itself; such a loop is refused.
    if (jump === next?.[2]) return undefined
    draft.putNode(jump, change(one, { data: change<ArrowObject>(one.data, { target: next?.[2] }) }))
  }
  for (const connection of leadingTo(draft, scene, node)) {
    disconnectIn(draft, connection)
    const [from, slot] = connection
    if (next && from !== next[2]) connectIn(draft, [from, slot, next[2], next[3]])
  }
  return removeResources(draft.finish(), [node])
}

/** Puts an option into a node at a slot; the connections of later options move with them. */
export function insertOption(draft: DocumentDraft, scene: ArrowId, node: ArrowId, at: number, text: string): void {
  const one = draft.get('nodes', node)
  const options = optionsOf(one)
  if (!options) return
  putOptions(draft, scene, node, one, options.member, options.texts.toSpliced(at, 0, text), (slot) => (slot >= at ? slot + 1 : slot))
}

/** Removes an option. The nodes after it stay in the scene. */
export function removeOption(draft: DocumentDraft, scene: ArrowId, node: ArrowId, at: number): void {
  const one = draft.get('nodes', node)
  const options = optionsOf(one)
  if (!options || options.texts.length < 2) return
  putOptions(draft, scene, node, one, options.member, options.texts.toSpliced(at, 1), (slot) =>
    slot === at ? undefined : slot > at ? slot - 1 : slot
  )
}

function putOptions(
  draft: DocumentDraft,
  scene: ArrowId,
  id: ArrowId,
  node: ArrowNode,
  member: string,
  texts: readonly string[],
  moved: (slot: number) => number | undefined
): void {
  draft.putNode(id, change(node, { data: change<ArrowObject>(node.data, { [member]: texts }) }))
  const item = draft.map(scene).get(id)
  if (!item?.io) return
  const io = item.io.flatMap(([from, slot, to, input]): Connection[] => {
    const now = moved(slot)
    return now === undefined ? [] : [[from, now, to, input]]
  })
  draft.putItem(scene, id, change(item, { io: io.length > 0 ? io : undefined }))
}

/** Changes the type of a node to one with as many inputs and the same first outputs; its position, notes and connections stay. */
export function retype(draft: DocumentDraft, id: ArrowId, type: NodeType, data: Readonly<Record<string, ArrowValue>>): void {
  const node = draft.get('nodes', id)
  const rect = node.data['rect']
  draft.putNode(id, change(node, { type, data: { ...NODE_TYPE_FACTS[type].defaults, ...data, ...(rect === undefined ? {} : { rect }) } }))
}

/** A text of a node's data; '' where there is none. */
export function textIn(node: ArrowNode, member: string): string {
  const value = dataOf(node, member)
  return typeof value === 'string' ? value : ''
}
