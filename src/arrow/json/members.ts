import { setOwn, type JsonObject } from '../../shared/base/json'
import type { ArrowObject, ArrowValue } from '../document'

/** JavaScript sorts members with integer names first; files keep their own order. This map stores the file's order of objects with such members. */
const orders = new WeakMap<object, readonly string[]>()

/** An object with these members, whose order `membersOf` returns. */
export function objectOf(members: Iterable<readonly [string, ArrowValue]>): ArrowObject {
  const object: JsonObject = {}
  const names: string[] = []
  let mayMove = false
  for (const [name, value] of members) {
    setOwn(object, name, value as JsonObject)
    names.push(name)
    const first = name.charCodeAt(0)
    mayMove ||= first >= 0x30 && first <= 0x39
  }
  if (mayMove && Object.keys(object).some((name, i) => name !== names[i])) orders.set(object, names)
  return object
}

/** The names of an object's members in the order in which files hold them. */
export const membersOf = (object: object): readonly string[] => orders.get(object) ?? Object.keys(object)

/** The values that `change` may set: undefined removes a member. */
export type MemberChanges<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** An object with some members set, or removed where the value is undefined. Other members and their order stay; new ones come last. */
export function change<T extends object>(object: T, changes: MemberChanges<T>): T {
  const before = object as ArrowObject
  const after = changes as Readonly<Record<string, ArrowValue | undefined>>
  const names = Object.keys(after).filter((name) => !Object.is(Object.hasOwn(before, name) ? before[name] : undefined, after[name]))
  if (names.length === 0) return object
  const order = orders.get(object)
  if (!order && names.every((name) => after[name] !== undefined)) {
    const copy = { ...before } as JsonObject
    for (const name of names) setOwn(copy, name, after[name] as JsonObject)
    return copy as T
  }
  const members = new Map<string, ArrowValue | undefined>(membersOf(object).map((name) => [name, before[name]]))
  for (const name of names) {
    if (after[name] === undefined) members.delete(name)
    else members.set(name, after[name])
  }
  const copy = objectOf([...members].filter((member): member is [string, ArrowValue] => member[1] !== undefined)) as T
  for (const symbol of Object.getOwnPropertySymbols(object) as (keyof T)[]) copy[symbol] = object[symbol]
  return copy
}

const NONE: readonly never[] = []

/** A list with or without an item; undefined if it would be empty, the same list if nothing changes. */
export function withItem<T>(list: readonly T[] | undefined, item: T, present: boolean): readonly T[] | undefined {
  const items = list ?? NONE
  if (items.includes(item) === present) return list
  if (present) return [...items, item]
  const rest = items.filter((other) => other !== item)
  return rest.length > 0 ? rest : undefined
}
