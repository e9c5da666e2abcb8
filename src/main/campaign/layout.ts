import { pointerKeys } from '../../shared/json'
import type { GameState } from '../../shared/state'

/** Files of a campaign with a fixed path. */
export const FILES = {
  about: 'ABOUT.md',
  summary: 'SUMMARY.md',
  table: 'table.yaml',
  state: 'world/STATE.yaml',
  next: 'next',
  currentScene: 'current-scene',
  version: 'narrative-version'
} as const

/** Parts of GameState that are in world/STATE.yaml. */
export const IN_STATE_FILE = ['clock', 'combat', 'facts', 'factions', 'quests', 'relationships', 'threads'] as const

/** The one table of state paths and files: the file that holds a path, and the keys in it. Undefined for derived values. */
export function locate(state: GameState, path: string): { file: string; keys: string[] } | undefined {
  const [root = '', id = '', ...keys] = pointerKeys(path)
  if (root === 'actors') return { file: `${actorFolder(state, id)}/STATS.yaml`, keys }
  if (root === 'places') return { file: `world/regions/${state.places[id]?.region}/locations/${id}.yaml`, keys }
  if (root === 'journeys') return { file: `world/regions/${state.journeys[id]?.region}/journeys.yaml`, keys: [id, ...keys] }
  if ((IN_STATE_FILE as readonly string[]).includes(root)) return { file: FILES.state, keys: pointerKeys(path) }
  return undefined
}

/** The folder of a player or an NPC. */
export const actorFolder = (state: GameState, id: string): string => `world/${state.actors[id]?.kind === 'npc' ? 'npcs' : 'players'}/${id}`
