import { type JsonObject, applyChanges, isObject, pointer, pointerKeys, valueAt } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import { type Space, may } from '../engine/capabilities'
import type { ProgramChange } from './contract'

/** The parts of the state that a tool can request, with the right that decides, and whether a tool may change them. */
const PARTS = {
  actors: { space: 'others-sheets', isWritable: true },
  places: { space: 'world', isWritable: true },
  journeys: { space: 'world', isWritable: false },
  regions: { space: 'world', isWritable: false },
  facts: { space: 'world', isWritable: true },
  clock: { space: 'world', isWritable: true },
  combat: { space: 'world', isWritable: true },
  scene: { space: 'active-log', isWritable: false },
  party: { space: 'world', isWritable: false },
  quests: { space: 'secrets', isWritable: true },
  factions: { space: 'secrets', isWritable: true },
  relationships: { space: 'secrets', isWritable: true },
  threads: { space: 'secrets', isWritable: true }
} as const satisfies Partial<Record<keyof GameState, { space: Space; isWritable: boolean }>>
export type StatePart = keyof typeof PARTS

/** The parts that a tool can request. It works for the DM, so it can read what the DM may know, but never the dice. */
export const STATE_PARTS = (Object.keys(PARTS) as StatePart[]).filter((part) => may('dm', 'read', PARTS[part].space))

/** Whether a tool may receive a part of the state. */
export const isStatePart = (name: string): name is StatePart => (STATE_PARTS as readonly string[]).includes(name)

/** Whether a tool that receives this part may change it. */
export const mayChange = (part: string): boolean => isStatePart(part) && PARTS[part].isWritable

/** Only the requested parts of the state. A part that the state doesn't have is left out. */
export function stateParts(state: GameState | JsonObject, parts: readonly string[]): JsonObject {
  const known = state as Readonly<Record<string, unknown>>
  return Object.fromEntries(parts.flatMap((part) => (isStatePart(part) && known[part] !== undefined ? [[part, known[part]]] : []))) as JsonObject
}

/**
 * The fault in a tool's changes, as the end of a sentence with its path; undefined if all can be made, one after another, on the state that it
 * received. The story's invariants are checked when the result is applied.
 */
export function changeFault(changes: readonly ProgramChange[], state: JsonObject, parts: readonly string[]): string | undefined {
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
