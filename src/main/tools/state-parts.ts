import type { JsonObject } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import { may, type Space } from '../engine/capabilities'

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
