import { applyChanges, isObject, type JsonObject, pointer, pointerKeys, valueAt } from '../../shared/base/json'
import type { ToolChange } from './contract'
import { mayChange } from './state-parts'

/**
 * The fault in a tool's changes, as the end of a sentence with its path; undefined if all can be made, one after another, on the state that it
 * received. The story's invariants are checked when the result is applied.
 */
export function changeFault(changes: readonly ToolChange[], state: JsonObject, parts: readonly string[]): string | undefined {
  let after = state
  for (const { path, operation, value } of changes) {
    const keys = pointerKeys(path)
    const [part = ''] = keys
    const fault = (why: string): string => `wanted to change ${path}, but ${why}.`
    if (!parts.includes(part)) return fault(`its manifest asks for ${parts.length === 0 ? 'no part of the state' : `only ${parts.join(', ')}`}`)
    if (!mayChange(part)) return fault(`a tool can't change ${part}`)
    if (keys.length < 2) return fault('a part of the state can only be changed entry by entry')
    const holder = holderFault(after, keys)
    if (holder !== undefined) return fault(holder)
    const previous = valueAt(after, path)
    if (operation === 'Add' && previous !== undefined) return fault('it is there already; the operation must be Update')
    if (operation !== 'Add' && previous === undefined) return fault(`there is nothing to ${operation === 'Update' ? 'update' : 'remove'}`)
    after = applyChanges(after, [operation === 'Remove' ? { path, op: 'remove' } : { path, op: 'update', to: value ?? null }])
  }
  return undefined
}

/** Why a value can't be set at these keys: a value on the path isn't a map. Lists are replaced as a whole. */
function holderFault(state: JsonObject, keys: readonly string[]): string | undefined {
  for (let length = 1; length < keys.length; length++) {
    const path = pointer(keys.slice(0, length))
    const held = valueAt(state, path)
    if (held === undefined || isObject(held)) continue
    return Array.isArray(held) ? `${path} is a list, which can only be set as a whole` : `${path} is a plain value`
  }
  return undefined
}
