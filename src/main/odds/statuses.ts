import { own } from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import type { Chance, Decided } from '../../shared/analysis/odds'
import { chanceOf, type Leaf } from './count'

/** How well an action went. */
export type Status = 'success' | 'partial' | 'failure'
/** The status for each value that rules return. */
export const STATUS: Readonly<Record<string, Status>> = { success: 'success', partial_success: 'partial', partial: 'partial', failure: 'failure' }

/** A rule's status, and the stat that decided. */
interface RuleResult {
  status: Status
  stat: string | undefined
}

/** The chances of success, partial success and failure. */
export const statusesOf = (leaves: readonly Leaf<RuleResult>[]): Record<Status, Chance> => ({
  success: chanceOf(leaves, ({ status }) => status === 'success'),
  partial: chanceOf(leaves, ({ status }) => status === 'partial'),
  failure: chanceOf(leaves, ({ status }) => status === 'failure')
})

/** The stat that decides, with its name, if the rule names one in any outcome. */
export function decidedBy(leaves: readonly Leaf<RuleResult>[], { manifest }: Game): Decided {
  const stat = leaves.find(({ value }) => value.stat !== undefined)?.value.stat
  return stat === undefined ? {} : { stat, label: own(manifest.stats, stat)?.label ?? stat }
}
