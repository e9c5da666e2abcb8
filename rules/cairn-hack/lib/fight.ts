import { type Draft, inReach, itemName, standing } from 'proscenium'

/** The actions that follow when a side has nobody left standing in `place`. */
export const aftermath = (draft: Draft, place: string): string[] =>
  draft.state.combat && (standing(draft.state, 'party', place).length === 0 || standing(draft.state, 'foes', place).length === 0)
    ? ['end-combat']
    : []

/** The characters that an actor can attack: the other side, here, standing and visible. */
export const reachable = (state: GameState, actor: string): string[] =>
  inReach(state, actor).filter((id) => state.actors[id]?.conditions['unseen'] === undefined)

/** A character's armour: everything worn and a ward, 3 at most. Also the best piece, for the narration. */
export function armorOf(actor: Actor): { points: number; name: string | undefined } {
  const worn = Object.values(actor.inventory)
    .map((entry) => ({ name: itemName(entry), points: game.equipment[entry.item]?.armor ?? 0 }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
  const ward = actor.conditions['warded'] ? 1 : 0
  return { points: Math.min(3, ward + worn.reduce((sum, { points }) => sum + points, 0)), name: worn[0]?.name }
}
