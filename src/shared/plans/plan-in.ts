import type { PlanEvent, SkillExecuted } from './events'
import type { Plan } from './plan'

/** The plan in a list of events, and the status of each action by id; undefined if no plan passed the check. */
export function planIn(events: readonly PlanEvent[]): { plan: Plan; order: string[]; results: Map<string, SkillExecuted> } | undefined {
  const generated = events.findLast((event) => event.event === 'PlanGenerated')
  if (generated?.event !== 'PlanGenerated') return undefined
  const results = events.flatMap((event) => (event.event === 'SkillExecuted' ? [[event.actionId, event] as const] : []))
  return { plan: generated.plan, order: generated.order, results: new Map(results) }
}
