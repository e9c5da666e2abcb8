import type { ArrowDocument, ArrowId } from '../document'
import { edited } from '../draft'
import { change } from '../json/members'
import { nameIndex, referencesOf } from '../references'

const SETS = ['scenes', 'nodes', 'variables', 'characters'] as const

/** A document whose `use` and `ref` are recomputed from the data of its nodes. Correct lists keep their order. */
export function relinked(document: ArrowDocument): ArrowDocument {
  const { ref, use } = relations(document)
  return edited(document, (draft) => {
    for (const [id, node] of document.resources.nodes) draft.put('nodes', id, change(node, { ref: settled(node.ref, ref.get(id)) }))
    for (const set of SETS) {
      for (const id of document.resources[set].keys()) {
        const resource = draft.get(set, id)
        draft.put(set, id, change<typeof resource>(resource, { use: settled(resource.use, use.get(id)) }))
      }
    }
  })
}

/** Which resources each node refers to, and which nodes use each resource. */
export function relations({ resources }: ArrowDocument): { ref: Map<ArrowId, Set<ArrowId>>; use: Map<ArrowId, Set<ArrowId>> } {
  const ref = new Map<ArrowId, Set<ArrowId>>()
  const use = new Map<ArrowId, Set<ArrowId>>()
  const index = nameIndex(resources)
  for (const [id, node] of resources.nodes) {
    const references = referencesOf(node, resources, index)
    if (references.size > 0) ref.set(id, references)
    for (const one of references) {
      const users = use.get(one)
      if (users) users.add(id)
      else use.set(one, new Set([id]))
    }
  }
  return { ref, use }
}

/** A list of exactly these ids; the old list if it has them already. */
function settled(old: readonly ArrowId[] | undefined, wanted: ReadonlySet<ArrowId> | undefined): readonly ArrowId[] | undefined {
  if (!wanted) return undefined
  if (old && old.length === wanted.size && old.every((id) => wanted.has(id)) && new Set(old).size === old.length) return old
  const remaining = [...new Set(old ?? [])].filter((id) => wanted.has(id))
  return [...remaining, ...[...wanted].filter((id) => !remaining.includes(id))]
}
