import type { Agent } from '../../shared/table/agents'
import { toProblem, Problem } from '../../shared/base/problem'
import type { PlanEvent } from '../../shared/plans/events'
import type { PlanReport } from '../../shared/contract/world-calls'
import { offlineAgent } from '../agents/offline'
import { RUN_PLAN } from '../agents/skills/plan-offers'
import { DM, nameOf } from '../engine/people'
import type { OpenCampaign } from '../story/open-campaign'
import type { Table } from './table'
import { deciderNow } from './table-turn'

/** Checks a plan and runs it in the DM's turn, which the built-in DM narrates. Violations change nothing. Throws Problem `refused`. */
export async function runPlan({ campaign, table }: { campaign: OpenCampaign; table: Table }, text: string): Promise<PlanReport> {
  return table.stoppable(async (signal) => {
    const { state } = campaign.snapshot
    const who = deciderNow(campaign.snapshot)
    if (who !== DM) {
      const whose = who === undefined ? 'Nothing is left to play' : `It is ${nameOf(state, who)}'s turn`
      throw new Problem(
        'refused',
        `A plan is done in the DM's turn. ${whose}; play on until the DM is asked, with Step or \`proscenium play --beats 1\`.`
      )
    }
    const given = planAgent(text)
    try {
      const beat = await table.playTurn(signal, { seat: { agent: 'hand' }, agent: given })
      const events = given.events
      return { violations: [], events, ...(beat ? { beat } : {}) }
    } catch (thrown) {
      // A plan with violations makes no beat, and neither does one that was cancelled before its first result.
      const isAnswered = given.violations.length > 0 || given.events.some(({ event }) => event === 'SkillExecuted')
      if (!isAnswered) throw toProblem(thrown)
      return { violations: given.violations, events: given.events }
    }
  })
}

/** An agent that sends one plan and lets the built-in DM narrate it. */
function planAgent(text: string): Agent & { events: PlanEvent[]; violations: PlanReport['violations'] } {
  const narrator = offlineAgent()
  return {
    events: [],
    violations: [],
    async act(turn) {
      const { plan } = turn
      if (this.events.length > 0) return
      if (!plan)
        throw new Problem(
          'refused',
          'No plan can run now, because the DM couldn’t narrate its results. Play on until a scene is open and nobody is fighting, and send it again.'
        )
      this.events = plan.events as PlanEvent[]
      const answer = await turn.use({ tool: RUN_PLAN, input: { plan: text } })
      this.violations = [...plan.violations]
      if (!answer.ok) throw new Problem('bad-input', answer.text)
      if (!answer.over) await narrator.act(turn)
    }
  }
}
