import type { Lore } from '../../../shared/lore'
import type { Actor, GameState } from '../../../shared/state'
import { lineOf } from '../compile'
import { parseYaml } from '../yaml'
import type { Level } from './finding'

/** A campaign's world as it stands, with the texts of its files by path. */
export interface World {
  state: GameState
  lore: Pick<Lore, 'story'>
  texts: ReadonlyMap<string, string>
}

/** Says something of a file of the world, on the line where a path of keys stands. */
export type Say = (level: Level, file: string, path: readonly string[], message: string) => void

/** Lines of a YAML file by path of keys; of a Markdown file, where the last key first stands as a word. */
export function linesOf(file: string, text: string): (path: readonly string[]) => number {
  if (file.endsWith('.yaml')) {
    try {
      return parseYaml(file, text).lineOf
    } catch {
      return () => 1
    }
  }
  return (path) => lineOf(text, path.at(-1) ?? '')
}

/** Where an actor's sheet stands. */
export const sheetFile = (id: string, { kind }: Actor): string => `world/${kind === 'npc' ? 'npcs' : 'players'}/${id}/STATS.yaml`
/** Where a place stands. */
export const placeFile = ({ state }: World, id: string): string => `world/regions/${state.places[id]?.region ?? ''}/locations/${id}.yaml`
