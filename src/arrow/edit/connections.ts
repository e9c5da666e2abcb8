import { placeOf, type ArrowDocument, type ArrowId, type ArrowNode, type Connection } from '../document'
import { edited, type DocumentDraft } from '../draft'
import { change } from '../json/members'
import { isNodeType, slotCounts } from '../node-types'
import { refusal } from '../refuse'

/** Connects an output with an input. An output has one connection: an earlier one is replaced. Throws a refusal (`INVALID_CONNECTION`). */
export const connect = (document: ArrowDocument, connection: Connection): ArrowDocument => edited(document, (draft) => connectIn(draft, connection))

/** Removes a connection. Throws a refusal (`INVALID_CONNECTION`) if it doesn't exist. */
export const disconnect = (document: ArrowDocument, connection: Connection): ArrowDocument =>
  edited(document, (draft) => disconnectIn(draft, connection))

/** Returns why two slots can't be connected, as one sentence; undefined if they can. */
export function connectionFaultIn(draft: DocumentDraft, connection: Connection): string | undefined {
  try {
    checkConnection(draft, connection)
    return undefined
  } catch (refused) {
    return refused instanceof Error ? refused.message : String(refused)
  }
}

/** Throws a refusal unless two slots can be connected. */
function checkConnection(draft: DocumentDraft, [from, slot, to, input]: Connection): void {
  const source = draft.get('nodes', from)
  const target = draft.get('nodes', to)
  const wrong = (message: string): Error => refusal('INVALID_CONNECTION', message, { id: from })
  if (from === to) throw wrong('A node can’t be connected with itself. Connect it through another node.')
  const { scene } = draft.place(from)
  if (!draft.map(scene).has(to)) throw wrong(`Nodes ${from} and ${to} lie in different scenes. Use a jump.`)
  checkSlot(source, slot, 'outputs', wrong)
  checkSlot(target, input, 'inputs', wrong)
}

export function connectIn(draft: DocumentDraft, connection: Connection): void {
  checkConnection(draft, connection)
  const [from, slot] = connection
  const { scene, item } = draft.place(from)
  const rest = (item.io ?? []).filter(([owner, out]) => !(owner === from && out === slot))
  const known = item.io?.some((one) => sameConnection(one, connection)) ?? false
  if (known && rest.length + 1 === item.io?.length) return
  draft.putItem(scene, from, change(item, { io: [...rest, connection] }))
}

/** Throws unless a node has a slot. Nodes of an unknown type have every slot. */
function checkSlot(node: ArrowNode, slot: number, side: 'inputs' | 'outputs', wrong: (message: string) => Error): void {
  const count = isNodeType(node.type) ? slotCounts(node)[side] : Number.MAX_SAFE_INTEGER
  if (count === 0)
    throw wrong(
      side === 'inputs' ? `Nothing can lead into a node of the type ${node.type}.` : `A node of the type ${node.type} leads nowhere by a connection.`
    )
  if (!Number.isInteger(slot) || slot < 0 || slot >= count) {
    throw wrong(`“${node.name}” (${node.type}) has ${side === 'inputs' ? 'input' : 'output'} slots 0 to ${count - 1}, but no slot ${slot}.`)
  }
}

export function disconnectIn(draft: DocumentDraft, connection: Connection): void {
  const [from] = connection
  const { scene, item } = draft.place(from)
  const io = item.io?.filter((one) => !sameConnection(one, connection))
  if (io === undefined || io.length === item.io?.length) {
    throw refusal(
      'INVALID_CONNECTION',
      `There is no connection from node ${from}, slot ${connection[1]}, to node ${connection[2]}, slot ${connection[3]}.`,
      { id: from }
    )
  }
  draft.putItem(scene, from, change(item, { io: io.length > 0 ? io : undefined }))
}

const sameConnection = (a: Connection, b: Connection): boolean => a.every((part, i) => part === b[i])

/** Removes the connections of a scene to and from nodes that are removed. */
export function cutConnections(draft: DocumentDraft, scene: ArrowId, removed: ReadonlySet<ArrowId>): void {
  for (const [owner, item] of draft.map(scene)) {
    const io = item.io?.filter(([from, , to]) => !removed.has(to) && !removed.has(from))
    if (io && io.length !== item.io?.length) draft.putItem(scene, owner, change(item, { io: io.length > 0 ? io : undefined }))
  }
}

/** The first unconnected output of a node; undefined if all are connected. */
export function freeOutput(document: ArrowDocument, id: ArrowId): number | undefined {
  const node = document.resources.nodes.get(id)
  const connected = new Set(placeOf(document, id)?.item.io?.map(([, slot]) => slot))
  return slotsOf(node ? slotCounts(node).outputs : 0).find((slot) => !connected.has(slot))
}

/** The first unconnected input of a node, as in a hub; the first one if all are connected. */
export function freeInput(document: ArrowDocument, id: ArrowId): number {
  const node = document.resources.nodes.get(id)
  const map = document.resources.scenes.get(placeOf(document, id)?.scene ?? -1)?.map
  const connected = new Set([...(map?.values() ?? [])].flatMap(({ io = [] }) => io.filter(([, , to]) => to === id).map(([, , , input]) => input)))
  return slotsOf(node ? slotCounts(node).inputs : 0).find((input) => !connected.has(input)) ?? 0
}

const slotsOf = (count: number): number[] => Array.from({ length: count }, (_, slot) => slot)
