import type { Game } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'

/** What an action may create or consume: kinds of equipment, single items, or `any`. */
type Kinds = 'any' | readonly string[]

/** By game: the actions that create things and those that consume them. Everything else only moves them. */
export const LEDGER: Readonly<Record<string, { creates: Readonly<Record<string, Kinds>>; consumes: Readonly<Record<string, Kinds>> }>> = {
  'cairn-hack': {
    creates: { search: 'any', 'give-item': 'any', 'cast-spell': ['fatigue'], travel: ['fatigue'] },
    consumes: { 'use-item': ['consumable'], rest: ['consumable', 'fatigue'], 'take-item': 'any', 'pass-time': ['ration'], travel: ['ration'] }
  },
  totm: {
    creates: { search: 'any', 'give-item': 'any', update_character: 'any' },
    consumes: { 'use-item': ['consumable'], 'take-item': 'any' }
  },
  'every effect': {
    creates: { find: 'any' },
    consumes: { 'use-up': ['consumable'] }
  }
}

/** The number of each item in the world, carried or lying about. */
export function itemsIn(state: GameState): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { inventory } of [...Object.values(state.actors), ...Object.values(state.places)])
    for (const { item, count = 1 } of Object.values(inventory)) sums.set(item, (sums.get(item) ?? 0) + count)
  return sums
}

/** Undeclared changes in the number of things by one executed action, in words. */
export function ledgerFaults(name: string, game: Game, action: string, before: GameState, after: GameState): string[] {
  if (before.actors === after.actors && before.places === after.places) return []
  const [then, now] = [itemsIn(before), itemsIn(after)]
  const faults: string[] = []
  for (const item of new Set([...then.keys(), ...now.keys()])) {
    const change = (now.get(item) ?? 0) - (then.get(item) ?? 0)
    if (change === 0) continue
    const kinds = LEDGER[name]?.[change > 0 ? 'creates' : 'consumes'][action]
    const kind = game.equipment[item]?.kind ?? ''
    if (kinds !== 'any' && !kinds?.includes(kind) && !kinds?.includes(item))
      faults.push(`${action} ${change > 0 ? 'made' : 'lost'} ${Math.abs(change)} ${item}`)
  }
  return faults
}
