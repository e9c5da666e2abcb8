import type { PlanEvent, SkillExecuted } from './events'
import type { Plan } from './plan'

/** The plan in a list of events, and the status of each action by id; undefined if no plan passed the check. */
export function planIn(events: readonly PlanEvent[]): { plan: Plan; order: string[]; results: Map<string, SkillExecuted> } | undefined {
  const made = events.findLast((event) => event.event === 'PlanGenerated')
  if (made?.event !== 'PlanGenerated') return undefined
  const results = events.flatMap((event) => (event.event === 'SkillExecuted' ? [[event.actionId, event] as const] : []))
  return { plan: made.plan, order: made.order, results: new Map(results) }
}
