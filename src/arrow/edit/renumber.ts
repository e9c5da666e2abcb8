import type { ArrowDocument, ArrowId, ArrowNode, ArrowObject, ArrowResources, ArrowValue, MapItem } from '../document'
import type { DocumentDraft } from '../draft'
import { change } from '../json/members'
import { directReferences } from '../references'
import { SETS } from '../validate'

/** New ids by set, for some resources. */
export type NewIds = Readonly<Record<keyof ArrowResources, ReadonlyMap<ArrowId, ArrowId>>>

/** Makes ids that none of the documents uses. */
export function idsAfter(draft: DocumentDraft, ...documents: readonly ArrowDocument[]): () => ArrowId {
  const taken = new Set(documents.flatMap(({ resources }) => SETS.flatMap((set) => [...resources[set].keys()])))
  // With an epoch, an id begins with a time: this one follows the largest.
  const now = (documents[0]?.meta.epoch ?? 0) + Math.floor([...taken].reduce((a, b) => Math.max(a, b), 0) / 2 ** 22) + 1
  return () => {
    let id = draft.newId({ now })
    while (taken.has(id)) id = documents[0]?.meta.epoch === undefined ? draft.newId({ now }) : id + 1
    taken.add(id)
    return id
  }
}

/** A node whose data refers to the new ids. */
export function withNewReferences(node: ArrowNode, ids: NewIds): ArrowNode {
  const changes: Record<string, ArrowValue> = {}
  for (const { set, id, member } of directReferences(node)) {
    const now = ids[set].get(id)
    if (now !== undefined) changes[member] = member === 'with' ? [1, now] : now
  }
  return change(node, { data: change<ArrowObject>(node.data, changes) })
}

/** A place whose connections lead from and to the new ids. */
export function withNewConnections(item: MapItem, { nodes }: NewIds): MapItem {
  const now = (id: ArrowId): ArrowId => nodes.get(id) ?? id
  const io = item.io?.map(([from, slot, to, input]) => [now(from), slot, now(to), input] as const)
  return change(item, { io })
}

/** A document in which some resources have new ids. `use` and `ref` stay as they are: `relinked` computes them. */
export function renumbered(document: ArrowDocument, ids: NewIds): ArrowDocument {
  const node = (id: ArrowId): ArrowId => ids.nodes.get(id) ?? id
  const keyed = <T>(set: ReadonlyMap<ArrowId, T>, now: ReadonlyMap<ArrowId, ArrowId>, one: (value: T) => T): ReadonlyMap<ArrowId, T> =>
    new Map([...set].map(([id, value]) => [now.get(id) ?? id, one(value)]))
  const { resources } = document
  return change(document, {
    entry: node(document.entry),
    resources: change(resources, {
      scenes: keyed(resources.scenes, ids.scenes, (scene) =>
        change(scene, { entry: node(scene.entry), map: keyed(scene.map, ids.nodes, (item) => withNewConnections(item, ids)) })
      ),
      nodes: keyed(resources.nodes, ids.nodes, (one) => withNewReferences(one, ids)),
      variables: keyed(resources.variables, ids.variables, (one) => one),
      characters: keyed(resources.characters, ids.characters, (one) => one)
    })
  })
}
