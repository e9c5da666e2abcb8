import { type Draft, inReach, itemName, standing } from 'proscenium'

/** What follows when one side has nobody left on their feet in `place`. */
export const aftermath = (draft: Draft, place: string): string[] =>
  draft.state.combat && (standing(draft.state, 'party', place).length === 0 || standing(draft.state, 'foes', place).length === 0)
    ? ['end-combat']
    : []

/** Whom somebody can really get at: the other side, here, on their feet, and to be seen. */
export const reachable = (state: GameState, actor: string): string[] =>
  inReach(state, actor).filter((id) => state.actors[id]?.conditions['unseen'] === undefined)

/** What turns harm aside: everything worn, and a ward, 3 at most. Also the best piece, to be named. */
export function armorOf(actor: Actor): { points: number; name: string | undefined } {
  const worn = Object.values(actor.inventory)
    .map((entry) => ({ name: itemName(entry), points: game.equipment[entry.item]?.armor ?? 0 }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
  const ward = actor.conditions['warded'] ? 1 : 0
  return { points: Math.min(3, ward + worn.reduce((sum, { points }) => sum + points, 0)), name: worn[0]?.name }
}
