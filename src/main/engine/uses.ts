import type { Game } from '../../shared/story/game'
import { equal, own } from '../../shared/base/json'
import type { ActionCall, Params } from '../../shared/story/play'
import type { GameState, Item } from '../../shared/story/state'
import { rowsOf } from '../../shared/story/tables'

/** The key of the table row for a total: `row:omen:1-3`. Undefined if the table has no such row. */
export function rowUsed(game: Game, table: string, total: number): string | undefined {
  const found = own(game.tables, table)
  const range = found && rowsOf(found).ranges.find(([least, most]) => total >= least && total <= most)
  return range && `row:${table}:${range[0] === range[1] ? range[0] : `${range[0]}-${range[1]}`}`
}

/**
 * The keys of what a beat used besides actions, tables and conditions: items that the call names or that an actor gained, lost or changed, places
 * that players entered, and story events that began or continued. Each key occurs once.
 */
export function usesIn(before: GameState, after: GameState, call: Pick<ActionCall, 'actor' | 'as'>, params: Params, game: Game): string[] {
  const used = new Set([...itemsNamed(before, call.as ?? call.actor, params, game), ...itemsChanged(before, after)].map((item) => `item:${item}`))
  if (before.actors !== after.actors)
    for (const [id, { kind, location }] of Object.entries(after.actors))
      if (kind === 'player' && own(before.actors, id)?.location !== location) used.add(`place:${location}`)
  const { scene } = after
  if (scene && scene.path !== before.scene?.path) {
    used.add(`place:${scene.place}`)
    if (scene.story !== undefined) used.add(`event:${scene.story}`)
  }
  if (before.plays !== after.plays)
    for (const [event, play] of Object.entries(after.plays ?? {})) if (!equal(own(before.plays ?? {}, event), play)) used.add(`event:${event}`)
  return [...used].toSorted()
}

function itemsNamed({ actors }: GameState, actor: string, params: Params, game: Game): string[] {
  const carried = own(actors, actor)?.inventory ?? {}
  const items: string[] = []
  for (const value of Object.values(params).flat()) {
    if (typeof value !== 'string') continue
    const item = own(carried, value)?.item ?? value
    if (own(game.equipment, item)) items.push(item)
  }
  return items
}

function itemsChanged(before: GameState, after: GameState): string[] {
  const items: string[] = []
  if (before.actors === after.actors) return items
  for (const [id, { inventory }] of Object.entries(after.actors)) {
    const inventoryBefore: Record<string, Item> = own(before.actors, id)?.inventory ?? {}
    if (inventoryBefore === inventory) continue
    for (const key of Object.keys({ ...inventoryBefore, ...inventory })) {
      const [was, is] = [own(inventoryBefore, key), own(inventory, key)]
      if (was !== is && !equal(was, is)) items.push((is ?? was)?.item ?? key)
    }
  }
  return items
}

/** The keys of everything in a game and its world that can be used. Story events are missing, because only the played ones are counted. */
export const usable = (state: GameState, game: Game): string[] => [
  ...Object.keys(game.actions),
  ...Object.keys(game.tables).map((id) => `table:${id}`),
  ...Object.entries(game.tables).flatMap(([id, table]) => rowsOf(table).ranges.flatMap(([least]) => rowUsed(game, id, least) ?? [])),
  ...Object.keys(game.conditions).map((id) => `condition:${id}`),
  ...Object.keys(game.equipment).map((id) => `item:${id}`),
  ...Object.keys(state.places).map((id) => `place:${id}`)
]
