import { z } from 'zod'

/** A JSON value without nulls inside objects: GameState has no nulls (RFC 7396 uses null for "remove"). */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** One value that changed. `path` is a JSON Pointer (RFC 6901) into GameState. */
export const StateChange = z.object({
  path: z.string(),
  op: z.enum(['add', 'update', 'remove']),
  from: z.json().optional(),
  to: z.json().optional()
})
export type StateChange = z.infer<typeof StateChange>

/** Whether a value is an object of JSON: neither a list nor null. */
export const isObject = (v: unknown): v is JsonObject => typeof v === 'object' && v !== null && !Array.isArray(v)

/** A JSON Pointer's keys, unescaped. `''` is the root. */
export function pointerKeys(path: string): string[] {
  if (path === '') return []
  return path
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Keys as a JSON Pointer. */
export function pointer(keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** True when two JSON values are equal; objects compare by keys in any order. */
export function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((v, i) => equal(v, b[i]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]))
}

/** A copy with keys sorted at every depth, nulls dropped from objects and no zero below zero: the one canonical form. */
export function canonical<T>(value: T): T {
  if (value === 0) return 0 as T
  if (Array.isArray(value)) return value.map(canonical) as T
  if (!isObject(value)) return value
  const out: JsonObject = {}
  for (const key of Object.keys(value).toSorted()) {
    const inner = value[key]
    if (inner !== undefined && inner !== null) setOwn(out, key, canonical(inner))
  }
  return out as T
}

/** Sets an own property even for `__proto__`, the one name that an assignment to a plain object would not make a property of. */
export function setOwn(target: JsonObject, key: string, value: Json): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
  else target[key] = value
}

const isSorted = (names: readonly string[]): boolean => names.every((name, i) => i === 0 || (names[i - 1] as string) < name)
/** Large objects whose keys were found sorted: states have the same thousands of places from beat to beat. */
const sorted = new WeakSet<object>()
const LARGE = 64

/**
 * Applies a JSON Merge Patch (RFC 7396). Untouched branches keep their identity, so that
 * "what changed" can be found by comparing references. Keys stay sorted.
 */
export function mergePatch<T>(target: T, patch: unknown): T {
  if (!isObject(patch)) return canonical(patch) as T
  const base: JsonObject = isObject(target) ? target : {}
  const removed = new Set<string>()
  // Copied once something changes, and as a whole: among hundreds of actors one or two do.
  let out: JsonObject | undefined
  let added = false
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue
    const had = Object.hasOwn(base, key)
    if (value === null) {
      if (had) removed.add(key)
      continue
    }
    const before = had ? base[key] : undefined
    const after = mergePatch(before, value) as Json
    if (before !== undefined && Object.is(before, after)) continue
    // An object that a patch has left another one is not equal to it.
    if (before !== undefined && !(isObject(value) && isObject(before)) && equal(before, after)) continue
    out ??= { ...base }
    added ||= !had
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
  if (names.length > LARGE) sorted.add(copy)
  return copy as T
}

/** Whether the keys of an object are sorted; of a large one, that they are is remembered. */
function inOrder(base: JsonObject): boolean {
  if (sorted.has(base)) return true
  const names = Object.keys(base)
  if (!isSorted(names)) return false
  if (names.length > LARGE) sorted.add(base)
  return true
}

/** What changed between two states, in key order. Shared references are skipped without looking inside. Arrays change as a whole. */
export function diff(before: unknown, after: unknown): StateChange[] {
  const changes: StateChange[] = []
  collect(before, after, [], changes)
  return changes
}

/** As `diff`, between a state and what `mergePatch` made of it by `patch`: of large branches only what the patch names is looked at. */
export function diffBy(patch: unknown, before: unknown, after: unknown): StateChange[] {
  const changes: StateChange[] = []
  collect(before, after, [], changes, patch)
  return changes
}

/** Adds the differences to `changes`; `keys` lead to the two values and are the same array when it returns. With a `patch`, nothing else differs. */
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

/** What a map by id holds itself: an id may be called like what every object has, such as "constructor". */
export const own = <T>(of: Readonly<Record<string, T>> | undefined, id: string): T | undefined => (of && Object.hasOwn(of, id) ? of[id] : undefined)

/** The names, in order, under which two objects do not hold the very same. */
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

/** A new root with every change applied; untouched branches keep their identity. */
export function applyChanges<T>(root: T, changes: readonly StateChange[]): T {
  return changes.reduce((value, change) => setAt(value, pointerKeys(change.path), change.op === 'remove' ? undefined : change.to), root)
}

function setAt<T>(root: T, keys: readonly string[], to: unknown): T {
  const [key, ...rest] = keys
  if (key === undefined) return to as T
  const base: JsonObject = isObject(root) ? root : {}
  const merged = new Map<string, Json>(Object.entries(base))
  const inner = setAt(Object.hasOwn(base, key) ? base[key] : undefined, rest, to)
  if (inner === undefined) merged.delete(key)
  else merged.set(key, inner)
  const out: JsonObject = {}
  for (const name of [...merged.keys()].toSorted()) setOwn(out, name, merged.get(name) as Json)
  return out as T
}
