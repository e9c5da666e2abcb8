import { z } from 'zod'

const Share = z.number().min(0).max(1)

/** How somebody stands to something: whether they heard of it, hold it true, doubt or deny it, each from 0 to 1. */
export const Belief = z.looseObject({
  /** What it says, where its name does not. */
  text: z.string().optional(),
  heard: Share.optional(),
  believes: Share.optional(),
  doubts: Share.optional(),
  denies: Share.optional(),
  /** How they come by it: witnessed, told, inferred, assumed, taught, or in words of one's own. */
  source: z.string().optional(),
  from_whom: z.string().optional()
})
export type Belief = z.infer<typeof Belief>

/** BELIEFS.yaml of a player or an NPC: by the fact, or the narrative, that it is about. */
export const Beliefs = z.record(z.string(), Belief)
export type Beliefs = z.infer<typeof Beliefs>
