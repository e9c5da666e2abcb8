import { own } from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import { sideOf } from '../../shared/story/sides'
import type { GameState } from '../../shared/story/state'
import { canAct, party } from './people'

type Rules = Pick<Game, 'conditions' | 'manifest'>

/** Returns whether an actor has a slot in the fight: is in its order and able to act. */
export const fights = (state: GameState, game: Rules, id: string): boolean =>
  state.combat !== undefined && Object.hasOwn(state.combat.initiative, id) && canAct(state, game, id)

/**
 * The order of a round. Initiative-based: highest score first, then players in seating order, then by id. Side-based: the side with the highest
 * score first, ties by the first seat; within a side players in seating order, then by id. Actors who can't act are left out. SPEC.md F2, F3.
 */
export const roundOrder = (state: GameState, game: Rules): string[] => placed(state, game, state).filter((id) => fights(state, game, id))

/** Everybody in the fight, in order. Scores of sides come from `scored`, so that a newcomer doesn't move a side that already has a position. */
function placed(state: GameState, game: Rules, scored: GameState): string[] {
  const scores = state.combat?.initiative ?? {}
  const seats = party(state)
  const seat = (id: string): number => (seats.includes(id) ? seats.indexOf(id) : seats.length)
  const bySeat = (a: string, b: string): number => seat(a) - seat(b) || (a < b ? -1 : 1)
  const ids = Object.keys(scores).toSorted(bySeat)
  if (game.manifest.combat_flow === 'initiative-based') return ids.toSorted((a, b) => (own(scores, b) ?? 0) - (own(scores, a) ?? 0) || bySeat(a, b))
  const sides = [...new Set(ids.map((id) => sideOf(state, id)))]
  const score = (side: string): number => {
    const before = Object.entries(scored.combat?.initiative ?? {}).filter(([id]) => sideOf(scored, id) === side)
    const members = before.length > 0 ? before : Object.entries(scores).filter(([id]) => sideOf(state, id) === side)
    return Math.max(...members.map(([, own]) => own))
  }
  // `sides` is in the order of first seats, which decides ties.
  return sides.toSorted((a, b) => score(b) - score(a)).flatMap((side) => ids.filter((id) => sideOf(state, id) === side))
}

/**
 * Who still acts in this round after rules changed the fight. Actors who left the fight or can no longer act are removed at once. Actors who joined
 * are inserted if their position comes after the slot of `acting`. SPEC.md F4, F5.
 */
export function stillToAct(before: GameState, after: GameState, game: Rules, acting: string): string[] {
  const remaining = after.next.initiative.filter((id) => fights(after, game, id))
  const initiativeBefore = before.combat?.initiative ?? {}
  const joined = Object.keys(after.combat?.initiative ?? {}).filter(
    (id) => !Object.hasOwn(initiativeBefore, id) && id !== acting && fights(after, game, id)
  )
  if (joined.length === 0 || !after.combat) return remaining
  // `acting` keeps their position even if they have just left the fight.
  const all: GameState = { ...after, combat: { ...after.combat, initiative: { ...initiativeBefore, ...after.combat.initiative } } }
  const places = placed(all, game, before)
  const place = (id: string): number => places.indexOf(id)
  return joined.filter((id) => place(id) > place(acting)).reduce((order, id) => insert(order, id, place), remaining)
}

function insert(order: readonly string[], id: string, place: (id: string) => number): string[] {
  const at = order.findIndex((other) => place(other) > place(id))
  return at < 0 ? [...order, id] : order.toSpliced(at, 0, id)
}
