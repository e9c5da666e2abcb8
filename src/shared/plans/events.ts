import { z } from 'zod'
import { Plan } from './plan'

const Ms = z.number().min(0)

/** How an action of a plan came out. `skipped`: one that it waited for did not succeed. */
export const ActionStatus = z.enum(['done', 'failed', 'skipped', 'timeout', 'cancelled'])
export type ActionStatus = z.infer<typeof ActionStatus>

/** Something that happened while a plan was made and done. `ms` counts from the beginning of the plan. */
export const PlanEvent = z.discriminatedUnion('event', [
  /** A plan passed the check. `repaired`: what was repaired in its text. */
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
    /** What an external skill wrote to standard error. */
    stderr: z.string().optional(),
    /** How often it was tried. */
    tries: z.number().int().min(0),
    /** How long it took, in ms. */
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
  /** What the agent sent can't be used, or it told nothing. */
  z.object({ event: z.literal('AgentError'), ms: Ms, message: z.string() })
])
export type PlanEvent = z.infer<typeof PlanEvent>
export type SkillExecuted = Extract<PlanEvent, { event: 'SkillExecuted' }>
