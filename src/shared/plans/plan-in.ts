import type { PlanEvent, SkillExecuted } from './events'
import type { Plan } from './plan'

/** The plan among its events, and how each of its actions came out, by id; undefined if none passed the check. */
export function planIn(events: readonly PlanEvent[]): { plan: Plan; order: string[]; results: Map<string, SkillExecuted> } | undefined {
  const made = events.findLast((event) => event.event === 'PlanGenerated')
  if (made?.event !== 'PlanGenerated') return undefined
  const results = events.flatMap((event) => (event.event === 'SkillExecuted' ? [[event.actionId, event] as const] : []))
  return { plan: made.plan, order: made.order, results: new Map(results) }
}
