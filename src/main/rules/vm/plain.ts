// Runs inside the sandbox. Copies what a rule answered into plain JSON, or says why it is invalid.

/** A value of a rule that can't be used: its answer, or an argument in a YAML action. The message is the end of a sentence about the rule. */
export class InvalidRuleValue extends Error {
  /** The place in the YAML action's file, as keys. */
  path?: readonly (string | number)[]
}

const MAX_DEPTH = 24
const MAX_RESULT_CHARS = 256 * 1024

export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The names of an object's own values. Taken before rules run. */
export const namesOf = Object.keys

/** Reads an own entry of a map by id, because an id may be the name of a member of Object.prototype. */
export const own = <T>(of: Readonly<Record<string, T>> | undefined, id: string): T | undefined => (of && Object.hasOwn(of, id) ? of[id] : undefined)

/** Sets an own property even if its name is `__proto__`. */
export function put(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  else target[key] = value
}

/** A text that a file can hold. Throws InvalidRuleValue with the place. */
export function wellFormed(text: string, where: string): string {
  if (!(text as string & { isWellFormed(): boolean }).isWellFormed())
    throw new InvalidRuleValue(`returned an invalid character (a lone surrogate) in "${where}"`)
  return text
}

/** A JSON copy without functions, getters, class instances, NaN or Infinity; drops `undefined`. Throws InvalidRuleValue at `where.key`. */
export function plain(value: unknown, where: string, room = { left: MAX_RESULT_CHARS }, depth = 0): unknown {
  room.left -= 4
  if (room.left < 0) throw new InvalidRuleValue(`returned more than ${MAX_RESULT_CHARS / 1024} KB`)
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new InvalidRuleValue(`returned ${String(value)} as "${where}"`)
    return value
  }
  if (typeof value === 'string') {
    room.left -= value.length
    if (room.left < 0) throw new InvalidRuleValue(`returned more than ${MAX_RESULT_CHARS / 1024} KB`)
    return wellFormed(value, where)
  }
  if (value === undefined) throw new InvalidRuleValue(`returned undefined as "${where}"`)
  if (typeof value !== 'object') throw new InvalidRuleValue(`returned a ${typeof value} as "${where}"`)
  if (depth > MAX_DEPTH) throw new InvalidRuleValue(`returned "${where}" nested more than ${MAX_DEPTH} levels deep`)
  if (Array.isArray(value)) {
    const out: unknown[] = []
    for (let i = 0; i < value.length; i++) out.push(plain(value[i], `${where}[${i}]`, room, depth + 1))
    return out
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw new InvalidRuleValue(`returned a value that is not plain JSON as "${where}"`)
  const out: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort()) {
    const property = Object.getOwnPropertyDescriptor(value, key)
    if (!property || !('value' in property)) throw new InvalidRuleValue(`returned a getter as "${where}.${key}"`)
    if (property.value === undefined) continue
    room.left -= key.length
    wellFormed(key, where)
    put(out, key, plain(property.value, `${where}.${key}`, room, depth + 1))
  }
  return out
}

/** Freezes a JSON value deeply and returns it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const key of Object.keys(value)) deepFreeze((value as Record<string, unknown>)[key])
  return Object.freeze(value)
}

/** A map by id that inherits nothing, because an id may be a name that every object has, such as "constructor". */
export const bare = <T>(map: Readonly<Record<string, T>>): Record<string, T> => Object.assign(Object.create(null) as Record<string, T>, map)

/** RFC 7396 on frozen JSON: untouched branches are shared, keys sorted, the result frozen. No object in it inherits anything. */
export function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return deepFreeze(patch)
  const base = isObject(target) ? target : {}
  const names = namesOf(patch)
  let stays = true
  for (const name of names) if (patch[name] === null || !Object.hasOwn(base, name)) stays = false
  // Most patches change only existing keys, so nothing has to be sorted.
  if (stays) {
    const copy = bare(base)
    for (const name of names) put(copy, name, merged(base[name], patch[name]))
    return Object.freeze(copy)
  }
  const values = new Map<string, unknown>(Object.entries(base))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) values.delete(key)
    else values.set(key, merged(values.get(key), value))
  }
  // If frozen afterwards, every object would have its own list of properties. Built like this, objects with equal keys share one.
  const out: Record<string, unknown> = Object.create(null)
  const property = { value: undefined as unknown, enumerable: true }
  for (const key of [...values.keys()].sort()) {
    property.value = values.get(key)
    Object.defineProperty(out, key, property)
  }
  return Object.preventExtensions(out)
}
