import { z } from 'zod'
import { SkillChange } from '../table/skills'
import { Plan } from './plan'

const Ms = z.number().min(0)

/** The status of an action. `skipped`: an action that it waited for did not succeed. */
export const ActionStatus = z.enum(['done', 'failed', 'skipped', 'timeout', 'cancelled'])
export type ActionStatus = z.infer<typeof ActionStatus>

/** An event during the planning and execution of a plan. `ms` counts from the beginning of the plan. */
export const PlanEvent = z.discriminatedUnion('event', [
  /** A plan passed the check. `repaired`: the repair of its text. */
  z.object({ event: z.literal('PlanGenerated'), ms: Ms, plan: Plan, order: z.array(z.string()), repaired: z.string().optional() }),
  z.object({
    event: z.literal('SkillExecuted'),
    ms: Ms,
    actionId: z.string(),
    skill: z.string(),
    runs: z.enum(['in-process', 'external']),
    status: ActionStatus,
    output: z.record(z.string(), z.json()),
    errors: z.array(z.string()),
    /** The changes that an external skill requested, so that a recording can be replayed without it. */
    stateChanges: z.array(SkillChange).optional(),
    /** The external skill's standard error. */
    stderr: z.string().optional(),
    /** What was understood of an external skill's answer that was nearly right. */
    understood: z.string().optional(),
    /** The number of attempts. */
    tries: z.number().int().min(0),
    took: Ms
  }),
  /** An action was saved as a beat. */
  z.object({
    event: z.literal('StateUpdated'),
    ms: Ms,
    actionId: z.string(),
    beat: z.string(),
    n: z.number().int(),
    words: z.string(),
    changes: z.number().int()
  }),
  /** The agent's output was unusable, or it didn't narrate. */
  z.object({ event: z.literal('AgentError'), ms: Ms, message: z.string() })
])
export type PlanEvent = z.infer<typeof PlanEvent>
export type SkillExecuted = Extract<PlanEvent, { event: 'SkillExecuted' }>
