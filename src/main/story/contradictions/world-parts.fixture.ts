import { Equipment } from '../../../shared/story/game'

/** An NPC with `hp` of `hp` hit points; `more` replaces or adds fields. */
export const npc = (hp: number, name: string, location: string, more: object) => ({
  kind: 'npc' as const,
  name,
  location,
  stats: { hp },
  max: { hp },
  conditions: {},
  inventory: {},
  tags: {},
  ...more
})

/** A game's equipment from rows of id, name and kind. */
export const equipmentOf = (...rows: readonly (readonly [id: string, name: string, kind: string])[]): Record<string, Equipment> =>
  Object.fromEntries(rows.map(([id, name, kind]) => [id, Equipment.parse({ name, kind })]))

/** A change of the state: these characters have a condition. */
export const having = (condition: string, ...ids: string[]): { state: { actors: Record<string, object> } } => ({
  state: { actors: Object.fromEntries(ids.map((id) => [id, { conditions: { [condition]: {} } }])) }
})
