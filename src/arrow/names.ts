import type { ArrowId, ArrowResources } from './document'

/** An object with sets of resources: a document's resources, or a draft. */
interface Sets {
  all<S extends keyof ArrowResources>(set: S): ArrowResources[S]
}

/** Sets of resources with unique names; scenes and macros share one. */
export type NamedSet = keyof ArrowResources

const PREFIXES: Readonly<Record<NamedSet, string>> = { nodes: '', scenes: 'scene_', variables: 'var_', characters: 'char_' }

/** The name that Arrow gives a new resource: its id in base 36, with a prefix for all but nodes. */
export const defaultName = (set: NamedSet, id: ArrowId, macro = false): string => `${macro ? 'macro_' : PREFIXES[set]}${id.toString(36)}`

/** Converts a text to a valid name of a variable or a character, or key of a tag: characters that would end a placeholder become underscores. */
export const safeName = (name: string): string => name.replace(/[{}.:;\\`'" \t\n\r]/g, '_')

/** The name that a resource gets in a set: safe in placeholders, and made unique with underscores. */
export function uniqueName(sets: Sets, set: NamedSet, wanted: string, self?: ArrowId): string {
  let name = set === 'variables' || set === 'characters' ? safeName(wanted) : wanted
  const takenNames = new Set<string>()
  for (const [id, other] of sets.all(set)) if (id !== self && other.name.startsWith(name)) takenNames.add(other.name)
  while (takenNames.has(name)) name += '_'
  return name
}

/** The id of the variable or character with a name; undefined if there is none. */
export function idByName(resources: ArrowResources, set: NamedSet, name: string): ArrowId | undefined {
  for (const [id, resource] of resources[set]) if (resource.name === name) return id
  return undefined
}
