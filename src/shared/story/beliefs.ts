import { z } from 'zod'

const Share = z.number().min(0).max(1)

/** How an actor relates to a claim: whether they heard of it, believe, doubt or deny it, each from 0 to 1. */
export const Belief = z.looseObject({
  /** The text of the claim, if its name doesn't tell. */
  text: z.string().optional(),
  heard: Share.optional(),
  believes: Share.optional(),
  doubts: Share.optional(),
  denies: Share.optional(),
  /** The source of the belief: witnessed, told, inferred, assumed, taught, or any other words. */
  source: z.string().optional(),
  from_whom: z.string().optional(),
  /** The number of the beat that changed it last. */
  beat: z.number().int().min(0).optional()
})
export type Belief = z.infer<typeof Belief>

/** BELIEFS.yaml of a player or an NPC, by the fact or narrative that each belief is about. */
export const Beliefs = z.record(z.string(), Belief)
export type Beliefs = z.infer<typeof Beliefs>
