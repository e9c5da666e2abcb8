import { own, type Json } from '../../shared/base/json'

/** The value at a path of keys; undefined below anything that is no map. */
export function valueIn(value: Json, keys: readonly string[]): Json | undefined {
  let at: Json | undefined = value
  for (const key of keys) at = typeof at === 'object' && at !== null && !Array.isArray(at) ? own(at, key) : undefined
  return at
}
