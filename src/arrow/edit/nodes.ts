import type { ArrowDocument, ArrowId, ArrowNode, ArrowObject, Connection } from '../document'
import { edited, type DocumentDraft } from '../draft'
import type { IdSource } from '../ids'
import { change } from '../json/members'
import { defaultName, uniqueName } from '../names'
import { isNodeType, NODE_TYPE_FACTS } from '../node-types'
import { refusal } from '../refuse'
import { connectIn, cutConnections, disconnectIn } from './connections'
import { checkData, checkHome, dropLostSlots, withoutLegacyBrief } from './data'

/** A node to create. Members of `data` that are missing have the defaults of the type. */
export interface NewNode {
  readonly type: string
  readonly scene: ArrowId
  /** Its top left corner; fractions are cut off. */
  readonly offset: readonly [x: number, y: number]
  readonly name?: string
  readonly data?: ArrowObject
  readonly notes?: string
  readonly skip?: boolean
}

/** A document after a resource was created, with its id. */
export interface Created {
  readonly document: ArrowDocument
  readonly id: ArrowId
}

/** Runs an edit that creates something. */
export function creating(document: ArrowDocument, create: (draft: DocumentDraft) => ArrowId): Created {
  let id = -1
  const after = edited(document, (draft) => {
    id = create(draft)
  })
  return { document: after, id }
}

/** Creates a node in a scene. Throws a refusal if its type, its scene or its data is wrong. */
export const createNode = (document: ArrowDocument, node: NewNode, ids: IdSource = {}): Created =>
  creating(document, (draft) => createNodeIn(draft, node, ids))

export function createNodeIn(draft: DocumentDraft, { type, scene, offset, name, data, notes, skip }: NewNode, ids: IdSource): ArrowId {
  if (!isNodeType(type)) throw refusal('INVALID_NODE_TYPE', `“${type}” is no type of node.`)
  const [x, y] = offset
  if (![x, y].every((n) => Number.isFinite(n) && Math.abs(n) <= MAX_OFFSET)) {
    throw refusal('INVALID_POSITION', `A position needs two numbers from −${MAX_OFFSET} to ${MAX_OFFSET}.`)
  }
  draft.get('scenes', scene)
  const id = draft.newId(ids)
  const node: ArrowNode = {
    type,
    name: uniqueName(draft, 'nodes', name ?? defaultName('nodes', id)),
    data: change<ArrowObject>(NODE_TYPE_FACTS[type].defaults, data ?? {}),
    ...(notes && { notes })
  }
  checkHome(draft, node, scene)
  checkData(draft, id, node, undefined)
  draft.putNode(id, node)
  draft.putItem(scene, id, { offset: [Math.floor(x), Math.floor(y)], ...(skip && { skip }) })
  return id
}

/** The largest distance of a node from the origin, in graph coordinates. */
const MAX_OFFSET = 10_000_000

/** Changes to a node. `data` is the whole new data; empty notes are removed. */
export interface NodeChanges {
  readonly name?: string
  readonly data?: ArrowObject
  readonly notes?: string
  readonly alt?: ArrowObject
}

/** Changes a node. Connections on slots that it no longer has are removed, and its references are updated. Throws a refusal. */
export const updateNode = (document: ArrowDocument, id: ArrowId, changes: NodeChanges): ArrowDocument =>
  edited(document, (draft) => updateNodeIn(draft, id, changes))

function updateNodeIn(draft: DocumentDraft, id: ArrowId, { name, data, notes, alt }: NodeChanges): void {
  const before = draft.get('nodes', id)
  const after = change(before, {
    ...(name !== undefined && name !== before.name && { name: uniqueName(draft, 'nodes', name === '' ? defaultName('nodes', id) : name, id) }),
    ...(data && { data }),
    ...(notes !== undefined && { notes: notes === '' ? undefined : notes }),
    ...(alt && { alt })
  })
  if (after === before) return
  const node = data ? withoutLegacyBrief(after) : after
  checkData(draft, id, node, before)
  draft.putNode(id, node)
  dropLostSlots(draft, id, before, node)
}

/** Creates a node in the middle of a connection, which then leads through it. Throws a refusal if the type lacks the slots for that. */
export const insertBetween = (document: ArrowDocument, connection: Connection, node: Omit<NewNode, 'scene'>): Created =>
  creating(document, (draft) => {
    const [from, slot, to, input] = connection
    const { scene } = draft.place(from)
    disconnectIn(draft, connection)
    const id = createNodeIn(draft, { ...node, scene }, {})
    connectIn(draft, [from, slot, id, 0])
    connectIn(draft, [id, 0, to, input])
    return id
  })

/** Moves nodes within their scenes. Fractions are cut off. */
export const moveNodes = (document: ArrowDocument, offsets: Iterable<readonly [ArrowId, readonly [x: number, y: number]]>): ArrowDocument =>
  edited(document, (draft) => {
    for (const [id, [x, y]] of offsets) {
      const { scene, item } = draft.place(id)
      const offset = [Math.floor(x), Math.floor(y)] as const
      if (!offset.every((n) => Number.isFinite(n) && Math.abs(n) <= MAX_OFFSET))
        throw refusal('INVALID_POSITION', 'A position needs two numbers.', { id })
      if (offset[0] !== item.offset[0] || offset[1] !== item.offset[1]) draft.putItem(scene, id, change(item, { offset }))
    }
  })

/** Sets whether nodes are skipped in play. */
export const skipNodes = (document: ArrowDocument, ids: Iterable<ArrowId>, skip: boolean): ArrowDocument =>
  edited(document, (draft) => {
    for (const id of ids) {
      const { scene, item } = draft.place(id)
      draft.putItem(scene, id, change(item, { skip: skip ? true : undefined }))
    }
  })

/** Sets the size at which a node is drawn, in graph coordinates; undefined lets its content decide. */
export const resizeNode = (document: ArrowDocument, id: ArrowId, size: readonly [width: number, height: number] | undefined): ArrowDocument =>
  edited(document, (draft) => {
    const node = draft.get('nodes', id)
    const rect = size?.map((n) => Math.max(1, Math.round(n)))
    draft.putNode(id, change(node, { data: change<ArrowObject>(node.data, { rect }) }))
  })

/** Moves nodes into another scene and drops connections with the remaining ones. Throws a refusal for scenes' entries and macro uses in macros. */
export const moveToScene = (document: ArrowDocument, ids: Iterable<ArrowId>, scene: ArrowId): ArrowDocument =>
  edited(document, (draft) => {
    const moved = new Set(ids)
    const target = draft.get('scenes', scene)
    const items = [...moved].map((id) => ({ id, ...draft.place(id) })).filter((one) => one.scene !== scene)
    for (const { id, scene: home, item } of items) {
      if (draft.get('scenes', home).entry === id) {
        throw refusal('PERMISSION_DENIED', `Node ${id} is the entry of its scene and can’t leave it. Make another node the entry first.`, { id })
      }
      if (id === draft.entry && target.macro) throw refusal('PERMISSION_DENIED', 'The entry of the document can’t lie in a macro.', { id })
      checkHome(draft, draft.get('nodes', id), scene)
      draft.putItem(home, id, undefined)
      const io = item.io?.filter(([, , to]) => moved.has(to))
      draft.putItem(scene, id, change(item, { io: io && io.length > 0 ? io : undefined }))
    }
    for (const home of new Set(items.map((one) => one.scene))) cutConnections(draft, home, moved)
  })
