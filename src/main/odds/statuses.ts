import type { Game } from '../../shared/game'
import type { Chance, Decided } from '../../shared/odds'
import { chanceOf, type Leaf } from './count'

/** How something went. */
export type Status = 'success' | 'partial' | 'failure'
/** The same, by what rules answer. */
export const STATUS: Readonly<Record<string, Status>> = { success: 'success', partial_success: 'partial', partial: 'partial', failure: 'failure' }

/** What a rule answers of how it went, and by which stat. */
interface Went {
  status: Status
  stat: string | undefined
}

/** The chances of going well, at a price and ill. */
export const statusesOf = (leaves: readonly Leaf<Went>[]): Record<Status, Chance> => ({
  success: chanceOf(leaves, ({ status }) => status === 'success'),
  partial: chanceOf(leaves, ({ status }) => status === 'partial'),
  failure: chanceOf(leaves, ({ status }) => status === 'failure')
})

/** The stat that decides, and its name, when the rule names one on any way. */
export function decidedBy(leaves: readonly Leaf<Went>[], { manifest }: Game): Decided {
  const stat = leaves.find(({ value }) => value.stat !== undefined)?.value.stat
  return stat === undefined ? {} : { stat, label: manifest.stats[stat]?.label ?? stat }
}
