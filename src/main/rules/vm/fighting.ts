// Runs inside the sandbox; rules import it from 'proscenium'.
import type { Actor } from '../../../shared/state'
import type { RuleState } from '../view'
import type { Draft } from './draft'
import { canAct, placeOf } from './people'
import type { Tools } from './vocabulary'
import { itemName } from './words'

declare const game: Tools['game']

export type Side = 'party' | 'foes'

/** Which side somebody fights on: players and those who like them, or the others. */
export const sideOf = (state: RuleState, id: string): Side => {
  const actor = state.actors[id]
  return actor?.kind === 'player' || actor?.attitude === 'friendly' ? 'party' : 'foes'
}

/** Everybody in the fight who still is in its place. */
export const fighters = (state: RuleState): string[] => Object.keys(state.combat?.initiative ?? {}).filter((id) => state.actors[id])

/** Who of a side still stands in the fight, in somebody's place. */
export const standing = (state: RuleState, side: Side, place: string): string[] =>
  fighters(state).filter((id) => state.actors[id]?.location === place && sideOf(state, id) === side && canAct(state, id))

/** Whom `actor` can really hit: the other side, in the same place, on their feet. */
export function inReach(state: RuleState, actor: string): string[] {
  if (!state.combat || state.combat.initiative[actor] === undefined) return []
  return standing(state, sideOf(state, actor) === 'party' ? 'foes' : 'party', placeOf(state, actor))
}

/** Leaves the fight without leaving the place. */
export function leaveFight(draft: Draft, id: string): void {
  if (draft.state.combat?.initiative[id] !== undefined) draft.put(['combat', 'initiative', id], null)
}

/** A weapon as somebody carries it. */
export interface Weapon {
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
