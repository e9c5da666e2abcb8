import type { ArrowDocument, ArrowId, ArrowNode } from '../document'
import { placeholders, splits } from '../exposure'
import { dataOf, isNodeType, NODE_TYPE_FACTS } from '../node-types'
import { nameIndex } from '../references'

/** A placeholder in a text: its content, and the resource that it refers to, if there is one. */
export interface Exposed {
  readonly member: string
  readonly inner: string
  readonly variable?: ArrowId
  readonly character?: ArrowId
  /** The character's tag. */
  readonly tag?: string
}

/** The form of a placeholder: a name, or a name and a tag. Braces around other text are just braces. */
const NAME = /^[^\s:;'"`]+$/

/** Returns a function that finds the placeholders in a node's texts. */
export function exposedIn({ resources }: ArrowDocument): (node: ArrowNode) => Exposed[] {
  const names = nameIndex(resources)
  return (node) =>
    textsOf(node).flatMap(([member, text]) => (text.includes('{') ? placeholders(text).flatMap(({ inner }) => exposed(member, inner)) : []))

  function exposed(member: string, inner: string): Exposed[] {
    const variable = names.variables.get(inner)
    if (variable !== undefined) return [{ member, inner, variable }]
    for (const { name, tag } of splits(inner)) {
      const character = names.characters.get(name)
      if (character !== undefined) return [{ member, inner, character, tag }]
    }
    return NAME.test(inner) ? [{ member, inner }] : []
  }
}

/** The texts of a node that the reader sees, each with its member of `data`. */
export function textsOf(node: ArrowNode): [member: string, text: string][] {
  const members = isNodeType(node.type) ? NODE_TYPE_FACTS[node.type].exposes : []
  return members.flatMap((member): [string, string][] => {
    const value = dataOf(node, member)
    if (typeof value === 'string') return [[member, value]]
    return Array.isArray(value) ? value.flatMap((one): [string, string][] => (typeof one === 'string' ? [[member, one]] : [])) : []
  })
}
