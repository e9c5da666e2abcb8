import { isObject, own, type Json, type JsonObject } from '../../shared/base/json'
import type { FileSchema, NameKind } from '../../shared/contract/language-calls'

/** A field of a form, as the schema of its file describes it. */
export interface FormField {
  key: string
  /** The explanation of the key; '' if it has none. */
  hint: string
  shape: Shape
}

/** A list whose entries are maps. `bare`: the key of an entry that may be written as that text alone; `lone`: a list of one bare entry may be a text. */
export interface ListShape {
  kind: 'list'
  of: readonly FormField[]
  bare?: string
  lone?: true
  /** Whether a new entry begins empty, because no text of it is required. */
  blank?: true
}

/**
 * The kinds of values that a form can edit. `names`: the kind of name that a text or a key is; `sets`: facts that become true, so that none has a `!`;
 * `isNew`: the keys are ids of something that begins here, with the text as its name; `words`: what a number means.
 */
export type Shape =
  | { kind: 'text'; names?: NameKind; isOptional?: true }
  | { kind: 'choice'; of: readonly string[] }
  | { kind: 'number'; whole: boolean; min: number; max: number; words?: (number: number) => string }
  | { kind: 'check' }
  | { kind: 'flags' }
  | { kind: 'numbers'; names?: NameKind }
  | { kind: 'texts'; names?: NameKind; sets?: true }
  | { kind: 'words'; names?: NameKind; isNew?: true; of: Extract<Shape, { kind: 'text' }> }
  | ListShape
  | { kind: 'map'; names?: NameKind; of: readonly FormField[] | ListShape }

/** The fields of a map's schema, in the schema's order. Values of other kinds are left to the editor of the file. */
export const fieldsOf = ({ properties = {} }: FileSchema): FormField[] =>
  Object.entries(properties).flatMap(([key, schema]) => {
    const shape = shapeOf(schema)
    const hint = schema.description ?? schema.anyOf?.find(({ description }) => description !== undefined)?.description ?? ''
    return shape ? [{ key, hint, shape }] : []
  })

const named = ({ names }: FileSchema = {}): { names?: NameKind } => (names === undefined ? {} : { names: names as NameKind })
const sets = ({ defines }: FileSchema): { names?: NameKind; sets?: true } => (defines === undefined ? {} : { names: defines as NameKind, sets: true })
const isType = (schema: FileSchema, type: string): boolean => schema.type === type

function shapeOf(schema: FileSchema): Shape | undefined {
  if (schema.anyOf) return anyOf(schema.anyOf)
  const { items, additionalProperties: entries, propertyNames } = schema
  const options = schema.enum?.filter((one) => typeof one === 'string')
  if (options?.length) return { kind: 'choice', of: options }
  if (isType(schema, 'string')) return { kind: 'text', ...named(schema) }
  if (isType(schema, 'boolean')) return { kind: 'check' }
  if (isType(schema, 'number') || isType(schema, 'integer')) {
    const { minimum = -1e9, maximum = 1e9 } = schema as { minimum?: number; maximum?: number }
    return { kind: 'number', whole: isType(schema, 'integer'), min: Math.max(minimum, -1e9), max: Math.min(maximum, 1e9) }
  }
  if (isType(schema, 'array') && items) return isType(items, 'string') ? { kind: 'texts', ...named(items), ...sets(items) } : listOf(items)
  if (typeof entries !== 'object' || schema.properties) return undefined
  if (Array.isArray(entries.type)) return { kind: 'flags' }
  if (isType(entries, 'string'))
    return {
      kind: 'words',
      ...named(propertyNames),
      ...(propertyNames?.defines === undefined ? {} : { isNew: true }),
      of: { kind: 'text', ...named(entries) }
    }
  if (isType(entries, 'number')) return { kind: 'numbers', ...named(propertyNames) }
  if (entries.properties) return { kind: 'map', ...named(propertyNames), of: fieldsOf(entries) }
  const list = isType(entries, 'array') && entries.items ? listOf(entries.items) : undefined
  return list && { kind: 'map', ...named(propertyNames), of: list }
}

/** A text or a list of maps: the text is a list with one entry. */
function anyOf(all: readonly FileSchema[]): Shape | undefined {
  const list = all.find((one) => isType(one, 'array'))?.items
  const shape = list && all.some((one) => isType(one, 'string')) ? listOf(list) : undefined
  const bare = list?.required?.[0]
  return shape && bare !== undefined ? { ...shape, bare, lone: true } : undefined
}

/** A list of maps; also one whose entries may be texts. */
function listOf(items: FileSchema): ListShape | undefined {
  const map = items.anyOf?.find((one) => isType(one, 'object')) ?? items
  if (!map.properties) return undefined
  const bare = items.anyOf?.some((one) => isType(one, 'string')) ? map.required?.[0] : undefined
  const [first] = Object.keys(map.properties)
  const isBlank = bare === undefined && !map.required?.includes(first ?? '')
  return { kind: 'list', of: fieldsOf(map), ...(bare === undefined ? {} : { bare }), ...(isBlank ? { blank: true } : {}) }
}

/** The entries of a list as maps. */
export function entriesOf({ bare, lone }: ListShape, value: Json | undefined): JsonObject[] {
  const all = Array.isArray(value) ? value : lone && typeof value === 'string' && value !== '' ? [value] : []
  return all.flatMap((one): JsonObject[] => (isObject(one) ? [one] : bare === undefined || typeof one !== 'string' ? [] : [{ [bare]: one }]))
}

/** Entries as they are written, with texts for the bare ones; null for none. */
export function listValue({ bare, lone }: ListShape, entries: readonly JsonObject[]): Json | null {
  const isBare = (entry: JsonObject): boolean => bare !== undefined && Object.keys(entry).length === 1 && Object.hasOwn(entry, bare)
  const text = (entry: JsonObject): Json => own(entry, bare ?? '') ?? ''
  const [first] = entries
  if (!first) return null
  if (lone) return entries.length === 1 && isBare(first) ? text(first) : [...entries]
  return entries.map((entry) => (isBare(entry) ? text(entry) : entry))
}

/** A map with another value at a path of keys; null removes it. */
export function withValue(map: JsonObject, [key, ...rest]: readonly string[], change: (now: Json | undefined) => Json | null): JsonObject {
  if (key === undefined) return map
  const now = own(map, key)
  const to = rest.length === 0 ? change(now) : withValue(isObject(now) ? now : {}, rest, change)
  const { [key]: _, ...others } = map
  return to === null ? others : Object.hasOwn(map, key) ? { ...map, [key]: to } : { ...others, [key]: to }
}

/** Computes the edit that changes the value at a path of keys, from the value that is there then; null removes it. */
export type Edit<E> = (keys: readonly string[], change: (now: Json | undefined) => Json | null) => readonly E[]

/** The edits of the value under one key. */
export const under =
  <E>(edit: Edit<E>, key: string): Edit<E> =>
  (keys, change) =>
    edit([key, ...keys], change)

/** The edits of one entry of a list. The list is written as a whole. */
export const inList =
  <E>(edit: Edit<E>, shape: ListShape, index: number): Edit<E> =>
  (keys, change) =>
    edit([], (now) =>
      listValue(
        shape,
        entriesOf(shape, now).map((entry, i) => (i === index ? withValue(entry, keys, change) : entry))
      )
    )
