import { Problem } from '../../../shared/base/problem'
import { dollars } from '../../../shared/table/usage'
import type { ModelPrices } from '../../../shared/table/model-access'
import { costOf } from '../../agents/anthropic/models'
import type { ModelBudget } from '.'

/** A limit in US dollars until this process ends. Throws Problem `bad-input` for a model with an unknown price. */
export function budgetOf(limit: number, model: string, prices: ModelPrices = {}): ModelBudget {
  if (costOf(model, { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 }, prices) === undefined)
    throw new Problem('bad-input', `The price of ${model} isn't known, so a budget can't be kept. Leave out --budget, or name another model.`)
  let spent = 0
  return {
    async admit() {
      if (spent < limit) return () => undefined
      throw new Problem(
        'agent-failed',
        `The assistant has reached its budget of ${dollars(limit)} (${dollars(spent)} spent). Start it again with a larger --budget.`
      )
    },
    charge(_model, { cost = 0 }) {
      spent += cost
      return undefined
    }
  }
}
