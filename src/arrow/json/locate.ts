import { parseJson, type JsonTree } from './reader'

/** The offset of the value at a path in JSON text; if the path leads out of the text, of its last existing part. */
export function offsetOf(text: string, path: readonly (string | number)[]): number {
  const offsets = new Map<JsonTree, Map<string, number>>()
  const { value, around } = parseJson(text, { recover: true, offsets })
  let [at, tree]: [number, JsonTree | undefined] = [around[0].length, value]
  for (const key of path.map(String)) {
    const inner = tree === undefined ? undefined : offsets.get(tree)?.get(key)
    if (inner === undefined) return at
    at = inner
    tree = tree instanceof Map ? tree.get(key) : Array.isArray(tree) ? tree[Number(key)] : undefined
  }
  return at
}
