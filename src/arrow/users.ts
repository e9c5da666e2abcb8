import type { ArrowDocument, ArrowId, ArrowResources } from './document'
import { nameIndex, referencesOf } from './references'

const known = new WeakMap<ArrowResources['nodes'], { readonly resources: ArrowResources; readonly users: ReadonlyMap<ArrowId, readonly ArrowId[]> }>()

/** The nodes that refer to a resource by their data or their texts, even where its `use` doesn't list them; smallest id first. */
export function usersOf({ resources }: ArrowDocument, id: ArrowId): readonly ArrowId[] {
  const before = known.get(resources.nodes)
  const isKnown = before && (['scenes', 'variables', 'characters'] as const).every((set) => before.resources[set] === resources[set])
  const users = isKnown ? before.users : allUsers(resources)
  known.set(resources.nodes, { resources, users })
  return users.get(id) ?? []
}

function allUsers(resources: ArrowResources): ReadonlyMap<ArrowId, readonly ArrowId[]> {
  const index = nameIndex(resources)
  const users = new Map<ArrowId, ArrowId[]>()
  for (const [user, node] of resources.nodes)
    for (const id of referencesOf(node, resources, index)) {
      const list = users.get(id)
      if (list) list.push(user)
      else users.set(id, [user])
    }
  for (const list of users.values()) list.sort((a, b) => a - b)
  return users
}
