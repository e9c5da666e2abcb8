/** A JSON value without nulls inside objects: RFC 7396 uses null for "remove", so GameState has none. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** One changed value. `path` is a JSON Pointer (RFC 6901) into GameState. */
export interface StateChange {
  path: string
  op: 'add' | 'update' | 'remove'
  from?: Json
  to?: Json
}

/** Returns whether a value is a JSON object: neither a list nor null. */
export const isObject = (v: unknown): v is JsonObject => typeof v === 'object' && v !== null && !Array.isArray(v)

/** The keys of a JSON Pointer, unescaped. `''` is the root. */
export function pointerKeys(path: string): string[] {
  if (path === '') return []
  return path
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The JSON Pointer for a list of keys. */
export function pointer(keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** Returns whether two JSON values are equal. The order of keys doesn't matter. */
export function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((v, i) => equal(v, b[i]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]))
}

/** The canonical form: sorted keys, no nulls in objects, no negative zero. A canonical value is returned itself and keeps its identity. */
export function canonical<T>(value: T): T {
  if (isCanonical(value)) return value
  if (value === 0) return 0 as T
  if (Array.isArray(value)) return value.map(canonical) as T
  if (!isObject(value)) return value
  const out: JsonObject = {}
  for (const key of Object.keys(value).toSorted()) {
    const now = canonical(value[key])
    if (now !== undefined && now !== null) setOwn(out, key, now)
  }
  return out as T
}

/** Whether a value is in its canonical form. Nearly every branch is, so this must be fast. */
function isCanonical(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return !Object.is(value, -0)
  if (Array.isArray(value)) return value.every(isCanonical)
  let before: string | undefined
  for (const key of Object.keys(value)) {
    const now = (value as JsonObject)[key]
    if (now === undefined || now === null || (before !== undefined && before >= key) || !isCanonical(now)) return false
    before = key
  }
  return true
}

/** Sets an own property even for `__proto__`, the one name that assignment doesn't make a property of a plain object. */
export function setOwn(target: JsonObject, key: string, value: Json): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
  else target[key] = value
}

const isSorted = (names: readonly string[]): boolean => names.every((name, i) => i === 0 || (names[i - 1] as string) < name)
/** Large objects whose keys are known to be sorted. States keep the same thousands of places from beat to beat. */
const sorted = new WeakSet<object>()
const LARGE_OBJECT_KEYS = 64

/** Applies a JSON Merge Patch (RFC 7396). Unchanged branches keep their identity, so comparing references finds changes. Keys stay sorted. */
export function mergePatch<T>(target: T, patch: unknown): T {
  if (!isObject(patch)) return canonical(patch) as T
  const base: JsonObject = isObject(target) ? target : {}
  const removed = new Set<string>()
  // Copied lazily, and then as a whole: of hundreds of actors only one or two change.
  let out: JsonObject | undefined
  let added = false
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue
    const isKnown = Object.hasOwn(base, key)
    if (value === null) {
      if (isKnown) removed.add(key)
      continue
    }
    const before = isKnown ? base[key] : undefined
    const after = mergePatch(before, value) as Json
    if (before !== undefined && Object.is(before, after)) continue
    // A new object for a patched object means that it differs.
    if (before !== undefined && !(isObject(value) && isObject(before)) && equal(before, after)) continue
    out ??= { ...base }
    added ||= !isKnown
    setOwn(out, key, after)
  }
  if (!out && removed.size === 0) return isObject(target) ? target : ({} as T)
  const merged = out ?? base
  if (removed.size === 0 && !added && inOrder(base)) {
    if (sorted.has(base)) sorted.add(merged)
    return merged as T
  }
  const names = Object.keys(merged)
  const copy = removed.size === 0 && isSorted(names) ? merged : {}
  if (copy !== merged) for (const name of names.toSorted()) if (!removed.has(name)) setOwn(copy, name, merged[name] as Json)
  if (names.length > LARGE_OBJECT_KEYS) sorted.add(copy)
  return copy as T
}

/** Returns whether an object's keys are sorted. Caches a positive answer for large objects. */
function inOrder(base: JsonObject): boolean {
  if (sorted.has(base)) return true
  const names = Object.keys(base)
  if (!isSorted(names)) return false
  if (names.length > LARGE_OBJECT_KEYS) sorted.add(base)
  return true
}

/** The changes between two states, in key order. Shared references are skipped. Arrays change as a whole. */
export function diff(before: unknown, after: unknown): StateChange[] {
  const changes: StateChange[] = []
  collect(before, after, [], changes)
  return changes
}

/** Like `diff`, between a state and the result of `mergePatch` with `patch`. In large branches it visits only what the patch names. */
export function diffBy(patch: unknown, before: unknown, after: unknown): StateChange[] {
  const changes: StateChange[] = []
  collect(before, after, [], changes, patch)
  return changes
}

/** Adds the differences to `changes`. `keys` lead to the values and are restored. With a `patch`, only what it names can differ. */
function collect(before: unknown, after: unknown, keys: string[], changes: StateChange[], patch?: unknown): void {
  if (Object.is(before, after)) return
  if (isObject(before) && isObject(after)) {
    const named = isObject(patch) ? patch : undefined
    for (const name of named ? Object.keys(named).toSorted() : otherNames(before, after)) {
      keys.push(name)
      collect(own(before, name), own(after, name), keys, changes, named?.[name])
      keys.pop()
    }
    return
  }
  if (equal(before, after)) return
  const path = pointer(keys)
  if (before === undefined) changes.push({ path, op: 'add', to: after as Json })
  else if (after === undefined) changes.push({ path, op: 'remove', from: before as Json })
  else changes.push({ path, op: 'update', from: before as Json, to: after as Json })
}

/** Reads an own entry of a map by id. An id may be the name of a member of Object.prototype, such as "constructor". */
export const own = <T>(of: Readonly<Record<string, T>> | undefined, id: string): T | undefined => (of && Object.hasOwn(of, id) ? of[id] : undefined)

/** The keys, sorted, whose values are not identical in two objects. */
function otherNames(a: JsonObject, b: JsonObject): string[] {
  const names = Object.keys(a).filter((name) => !Object.is(a[name], own(b, name)))
  for (const name of Object.keys(b)) if (b[name] !== undefined && !Object.hasOwn(a, name)) names.push(name)
  return names.toSorted()
}

/** The changes that undo `changes`, in reverse order. */
export function inverse(changes: readonly StateChange[]): StateChange[] {
  return changes.toReversed().map((change) => {
    if (change.op === 'add') return { path: change.path, op: 'remove', from: change.to }
    if (change.op === 'remove') return { path: change.path, op: 'add', to: change.from }
    return { path: change.path, op: 'update', from: change.to, to: change.from }
  })
}

/** The value at a JSON Pointer, or undefined. */
export function valueAt(root: unknown, path: string): unknown {
  let value: unknown = root
  for (const key of pointerKeys(path)) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** Returns a new root with every change applied. Unchanged branches keep their identity; a changed one is copied once, however much changes in it. */
export function applyChanges<T>(root: T, changes: readonly StateChange[]): T {
  const copies = new Set<JsonObject>()
  const setAt = (value: unknown, keys: readonly string[], to: unknown, depth = 0): unknown => {
    const key = keys[depth]
    if (key === undefined) return to
    const base: JsonObject = isObject(value) ? value : {}
    const copy = copies.has(base) ? base : { ...base }
    copies.add(copy)
    const inner = setAt(own(copy, key), keys, to, depth + 1)
    if (inner === undefined) delete copy[key]
    else setOwn(copy, key, inner as Json)
    return copy
  }
  const changed = changes.reduce<unknown>((value, { path, op, to }) => setAt(value, pointerKeys(path), op === 'remove' ? undefined : to), root)
  for (const copy of copies) sortKeys(copy)
  return changed as T
}

/** Sorts the keys of an object in place. */
function sortKeys(object: JsonObject): void {
  if (isSorted(Object.keys(object))) return
  const entries = Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [key] of entries) delete object[key]
  for (const [key, value] of entries) setOwn(object, key, value)
}
