import { type Draft, fighters } from 'proscenium'

/** The key under which the condition keeps who holds the character. */
const holderOf = (actor: Actor): unknown => (actor.conditions['grappled'] as { by?: string } | undefined)?.by

/** Grapples a character for a few rounds. */
export function hold(draft: Draft, id: string, by: string): void {
  draft.addCondition(id, 'grappled', { rounds: 3 })
  draft.put(['actors', id, 'conditions', 'grappled', 'by'], by)
}
/** A character who falls, flees or leaves a fight lets go of everybody. */
export function letGo(draft: Draft, by: string): void {
  for (const id of fighters(draft.state)) if (holderOf(draft.actor(id)) === by) draft.removeCondition(id, 'grappled')
}
