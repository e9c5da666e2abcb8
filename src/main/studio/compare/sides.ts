import type { Lore } from '../../../shared/lore'
import type { GameState } from '../../../shared/state'
import { locate } from '../../campaign/layout'
import type { GameLists } from '../moments/names'

/** One of two moments that are compared. */
export interface Side {
  state: GameState
  lore: Lore
  /** The game's lists; absent where its rules do not load. */
  game: GameLists | undefined
  /** The text of a file of that moment. */
  text(path: string): string | undefined
}

/** Two moments, and the files that differ between them. */
export interface Sides {
  a: Side
  b: Side
  changed: ReadonlyMap<string, 'added' | 'changed' | 'removed'>
}

/** Names of a list of the game, of the second moment first. */
export function named(sides: Pick<Sides, 'a' | 'b'>, list: 'equipment' | 'conditions'): Record<string, { name: string; cannot_act?: boolean }> {
  return { ...sides.a.game?.[list], ...sides.b.game?.[list] }
}

/** What a place is called. */
export const placeName = ({ state }: Pick<Side, 'state'>, id: string): string => state.places[id]?.name ?? id

/** Files that hold a path of the state in either moment and differ. */
export function filesOf({ a, b, changed }: Sides, path: string): string[] {
  const files = [a, b].flatMap(({ state }) => locate(state, path)?.file ?? [])
  return [...new Set(files)].filter((file) => changed.has(file))
}
