import { isObject, type Json, type JsonObject } from '../../shared/base/json'

/** The key under which files hold items. */
export const INVENTORY = 'inventory'

/** A list as items by id: of ids (`["rusted_chest"]`), or of items with an `id` or `item`; duplicates count. Other values stay, for the schema. */
export function itemsById(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const items = new Map<string, JsonObject>()
  for (const one of value as Json[]) {
    const { id, ...rest }: JsonObject = typeof one === 'string' ? { item: one } : isObject(one) ? one : {}
    const named = id ?? rest['item']
    if (typeof named !== 'string' && typeof named !== 'number') return value
    const key = String(named)
    const existing = items.get(key)
    items.set(key, existing ? { ...existing, count: countOf(existing) + countOf(rest) } : { item: key, ...rest })
  }
  return Object.fromEntries(items)
}

const countOf = ({ count }: JsonObject): number => (typeof count === 'number' ? count : 1)
