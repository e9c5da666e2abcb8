import type { ArrowId } from '../document'
import { dataOf } from '../node-types'
import { isAutomatic, type DocumentFacts, type PlacedNode } from './facts'

/** Where play may continue after a node: its connected outputs, a jump's target, a macro's entry. */
export function nextOf({ outputs, scenes }: DocumentFacts, { id, node, item }: PlacedNode): ArrowId[] {
  const next = [...(outputs.get(id)?.values() ?? [])]
  if (node.type === 'jump' && !item.skip) next.push(Number(dataOf(node, 'target')))
  const macro = node.type === 'macro_use' && !item.skip ? scenes.get(Number(dataOf(node, 'macro'))) : undefined
  return macro ? [...next, macro.entry] : next
}

/** The nodes that play can reach from the document's entry and the entries of its scenes. */
export function reachable(facts: DocumentFacts): ReadonlySet<ArrowId> {
  const lying = new Map(facts.lying.map((one) => [one.id, one]))
  const seen = new Set<ArrowId>()
  const stack = [facts.document.entry, ...[...facts.scenes.values()].map(({ entry }) => entry)]
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const one = lying.get(id)
    if (!one || seen.has(id)) continue
    seen.add(id)
    stack.push(...nextOf(facts, one))
  }
  return seen
}

/** Cycles of nodes that continue without the reader and end by chance at most, a list of nodes each. Macros' returns aren't followed. */
export function automaticCycles(facts: DocumentFacts): ArrowId[][] {
  const automatic = new Map(facts.lying.filter(isAutomatic).map((one) => [one.id, one]))
  return components([...automatic.keys()], (id) => {
    const one = automatic.get(id)
    return one ? nextOf(facts, one).filter((next) => automatic.has(next)) : []
  }).filter((cycle) => cycle.length > 1 || nextOf(facts, automatic.get(cycle[0] ?? -1) ?? NOWHERE).includes(cycle[0] ?? -1))
}
const NOWHERE: PlacedNode = { id: -1, node: { type: '', name: '', data: {} }, scene: -1, item: { offset: [0, 0] } }

/** The strongly connected components of a graph (Tarjan's algorithm, without recursion), each in the order of discovery. */
export function components(ids: readonly ArrowId[], next: (id: ArrowId) => readonly ArrowId[]): ArrowId[][] {
  const index = new Map<ArrowId, number>()
  const low = new Map<ArrowId, number>()
  const open = new Set<ArrowId>()
  const stack: ArrowId[] = []
  const groups: ArrowId[][] = []
  const least = (id: ArrowId, value: number): void => void low.set(id, Math.min(low.get(id) ?? value, value))
  const enter = (id: ArrowId): { id: ArrowId; next: readonly ArrowId[]; at: number } => {
    index.set(id, index.size)
    low.set(id, index.size - 1)
    stack.push(id)
    open.add(id)
    return { id, next: next(id), at: 0 }
  }
  for (const root of ids) {
    const calls = index.has(root) ? [] : [enter(root)]
    for (let call = calls.at(-1); call; call = calls.at(-1)) {
      const to = call.next[call.at++]
      if (to !== undefined) {
        if (!index.has(to)) calls.push(enter(to))
        else if (open.has(to)) least(call.id, index.get(to) ?? 0)
        continue
      }
      calls.pop()
      const caller = calls.at(-1)
      if (caller) least(caller.id, low.get(call.id) ?? 0)
      if (low.get(call.id) !== index.get(call.id)) continue
      const component = stack.splice(stack.lastIndexOf(call.id))
      for (const id of component) open.delete(id)
      groups.push(component)
    }
  }
  return groups
}
