import type { ArrowDocument, ArrowId, ArrowNode } from '../document'
import { exposingTexts, placeholders, splits } from '../exposure'
import { nameIndex } from '../references'

/** A placeholder in a text: its content, and the resource that it refers to, if there is one. */
export interface ExposedName {
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
export function exposedIn({ resources }: ArrowDocument): (node: ArrowNode) => ExposedName[] {
  const names = nameIndex(resources)
  return (node) =>
    exposingTexts(node).flatMap(([member, text]) => (text.includes('{') ? placeholders(text).flatMap(({ inner }) => exposed(member, inner)) : []))

  function exposed(member: string, inner: string): ExposedName[] {
    const variable = names.variables.get(inner)
    if (variable !== undefined) return [{ member, inner, variable }]
    for (const { name, tag } of splits(inner)) {
      const character = names.characters.get(name)
      if (character !== undefined) return [{ member, inner, character, tag }]
    }
    return NAME.test(inner) ? [{ member, inner }] : []
  }
}
