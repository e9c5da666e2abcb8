import { canAct, statOf } from 'proscenium'
import { notYet } from './classes'

/** Why a character can't use a gift now: the minimum in the manifest's `gifts`, in words. Undefined if they can. */
export function withheld(state: GameState, actor: string, gift: string): string | undefined {
  const who = state.actors[actor]
  if (!who) return 'only characters can do it'
  if (!canAct(state, actor)) return "they can't act"
  const early = notYet(state)
  if (early !== undefined) return early
  const floors = ((game.manifest['gifts'] ?? {}) as Record<string, Record<string, number>>)[gift] ?? {}
  const low = Object.entries(floors).find(([stat, least]) => statOf(who, stat, game) < least)
  return low && `it needs ${low[0]} ${low[1]} or more`
}
