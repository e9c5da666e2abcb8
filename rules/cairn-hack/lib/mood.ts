import { type Draft } from 'proscenium'

/** How a first meeting goes, on 2d6. In a settlement, and with people who had no quarrel, it never starts a fight. */
export function reaction(draft: Draft, id: string, place: string): Attitude {
  const { total } = roll('2d6', { label: 'reaction', target: id })
  const mild = draft.actor(id).attitude === 'neutral' || draft.state.places[place]?.tags['settlement'] === true
  if (total <= 2) return mild ? 'wary' : 'hostile'
  if (total <= 5) return 'wary'
  return total <= 8 ? 'neutral' : 'friendly'
}
