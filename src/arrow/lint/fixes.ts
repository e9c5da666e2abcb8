import type { ArrowId, ArrowObject, ArrowValue, Connection, MapItem } from '../document'
import { edited, type DocumentDraft } from '../draft'
import { removeResources } from '../edit/remove'
import { change } from '../json/members'
import { uniqueName } from '../names'
import type { Fix } from './finding'

/** A fix as a change of a draft. It bypasses the checks of regular edits, which would refuse a broken document. */
export const fix = (label: string, edit: (draft: DocumentDraft) => void): Fix => ({ label, apply: (document) => edited(document, edit) })

/** The same fix, marked as one that no reader could notice. */
export const safe = (one: Fix): Fix => ({ ...one, safe: true })

/** Sets members of a node's data; a value of undefined removes the member. */
export const setData = (label: string, id: ArrowId, data: Readonly<Record<string, ArrowValue | undefined>>): Fix =>
  fix(label, (draft) => {
    const node = draft.find('nodes', id)
    if (node) draft.putNode(id, change(node, { data: change<ArrowObject>(node.data, data) }))
  })

/** Changes the placement of a node in a scene; removes it where `next` returns undefined. */
export const setItem = (label: string, scene: ArrowId, id: ArrowId, next: (item: MapItem) => MapItem | undefined): Fix =>
  fix(label, (draft) => putItem(draft, scene, id, next))

/** Changes the placement of a node in a scene of a draft. */
export function putItem(draft: DocumentDraft, scene: ArrowId, id: ArrowId, next: (item: MapItem) => MapItem | undefined): void {
  const item = draft.find('scenes', scene) && draft.map(scene).get(id)
  if (item) draft.putItem(scene, id, next(item))
}

/** Removes connections of a map item. */
export const dropConnections = (
  label: string,
  scene: ArrowId,
  id: ArrowId,
  drop: (connection: Connection, at: number, io: readonly Connection[]) => boolean
): Fix =>
  setItem(label, scene, id, (item) => {
    const io = (item.io ?? []).filter((connection, at, all) => !drop(connection, at, all))
    return change(item, { io: io.length > 0 ? io : undefined })
  })

/** Deletes a node, a variable or a character that nothing uses. */
export const remove = (label: string, id: ArrowId): Fix => ({ label, apply: (document) => removeResources(document, [id]) })

/** Gives a node or scene a unique name. */
export const renameFree = (set: 'nodes' | 'scenes', id: ArrowId): Fix =>
  fix('Give it a name of its own', (draft) => {
    const one = draft.find(set, id)
    if (one) draft.put(set, id, change<typeof one>(one, { name: uniqueName(draft, set, one.name, id) }))
  })
