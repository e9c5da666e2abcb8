import { own } from '../../../shared/base/json'
import { pathOf } from '../../../shared/story/layout'
import type { Lore } from '../../../shared/story/lore'
import type { GameState } from '../../../shared/story/state'
import { actorFolderIn, FILES } from '../../campaign/layout'
import { parseYaml } from '../../campaign/yaml-splice'
import type { GameLists } from '../compare/sides'
import { hasTurn, type FileDraft, type Where } from './conflict'

/** The story at the beat, the files that it would get, and what they hold. */
export interface MergeInput {
  state: GameState
  lore: Lore
  game: GameLists | undefined
  files: FileDraft
  /** The paths of the beat's files below a folder. */
  below: (folder: string) => string[]
  /** The game of the new files. */
  newGame: GameLists | undefined
  where: Where
  /** Characters, places and events that edits removed and that were edited here, with their kinds. */
  changed: ReadonlyMap<string, string>
  /** The ids of the conflicts of values that are asked already. */
  asked: ReadonlySet<string>
}

export interface RemovedThing {
  actors: Set<string>
  /** Characters who are of the other kind. */
  kinds: Set<string>
  places: Set<string>
}

export const sheetOf = (kind: 'player' | 'npc', id: string): string => pathOf('sheet', { group: kind === 'player' ? 'players' : 'npcs', id })
export const otherKind = (kind: 'player' | 'npc'): 'player' | 'npc' => (kind === 'player' ? 'npc' : 'player')

/** An entry of a YAML file. */
export function entryIn(bytes: Buffer | undefined, path: string, ...keys: string[]): ReturnType<typeof parseYaml> | undefined {
  let value = bytes === undefined ? undefined : parseYaml(bytes.toString('utf8'), path)
  for (const key of keys) value = typeof value === 'object' && value !== null && !Array.isArray(value) ? own(value, key) : undefined
  return value
}

/** The places that the new files add, with their names. */
export function addedPlaces(files: FileDraft): Map<string, string> {
  const places = new Map<string, string>()
  for (const [path, bytes] of files.changed) {
    const id = /^world\/regions\/[^/]+\/locations\/([^/]+)\.yaml$/.exec(path)?.[1]
    if (id === undefined || bytes === null || files.before(path)) continue
    const value = parseYaml(bytes.toString('utf8'), path)
    const name = typeof value === 'object' && value !== null && !Array.isArray(value) ? own(value, 'name') : undefined
    places.set(id, typeof name === 'string' ? name : id)
  }
  return places
}

/** Removes a character with everything that names them in the scene and in ties. */
export function leaveOut({ state, below }: MergeInput, id: string): (files: FileDraft) => void {
  return (files) => {
    for (const path of below(actorFolderIn(state, id))) files.set(path, null)
    if (state.scene) files.splice(`${state.scene.path}/ABOUT.md`, { keys: ['present', id], to: undefined })
    for (const [tie, entry] of Object.entries(state.relationships)) {
      const ends = typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? [own(entry, 'from'), own(entry, 'to')] : []
      if (ends.includes(id)) files.splice(FILES.state, { keys: ['relationships', tie], to: undefined })
    }
  }
}

/** Whether the story goes on without a character: nobody waits for them, and a player is left. */
export function isSpared({ state }: MergeInput, id: string): boolean {
  const others = Object.entries(state.actors).filter(([other, { kind }]) => other !== id && kind === 'player')
  return !hasTurn(state).has(id) && others.length > 0
}

export const nameOf = ({ state }: Pick<MergeInput, 'state'>, id: string): string => own(state.actors, id)?.name ?? own(state.places, id)?.name ?? id
