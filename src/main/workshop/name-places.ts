import { isObject, own, type Json } from '../../shared/base/json'
import { splice, parseYaml, type FileChange } from '../campaign/yaml-splice'
import { splitFrontMatter, spliceFrontMatter } from '../campaign/front-matter'
import { isMarkdown, matterOf } from './file-names'
import { yamlTree, type YamlTree } from './yaml-tree'

/** Where a name is in the value of its file: the keys and indexes from the root. `isKey`: the last key itself is the name. */
export interface NamePlace {
  keys: readonly string[]
  isKey: boolean
}

/** Where the names at these offsets are in a YAML file or front matter; undefined for an offset that no value has. */
export function placesIn(path: string, text: string, offsets: readonly number[]): (NamePlace | undefined)[] {
  const { raw, shift } = isMarkdown(path) ? (matterOf(text) ?? { raw: '', shift: 0 }) : { raw: text, shift: 0 }
  const tree = yamlTree(raw)
  return offsets.map((offset) => tree && placeAt(tree, offset - shift, []))
}

function placeAt(node: YamlTree, offset: number, keys: readonly string[]): NamePlace | undefined {
  if (node.text !== undefined) return node.start <= offset && offset < node.end ? { keys, isKey: false } : undefined
  for (const { key, value } of node.entries ?? []) {
    if (key.start === offset) return { keys: [...keys, key.text], isKey: true }
    const found = value.start <= offset && offset < value.end ? placeAt(value, offset, [...keys, key.text]) : undefined
    if (found) return found
  }
  for (const [i, item] of (node.items ?? []).entries()) {
    const found = item.start <= offset && offset < item.end ? placeAt(item, offset, [...keys, String(i)]) : undefined
    if (found) return found
  }
  return undefined
}

/** The value of a YAML file or of front matter. Throws Problem `bad-file`. */
export const valueOf = (path: string, text: string): Json => (isMarkdown(path) ? splitFrontMatter(plain(text), path).matter : parseYaml(text, path))

/** A value at a path of keys and indexes. */
export function valueAt(value: Json, keys: readonly string[]): Json | undefined {
  let at: Json | undefined = value
  for (const key of keys) at = Array.isArray(at) ? at[Number(key)] : isObject(at) ? own(at, key) : undefined
  return at
}

/** A text without the values at these paths. Lists are written as a whole; every other byte stays. */
export function without(path: string, text: string, removed: readonly (readonly string[])[]): string {
  const before = valueOf(path, text)
  const after = cut(before, removed)
  const changes = new Map<string, FileChange>()
  for (const keys of removed) {
    const list = keys.findIndex((_, i) => Array.isArray(valueAt(before, keys.slice(0, i))))
    const at = list < 0 ? keys : keys.slice(0, list)
    // What lies below a removed value is gone with it.
    if (!removed.some((other) => other.length < at.length && other.every((key, i) => key === at[i])))
      changes.set(JSON.stringify(at), { keys: at, to: list < 0 ? undefined : valueAt(after, at) })
  }
  const all = [...changes.values()]
  return isMarkdown(path) ? spliceFrontMatter(plain(text), all) : splice(text, all)
}

function cut(value: Json, removed: readonly (readonly string[])[]): Json {
  if (removed.length === 0) return value
  const gone = new Set(removed.flatMap((keys) => (keys.length === 1 ? keys : [])))
  const below = (key: string): string[][] => removed.flatMap((keys) => (keys.length > 1 && keys[0] === key ? [keys.slice(1)] : []))
  if (Array.isArray(value)) return value.flatMap((one, i) => (gone.has(String(i)) ? [] : [cut(one, below(String(i)))]))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (gone.has(key) ? [] : [[key, cut(one, below(key))]])))
}

const plain = (text: string): string => text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
