// Runs inside the sandbox; rules import it from 'proscenium'.
import type { Actor } from '../../../shared/story/state'
import { sideOf } from '../../../shared/story/sides'
import type { RuleState } from '../rule-state'
import { type Draft, save } from './draft'
import { canAct, partyAt, placeOf } from './people'
import type { Tools } from './tools'
import { itemName } from './words'

declare const game: Tools['game']

/** Everybody who is in the fight and still in its place. */
export const fighters = (state: RuleState): string[] => Object.keys(state.combat?.initiative ?? {}).filter((id) => state.actors[id])

/** The members of a side who are still in the fight, in a place. */
export const ableOnSide = (state: RuleState, side: string, place: string): string[] =>
  fighters(state).filter((id) => state.actors[id]?.location === place && sideOf(state, id) === side && canAct(state, id))

/** Whom `actor` can hit: the other side, in the same place, on their feet. */
export function inReach(state: RuleState, actor: string): string[] {
  if (!state.combat || state.combat.initiative[actor] === undefined) return []
  const place = placeOf(state, actor)
  const own = sideOf(state, actor)
  return fighters(state).filter((id) => state.actors[id]?.location === place && sideOf(state, id) !== own && canAct(state, id))
}

/** Leaves the fight without leaving the place. */
export function leaveCombat(draft: Draft, id: string): void {
  for (const list of ['initiative', 'sides'] as const) {
    if (draft.state.combat?.[list]?.[id] !== undefined) draft.put(['combat', list, id], null)
  }
}

/** A weapon in an inventory. */
export interface Weapon {
  id: string
  name: string
  damage: string
  average: number
}
/** An actor's weapons, best first. */
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

/**
 * Starts a fight in a place: the party there against `foes`, who are hostile from then on. With a stat, party members who make a save with it act
 * before the foes and the others after them; without one, the party acts first.
 */
export function startCombat(draft: Draft, place: string, foes: readonly string[], stat?: string): void {
  const party = partyAt(draft.state, place).filter((id) => canAct(draft.state, id) && !foes.includes(id))
  const quick = stat === undefined ? party : party.filter((id) => save(draft, id, stat))
  const score = (id: string): number => (foes.includes(id) ? 2 : quick.includes(id) ? 3 : 1)
  const all = [...party, ...foes].toSorted()
  for (const id of foes)
    if (draft.actor(id).kind === 'npc' && draft.actor(id).attitude !== 'hostile') draft.put(['actors', id, 'attitude'], 'hostile')
  // Sides follow from kind and attitude, unless whole sides act in turn or players fight each other.
  const named = game.manifest.combat_flow === 'side-based' || foes.some((id) => draft.actor(id).kind === 'player')
  const sides = named ? { sides: Object.fromEntries(all.map((id) => [id, foes.includes(id) ? 'foes' : 'party'])) } : {}
  draft.put(['combat'], { initiative: Object.fromEntries(all.map((id) => [id, score(id)])), ...sides })
}
