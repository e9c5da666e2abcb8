import type { ArrowId, ArrowNode, ArrowResources, ArrowValue } from './document'
import { exposedNames, splits } from './exposure'
import { isNodeType, NODE_TYPE_FACTS } from './node-types'
import { memoized } from '../shared/base/memoized'

/** A place in a node's data that holds the id of a resource. */
export interface NodeReference {
  readonly set: keyof ArrowResources
  readonly id: ArrowId
  /** The member of `data`. */
  readonly member: string
}

/** The ids in a node's data, without those in its texts. −1, which means none, doesn't count. */
export function directReferences(node: ArrowNode): NodeReference[] {
  if (!isNodeType(node.type)) return []
  const references: NodeReference[] = []
  const { refers } = NODE_TYPE_FACTS[node.type]
  for (const member in refers) {
    const set = refers[member]
    const id = Object.hasOwn(node.data, member) ? node.data[member] : undefined
    if (set && typeof id === 'number' && id >= 0) references.push({ set, id, member })
  }
  const compared = comparedVariable(node)
  if (compared !== undefined) references.push({ set: 'variables', id: compared, member: 'with' })
  return references
}

/** The variable that a condition or an update uses as its operand; undefined for a literal value. */
export function comparedVariable(node: ArrowNode): ArrowId | undefined {
  if (node.type !== 'condition' && node.type !== 'variable_update') return undefined
  const operand: ArrowValue | undefined = node.data['with']
  if (!Array.isArray(operand)) return undefined
  const [mode, id] = operand as readonly ArrowValue[]
  return mode === 1 && typeof id === 'number' && id >= 0 ? id : undefined
}

/** Ids by name. The first of equal names counts. */
export interface NameIndex {
  readonly variables: ReadonlyMap<string, ArrowId>
  readonly characters: ReadonlyMap<string, ArrowId>
}

const indexed = memoized((set: ReadonlyMap<ArrowId, { readonly name: string }>): ReadonlyMap<string, ArrowId> => {
  const index = new Map<string, ArrowId>()
  for (const [id, { name }] of set) if (!index.has(name)) index.set(name, id)
  return index
})
/** The ids of a document's variables and characters by name. */
export const nameIndex = ({ variables, characters }: Pick<ArrowResources, 'variables' | 'characters'>): NameIndex => ({
  variables: indexed(variables),
  characters: indexed(characters)
})

/** The variable and the character that a placeholder refers to, by its content. */
export function exposedBy(inner: string, index: NameIndex): ArrowId[] {
  const variable = index.variables.get(inner)
  const character = splits(inner)
    .map(({ name }) => index.characters.get(name))
    .find((id) => id !== undefined)
  return [variable, character].filter((id) => id !== undefined)
}

/** The ids of all resources that a node refers to, each once, in the order of its data. Nonexistent ids don't count. */
export function referencesOf(node: ArrowNode, resources: ArrowResources, index: NameIndex): Set<ArrowId> {
  const ids = new Set<ArrowId>()
  for (const { set, id } of directReferences(node)) if (resources[set].has(id)) ids.add(id)
  for (const inner of exposedNames(node)) for (const id of exposedBy(inner, index)) ids.add(id)
  return ids
}
