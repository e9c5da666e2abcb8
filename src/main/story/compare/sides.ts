import { own } from '../../../shared/json'
import type { Lore } from '../../../shared/lore'
import type { GameState } from '../../../shared/state'
import { locate } from '../../campaign/layout'
import type { GameLists } from '../moments/names'
import type { Call } from './words'

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

/** What the story calls the thing with an id, in the second moment where it is there: somebody, a place, a region, a way, an item or a condition. */
export function callOf(sides: Pick<Sides, 'a' | 'b'>): Call {
  const items = named(sides, 'equipment')
  const conditions = named(sides, 'conditions')
  const inState = ({ state }: Pick<Side, 'state'>, id: string): string | undefined => {
    const way = own(state.journeys, id)
    const named = own(state.actors, id) ?? own(state.places, id) ?? own(state.regions, id)
    return named?.name ?? (way && `${placeName({ state }, way.from)} to ${placeName({ state }, way.to)}`)
  }
  return (id) => inState(sides.b, id) ?? inState(sides.a, id) ?? own(items, id)?.name ?? own(conditions, id)?.name ?? id
}

/** What a stat is called on the sheet. */
export const statName = ({ b }: Pick<Sides, 'b'>, id: string): string => own(b.game?.manifest.stats, id)?.label ?? id

/** What a place is called. */
export const placeName = ({ state }: Pick<Side, 'state'>, id: string): string => own(state.places, id)?.name ?? id

/** Files that hold a path of the state in either moment and differ. */
export function filesOf({ a, b, changed }: Sides, path: string): string[] {
  const files = [a, b].flatMap(({ state }) => locate(state, path)?.file ?? [])
  return [...new Set(files)].filter((file) => changed.has(file))
}
