import { z } from 'zod'

/** The maximum length of a plan's text, in characters. */
export const MAX_PLAN_CHARACTERS = 256_000
/** The maximum number of actions in a plan. */
export const MAX_ACTIONS = 100
/** The default time limit of a plan, in seconds. */
export const PLAN_SECONDS = 30
const MAX_SECONDS = 300

const Name = z.string().min(1).max(120)
const Seconds = z.number().positive().max(MAX_SECONDS)

/** One use of a skill. */
export const PlanAction = z.strictObject({
  /** The plan's own name for it. */
  actionId: Name,
  skillName: Name,
  parameters: z.record(z.string(), z.json()),
  /** Only for an external tool, and equal to the name of its skill: a plan never chooses a program. */
  toolBinary: Name.optional(),
  /** Time limit in seconds, instead of the skill's own. */
  timeoutSeconds: Seconds.optional()
})
export type PlanAction = z.infer<typeof PlanAction>

/** A narrator's plan, before any action runs. */
export const Plan = z.strictObject({
  reasoning: z.string().max(20_000).optional(),
  /** Seconds for the whole plan. */
  timeoutSeconds: Seconds.optional(),
  /** The actions that an action waits for, by its id. */
  dependencies: z.record(Name, z.array(Name).max(MAX_ACTIONS)).optional(),
  actions: z.array(PlanAction).min(1).max(MAX_ACTIONS)
})
export type Plan = z.infer<typeof Plan>
