import { pointerKeys, own } from '../../shared/base/json'
import { actorFolder as folderOf, fileName, LAYOUT, pathOf } from '../../shared/story/layout'
import type { GameState } from '../../shared/story/state'

/** Files of a campaign with a fixed path. */
export const FILES = {
  about: LAYOUT.about.path,
  summary: LAYOUT.summary.path,
  table: LAYOUT.table.path,
  state: LAYOUT.state.path,
  next: LAYOUT.next.path,
  currentScene: LAYOUT.currentScene.path,
  version: LAYOUT.version.path
} as const

/** Parts of GameState that are in world/STATE.yaml. */
export const IN_STATE_FILE = ['clock', 'combat', 'facts', 'factions', 'plays', 'quests', 'relationships', 'threads'] as const

/** The file that holds a state path, and the keys in that file; undefined for derived parts of the state. */
export function locate(state: GameState, path: string): { file: string; keys: string[] } | undefined {
  const [root = '', id = '', ...keys] = pointerKeys(path)
  if (root === 'actors') return { file: `${actorFolderIn(state, id)}/${fileName('sheet')}`, keys }
  if (root === 'places') return { file: pathOf('location', { region: String(own(state.places, id)?.region), id }), keys }
  if (root === 'journeys') return { file: pathOf('journeys', { region: String(own(state.journeys, id)?.region) }), keys: [id, ...keys] }
  if ((IN_STATE_FILE as readonly string[]).includes(root)) return { file: FILES.state, keys: pointerKeys(path) }
  return undefined
}

/** The folder of a player or an NPC. */
export const actorFolderIn = (state: GameState, id: string): string => folderOf(own(state.actors, id)?.kind ?? 'player', id)
