import type { Draft } from './draft'
import { canAct, placeOf } from './people'
import { itemName } from './words'

export type Side = 'party' | 'foes'

/** Which side somebody fights on: players and those who like them, or the others. */
export const sideOf = (state: GameState, id: string): Side => {
  const actor = state.actors[id]
  return actor?.kind === 'player' || actor?.attitude === 'friendly' ? 'party' : 'foes'
}

/** Everybody in the fight who still is in its place. */
export const fighters = (state: GameState): string[] => Object.keys(state.combat?.initiative ?? {}).filter((id) => state.actors[id])

/** Who of a side still stands in the fight, in somebody's place. */
export const standing = (state: GameState, side: Side, place: string): string[] =>
  fighters(state).filter((id) => state.actors[id]?.location === place && sideOf(state, id) === side && canAct(state, id))

/** Whom `actor` can really hit: the other side, in the same place, on their feet. */
export function inReach(state: GameState, actor: string): string[] {
  if (!state.combat || state.combat.initiative[actor] === undefined) return []
  return standing(state, sideOf(state, actor) === 'party' ? 'foes' : 'party', placeOf(state, actor))
}

/** What follows when one side has nobody left on their feet in `place`. */
export const aftermath = (draft: Draft, place: string): string[] =>
  draft.state.combat && (standing(draft.state, 'party', place).length === 0 || standing(draft.state, 'foes', place).length === 0)
    ? ['end-combat']
    : []

/** Leaves the fight without leaving the place. */
export function leaveFight(draft: Draft, id: string): void {
  if (draft.state.combat?.initiative[id] !== undefined) draft.put(['combat', 'initiative', id], null)
}

interface Weapon {
  id: string
  name: string
  damage: string
  average: number
}
/** Weapons somebody carries, best first. */
export function weaponsOf(actor: Actor): Weapon[] {
  return Object.entries(actor.inventory)
    .flatMap(([id, entry]) => {
      const gear = game.equipment[entry.item]
      if (gear?.kind !== 'weapon' || gear.damage === undefined) return []
      return [{ id, name: itemName(entry), damage: gear.damage, average: averageOf(gear.damage) }]
    })
    .toSorted((a, b) => b.average - a.average || (a.id < b.id ? -1 : 1))
}
function averageOf(dice: string): number {
  const [, count = '', sides = '0', plus = '0'] = /^(\d*)d(\d+)([+-]\d+)?$/.exec(dice) ?? []
  return Number(count || 1) * ((Number(sides) + 1) / 2) + Number(plus)
}

/** What turns harm aside: everything worn, and a ward, 3 at most. Also the best piece, to be named. */
export function armorOf(actor: Actor): { points: number; name: string | undefined } {
  const worn = Object.values(actor.inventory)
    .map((entry) => ({ name: itemName(entry), points: game.equipment[entry.item]?.armor ?? 0 }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
  const ward = actor.conditions['warded'] ? 1 : 0
  return { points: Math.min(3, ward + worn.reduce((sum, { points }) => sum + points, 0)), name: worn[0]?.name }
}
