import type { ArrowDocument, ArrowId, ArrowNode, ArrowObject, ArrowValue } from '../document'
import { DocumentDraft, edited } from '../draft'
import { change } from '../json/members'
import { comparedVariable, directReferences } from '../references'
import { refusal } from '../refuse'
import { cutConnections } from './connections'
import { exposersOf } from './renames'

/** `force` also removes resources in use; their users then refer to nothing (−1). */
export interface RemoveOptions {
  readonly force?: boolean
}

/**
 * Removes nodes, variables and characters together. Throws a refusal: `RESOURCE_IN_USE` with `referenced_by` (a node) or `used_by` if a remaining
 * resource uses one, `PERMISSION_DENIED` for the entry of a scene or of the document.
 */
export const removeResources = (document: ArrowDocument, ids: Iterable<ArrowId>, options: RemoveOptions = {}): ArrowDocument =>
  edited(document, (draft) => removeIn(draft, new Set(ids), options))

function removeIn(draft: DocumentDraft, ids: ReadonlySet<ArrowId>, { force = false }: RemoveOptions): void {
  const users = usersIn(draft, ids)
  for (const id of ids) {
    const set = (['nodes', 'variables', 'characters'] as const).find((name) => draft.find(name, id) !== undefined)
    if (!set) draft.get(draft.find('scenes', id) ? 'variables' : 'nodes', id)
    const staying = (users.get(id) ?? []).filter((user) => !ids.has(user))
    if (set === 'nodes') checkEntry(draft, id)
    if (staying.length > 0 && !force) throw inUse(draft, set === 'nodes' ? 'nodes' : 'others', id, staying)
    for (const user of staying) release(draft, user, id)
  }
  removeNodesIn(draft, ids)
  for (const id of ids) {
    if (draft.find('variables', id)) draft.put('variables', id, undefined)
    if (draft.find('characters', id)) draft.put('characters', id, undefined)
  }
  // Texts that exposed a removed variable or character no longer refer to it.
  for (const user of new Set([...users.values()].flat())) {
    const node = draft.find('nodes', user)
    if (node) draft.putNode(user, node)
  }
}

function inUse(draft: DocumentDraft, kind: 'nodes' | 'others', id: ArrowId, users: readonly ArrowId[]): Error {
  const names = users.slice(0, 5).map((user) => `“${draft.find('nodes', user)?.name ?? user}”`)
  const more = users.length > names.length ? ` and ${users.length - names.length} more` : ''
  const name = draft.find('nodes', id)?.name ?? draft.find('variables', id)?.name ?? draft.find('characters', id)?.name ?? String(id)
  const message = `“${name}” can’t be removed because ${users.length === 1 ? 'a node uses' : 'nodes use'} it: ${names.join(', ')}${more}. Change ${users.length === 1 ? 'that' : 'those'} first, or remove it by force.`
  return refusal('RESOURCE_IN_USE', message, { id, ...(kind === 'nodes' ? { referenced_by: users } : { used_by: users }) })
}

function checkEntry(draft: DocumentDraft, id: ArrowId): void {
  if (draft.entry === id) {
    throw refusal('PERMISSION_DENIED', `Node ${id} is where the document starts and can’t be removed. Make another node the entry first.`, { id })
  }
  const scene = draft.sceneOf(id)
  if (scene !== undefined && draft.get('scenes', scene).entry === id) {
    throw refusal(
      'PERMISSION_DENIED',
      `Node ${id} is the entry of “${draft.get('scenes', scene).name}” and can’t be removed. Make another node the entry first.`,
      { id }
    )
  }
}

/** The nodes that refer to each resource, even where its `use` doesn't list them. */
function usersIn(draft: DocumentDraft, ids: ReadonlySet<ArrowId>): Map<ArrowId, ArrowId[]> {
  const users = new Map<ArrowId, Set<ArrowId>>()
  const note = (id: ArrowId, user: ArrowId): unknown => users.set(id, (users.get(id) ?? new Set()).add(user))
  for (const id of ids) {
    const exposed = draft.find('variables', id)?.name ?? draft.find('characters', id)?.name
    for (const user of exposed === undefined ? [] : exposersOf(draft, [exposed])) if (draft.refersTo(user, id)) note(id, user)
  }
  for (const [user, node] of draft.all('nodes')) for (const { id } of directReferences(node)) if (ids.has(id)) note(id, user)
  return new Map([...users].map(([id, all]) => [id, [...all].toSorted((a, b) => a - b)] as const))
}

/** Resets every reference to an id in a node's data to none. Texts keep their placeholders. */
function release(draft: DocumentDraft, user: ArrowId, id: ArrowId): void {
  const node = draft.find('nodes', user)
  if (!node) return
  const changes: Record<string, ArrowValue> = {}
  for (const one of directReferences(node)) if (one.id === id) changes[one.member] = one.member === 'with' ? [0, null] : -1
  if (comparedVariable(node) !== id) delete changes['with']
  const after: ArrowNode = change(node, { data: change<ArrowObject>(node.data, changes) })
  draft.putNode(user, after)
}

/** Removes nodes with their connections. */
function removeNodesIn(draft: DocumentDraft, ids: ReadonlySet<ArrowId>): void {
  const scenes = new Set<ArrowId>()
  for (const id of ids) {
    if (!draft.find('nodes', id)) continue
    const scene = draft.sceneOf(id)
    if (scene !== undefined) {
      draft.putItem(scene, id, undefined)
      scenes.add(scene)
    }
  }
  for (const scene of scenes) cutConnections(draft, scene, ids)
  for (const id of ids) if (draft.find('nodes', id)) draft.putNode(id, undefined)
}

/** A document without a scene, and the nodes removed with it. */
export interface RemovedScene {
  readonly document: ArrowDocument
  readonly removed: readonly ArrowId[]
}

/**
 * Removes a scene or a macro with all its nodes. Throws a refusal: `PERMISSION_DENIED` for the last scene and the one where the document starts,
 * `RESOURCE_IN_USE` with `referenced_by` if a node outside uses the macro or jumps into the scene.
 */
export function removeScene(document: ArrowDocument, id: ArrowId, { force = false }: RemoveOptions = {}): RemovedScene {
  const draft = new DocumentDraft(document)
  const scene = draft.get('scenes', id)
  const removed = [...scene.map.keys()].filter((node) => draft.find('nodes', node))
  const removedIds = new Set(removed)
  if (removedIds.has(document.entry)) {
    throw refusal(
      'PERMISSION_DENIED',
      `“${scene.name}” can’t be removed because the document starts in it. Make a node of another scene the entry first.`,
      { id }
    )
  }
  if (document.resources.scenes.size < 2) throw refusal('PERMISSION_DENIED', `“${scene.name}” is the last scene. Create another one first.`, { id })
  for (const [resource, all] of usersIn(draft, new Set([id, ...removed]))) {
    const users = all.filter((user) => !removedIds.has(user))
    if (users.length > 0 && !force) {
      const message = `“${scene.name}” can’t be removed because other scenes use it: nodes ${users.slice(0, 5).join(', ')}. Change those first, or remove it by force.`
      throw refusal('RESOURCE_IN_USE', message, { id, referenced_by: users })
    }
    for (const user of users) release(draft, user, resource)
  }
  for (const node of removed) draft.putNode(node, undefined)
  draft.removeScene(id)
  return { document: draft.finish(), removed }
}
