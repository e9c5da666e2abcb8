import { Allow, parse } from 'partial-json'
import { isObject } from '../../../shared/base/json'
import type { Params, ParamValue } from '../../../shared/story/play'

/** Strings, whether or not their closing quotes have arrived. */
const STRINGS = /"(?:[^"\\]|\\.)*"?/gs
/** The maximum number of objects and lists in a draft. The inputs of tools have a few; a hostile server may nest any number of them. */
const MAX_BRACKETS = 64

/**
 * The fields of an incomplete JSON object: `{"text": "The door cre` gives `{text: 'The door cre'}`. Fields that are missing, unreadable, or no
 * possible value of a tool's field are left out. For drafts only.
 */
export function partialFields(json: string): Params {
  if ((json.replace(STRINGS, '').match(/[[{]/g)?.length ?? 0) > MAX_BRACKETS) return {}
  try {
    const read: unknown = parse(json, Allow.STR | Allow.OBJ | Allow.ARR)
    return isObject(read) ? Object.fromEntries(Object.entries(read).flatMap(([key, value]) => (isValue(value) ? [[key, whole(value)]] : []))) : {}
  } catch {
    return {}
  }
}

const isValue = (value: unknown): value is ParamValue =>
  Array.isArray(value) ? value.every((one) => typeof one === 'string') : ['string', 'number', 'boolean'].includes(typeof value)

/** The value without an unpaired surrogate at its end, whose other half has not arrived. */
const whole = (value: ParamValue): ParamValue => (typeof value === 'string' ? value.replace(/[\ud800-\udbff]$/, '') : value)
