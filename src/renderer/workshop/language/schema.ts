import type { FileSchema } from '../../../shared/contract/language-calls'
import { own } from '../../../shared/base/json'

const MAX_DEPTH = 12

/** The schemas that apply to a value, with references resolved and alternatives listed. */
function alternatives(schema: FileSchema, root: FileSchema, depth = 0): FileSchema[] {
  if (depth > MAX_DEPTH) return []
  const referred = schema.$ref === undefined ? undefined : own(root.definitions ?? {}, schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))
  const inner = [...(referred ? [referred] : []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [schema, ...inner.flatMap((one) => alternatives(one, root, depth + 1))]
}

/** The schemas of the value at a path of keys, with `*` for an entry of a list. */
function schemasAt(root: FileSchema, keys: readonly string[]): FileSchema[] {
  let here = alternatives(root, root)
  for (const key of keys) {
    here = here.flatMap(({ properties, additionalProperties, items }) => {
      const any = typeof additionalProperties === 'object' ? additionalProperties : undefined
      const inner = key === '*' ? (items ?? any) : (own(properties ?? {}, key) ?? any)
      return inner ? alternatives(inner, root) : []
    })
  }
  return here
}

/** A key that a map can have. `isBlock`: its value is a map or a list. */
interface KnownKey {
  key: string
  about: string
  isBlock: boolean
}

/** The keys of the map at a path, and the kind of names that it accepts, if any. */
export function keysAt(root: FileSchema, path: readonly string[]): { keys: KnownKey[]; names: string[] } {
  const found = new Map<string, KnownKey>()
  const names = new Set<string>()
  for (const schema of schemasAt(root, path)) {
    if (schema.propertyNames?.names !== undefined) names.add(schema.propertyNames.names)
    for (const [key, value] of Object.entries(schema.properties ?? {})) {
      const types = alternatives(value, root).flatMap(({ type }) => type ?? [])
      const isBlock =
        types.some((type) => type === 'object' || type === 'array') && !types.some((type) => ['string', 'number', 'boolean'].includes(type))
      if (!found.has(key)) found.set(key, { key, about: aboutOf(value, root), isBlock })
    }
  }
  return { keys: [...found.values()], names: [...names] }
}

/** The possible values at a path: fixed words, and the kinds of names. */
export function valuesAt(root: FileSchema, path: readonly string[]): { words: string[]; names: string[] } {
  const words = new Set<string>()
  const names = new Set<string>()
  for (const { enum: choices, const: one, type, names: kind, propertyNames } of schemasAt(root, path)) {
    for (const choice of choices ?? (one === undefined ? [] : [one]))
      if (['string', 'number', 'boolean'].includes(typeof choice)) words.add(String(choice))
    if ([type].flat().includes('boolean')) for (const word of ['true', 'false']) words.add(word)
    if (kind !== undefined) names.add(kind)
    if (propertyNames?.names !== undefined) names.add(propertyNames.names)
  }
  return { words: [...words], names: [...names] }
}

function aboutOf(schema: FileSchema, root: FileSchema): string {
  return alternatives(schema, root).find(({ description }) => description !== undefined)?.description ?? ''
}

/** The description and the possible values at a path, in Markdown; undefined if there is nothing. */
export function aboutAt(root: FileSchema, path: readonly string[]): string | undefined {
  const here = schemasAt(root, path)
  if (here.length === 0) return undefined
  const about = here.find(({ description }) => description !== undefined)?.description
  const choices = valuesAt(root, path).words
  const standard = here.find((one) => ['string', 'number', 'boolean'].includes(typeof one.default))?.default
  const lines = [
    about,
    choices.length > 0 && choices.length <= 40 ? `One of ${choices.map((word) => `\`${word}\``).join(', ')}.` : undefined,
    standard === undefined ? undefined : `\`${JSON.stringify(standard).replace(/^"(.*)"$/, '$1')}\` if left out.`
  ].filter((line) => line !== undefined && line !== '')
  return lines.length === 0 ? undefined : lines.join('\n\n')
}
