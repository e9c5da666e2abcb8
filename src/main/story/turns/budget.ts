import { Problem } from '../../../shared/base/problem'
import type { Seat, Usage } from '../../../shared/table/turns'
import { dollars } from '../../../shared/table/usage'

/** The usage so far, and the models that were called although their price is unknown. */
export interface Ledger {
  usage: Usage
  unpriced: ReadonlySet<string>
}

/**
 * Throws Problem `agent-failed` if a model must not be called again: because the cap is reached, or because an unknown price makes the cost unknown.
 */
export function checkBudget(cap: number | undefined, { usage, unpriced }: Ledger, { model = 'this model' }: Seat): void {
  if (cap === undefined) return
  if (unpriced.has(model))
    throw new Problem(
      'agent-failed',
      `Proscenium can't keep to the cost cap of ${dollars(cap)}, because it doesn't know the price of ${model}. Remove the cap in Settings, or choose another model.`,
      { model, remedy: 'settings' }
    )
  const spent = usage.cost ?? 0
  if (spent >= cap)
    throw new Problem(
      'agent-failed',
      `This campaign has reached its cost cap of ${dollars(cap)} (${dollars(spent)} spent). Raise the cap in Settings to go on.`,
      {
        cap,
        spent,
        remedy: 'settings'
      }
    )
}
