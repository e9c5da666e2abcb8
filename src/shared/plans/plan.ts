import { z } from 'zod'

/** The most characters of a plan's text. */
export const MAX_PLAN_CHARACTERS = 256_000
/** The most actions of one plan. */
export const MAX_ACTIONS = 100
/** Seconds that a plan may take if it doesn't say. */
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
  /** Only for a tool beside the campaign, and then the name of its skill: a plan never chooses a program. */
  toolBinary: Name.optional(),
  /** Seconds, instead of the skill's own. */
  timeoutSeconds: Seconds.optional()
})
export type PlanAction = z.infer<typeof PlanAction>

/** What a narrator means to do, before anything is done. */
export const Plan = z.strictObject({
  reasoning: z.string().max(20_000).optional(),
  /** Seconds for the whole plan. */
  timeoutSeconds: Seconds.optional(),
  /** The actions that an action waits for, by its id. */
  dependencies: z.record(Name, z.array(Name).max(MAX_ACTIONS)).optional(),
  actions: z.array(PlanAction).min(1).max(MAX_ACTIONS)
})
export type Plan = z.infer<typeof Plan>
