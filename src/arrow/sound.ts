import type { ArrowDocument } from './document'
import { directReferences } from './references'

/** Faults in a document's structure, as clauses: a missing entry, connection or reference, a node in no scene. A merge may add none. */
export function documentProblems({ entry, resources }: ArrowDocument): string[] {
  const { scenes, nodes } = resources
  const problems: string[] = []
  const placed = new Set<number>()
  if (!nodes.has(entry)) problems.push('the document starts at a node that is gone')
  for (const scene of scenes.values()) {
    if (!scene.map.has(scene.entry) || !nodes.has(scene.entry)) problems.push(`“${scene.name}” begins with a node that is gone`)
    for (const [id, { io }] of scene.map) {
      placed.add(id)
      for (const [, , to] of io ?? []) if (!scene.map.has(to)) problems.push(`“${nodes.get(id)?.name ?? id}” leads to a node that is gone`)
    }
  }
  for (const [id, node] of nodes) {
    if (!placed.has(id)) problems.push(`“${node.name}” lies in a scene that is gone`)
    for (const { set, id: target } of directReferences(node))
      if (!resources[set].has(target)) problems.push(`“${node.name}” uses something that is gone`)
  }
  return problems
}
