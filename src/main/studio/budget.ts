import { Problem } from '../../shared/problem'
import type { Seat, Usage } from '../../shared/turns'

/** What was used so far, and the models whose price was not known when they were asked. */
export interface Ledger {
  usage: Usage
  unpriced: ReadonlySet<string>
}

const dollars = (sum: number): string => `$${sum.toFixed(sum < 1 ? 4 : 2)}`

/** Throws Problem `agent-failed` when a model may not be asked any more: the cap is reached, or nobody could tell when it is. */
export function checkBudget(cap: number | undefined, { usage, unpriced }: Ledger, { model = 'this model' }: Seat): void {
  if (cap === undefined) return
  if (unpriced.has(model))
    throw new Problem(
      'agent-failed',
      `There is a cost cap of ${dollars(cap)}, but the price of ${model} is not known, so nobody could keep to it; take the cap away in the settings, or choose another model.`,
      { model, mend: 'settings' }
    )
  const spent = usage.cost ?? 0
  if (spent >= cap)
    throw new Problem('agent-failed', `The cost cap of ${dollars(cap)} is reached (${dollars(spent)} spent); raise it in the settings to play on.`, {
      cap,
      spent,
      mend: 'settings'
    })
}
