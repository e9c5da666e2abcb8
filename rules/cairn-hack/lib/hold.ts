import { type Draft, fighters } from 'proscenium'

/** Who holds somebody fast: the key under which the condition keeps it. */
const holderOf = (actor: Actor): unknown => (actor.conditions['grappled'] as { by?: string } | undefined)?.by

/** Takes hold of somebody for a few rounds. */
export function hold(draft: Draft, id: string, by: string): void {
  draft.addCondition(id, 'grappled', { rounds: 3 })
  draft.put(['actors', id, 'conditions', 'grappled', 'by'], by)
}
/** Whoever falls, flees or leaves a fight lets go of everybody. */
export function letGo(draft: Draft, by: string): void {
  for (const id of fighters(draft.state)) if (holderOf(draft.actor(id)) === by) draft.removeCondition(id, 'grappled')
}
