import type { Game } from '../../../shared/story/game'
import { own } from '../../../shared/base/json'
import type { Lore } from '../../../shared/story/lore'
import type { GameState } from '../../../shared/story/state'
import { locate } from '../../campaign/layout'
import type { Call } from './words'

/** The lists of a game that contain display names. */
export type GameLists = Pick<Game, 'equipment' | 'conditions' | 'actions' | 'tables' | 'manifest'>

/** One of the two commits that are compared. */
export interface Side {
  state: GameState
  lore: Lore
  /** The game's lists; absent if its rules don't load. */
  game: GameLists | undefined
  /** The text of a file at this commit. */
  text(path: string): string | undefined
}

/** Both commits, and the files that differ between them. */
export interface Sides {
  a: Side
  b: Side
  changed: ReadonlyMap<string, 'added' | 'changed' | 'removed'>
}

/** The entries of one of the game's lists; the second commit's win. */
export function named(sides: Pick<Sides, 'a' | 'b'>, list: 'equipment' | 'conditions'): Record<string, { name: string; cannot_act?: boolean }> {
  return { ...sides.a.game?.[list], ...sides.b.game?.[list] }
}

/** The story's name for an id, from the second commit if it has one: an actor, a place, a region, a journey, an item or a condition. */
export function callOf(sides: Pick<Sides, 'a' | 'b'>): Call {
  const items = named(sides, 'equipment')
  const conditions = named(sides, 'conditions')
  const inState = ({ state }: Pick<Side, 'state'>, id: string): string | undefined => {
    const journey = own(state.journeys, id)
    const named = own(state.actors, id) ?? own(state.places, id) ?? own(state.regions, id)
    return named?.name ?? (journey && `${placeName({ state }, journey.from)} to ${placeName({ state }, journey.to)}`)
  }
  return (id) => inState(sides.b, id) ?? inState(sides.a, id) ?? own(items, id)?.name ?? own(conditions, id)?.name ?? id
}

/** The label of a stat. */
export const statName = ({ b }: Pick<Sides, 'b'>, id: string): string => own(b.game?.manifest.stats, id)?.label ?? id

/** The name of a place. */
export const placeName = ({ state }: Pick<Side, 'state'>, id: string): string => own(state.places, id)?.name ?? id

/** The files that hold a path of the state on either side and differ. */
export function filesOf({ a, b, changed }: Sides, path: string): string[] {
  const files = [a, b].flatMap(({ state }) => locate(state, path)?.file ?? [])
  return [...new Set(files)].filter((file) => changed.has(file))
}
