import { z } from 'zod'
import { Params } from './play'
import { ProblemData } from './problem'

/** An exact chance: `5/8`, the nearest double, and the text that is shown. */
export const Chance = z.object({ fraction: z.string(), value: z.number(), percent: z.string() })
export type Chance = z.infer<typeof Chance>

/** An exact average: `21/8`, and the nearest double. */
export const Average = z.object({ fraction: z.string(), value: z.number() })
export type Average = z.infer<typeof Average>

/** Every possible amount of damage, from least to most. */
const amounts = z.array(z.object({ amount: z.number(), chance: Chance }))
/** The stat that decides, if the rule names it, and its name. */
const decided = { stat: z.string().optional(), label: z.string().optional() }
export type Decided = z.infer<z.ZodObject<typeof decided>>

/** The chance of a save with the current stat. */
export const SaveOdds = z.object({ stat: z.string(), label: z.string(), value: z.number(), dice: z.string(), chance: Chance })
export type SaveOdds = z.infer<typeof SaveOdds>

/** Why there are no numbers, in words, and the problem if a rule failed. And how often the rule ran. */
const counting = { why: z.string().optional(), problem: ProblemData.optional(), runs: z.number().int() }

/** One attack on a target, the two of them alone in a fight. */
export const AttackOdds = z.object({
  target: z.string(),
  name: z.string(),
  /** The weapon, if there is a choice. */
  with: z.string().optional(),
  /** The parameters of the counted call. */
  params: Params,
  /** `damage`: after armour. `down`: the target can no longer act. */
  counted: z.object({ damage: amounts, mean: Average, hurt: Chance, down: Chance }).optional(),
  ...counting
})
export type AttackOdds = z.infer<typeof AttackOdds>

/** One journey, taken alone. */
export const JourneyOdds = z.object({
  journey: z.string(),
  from: z.string(),
  to: z.string(),
  /** Names of the two places. */
  names: z.tuple([z.string(), z.string()]),
  /** The fact that must hold before the journey is open; the odds assume that it does. */
  requires: z.string().optional(),
  params: Params,
  counted: z
    .object({
      success: Chance,
      /** Arrives hurt. */
      partial: Chance,
      failure: Chance,
      /** Arrives at all, hurt or unhurt. */
      arrives: Chance,
      /** Whether nobody can arrive. */
      impossible: z.boolean(),
      damage: Average,
      harm: amounts,
      minutes: Average,
      ...decided
    })
    .optional(),
  ...counting
})
export type JourneyOdds = z.infer<typeof JourneyOdds>

/** One interaction with somebody in which something is rolled, the two of them alone and in peace. */
export const InteractionOdds = z.object({
  target: z.string(),
  name: z.string(),
  /** What is done, if there is a choice. */
  with: z.string().optional(),
  params: Params,
  counted: z
    .object({
      success: Chance,
      partial: Chance,
      failure: Chance,
      /** Damage to the other actor. */
      damage: Average,
      harm: amounts,
      /** The other actor can no longer act. */
      down: Chance,
      /** Damage to the actor, and the chance that they can no longer act. */
      back: Average,
      falls: Chance,
      minutes: Average,
      ...decided
    })
    .optional(),
  ...counting
})
export type InteractionOdds = z.infer<typeof InteractionOdds>

/** The interactions of one actor with the actors in a place. */
export const ActorInteractions = z.object({ actor: z.string(), name: z.string(), interactions: z.array(InteractionOdds) })
export type ActorInteractions = z.infer<typeof ActorInteractions>

export const ActorOdds = z.object({
  actor: z.string(),
  name: z.string(),
  kind: z.enum(['player', 'npc']),
  saves: z.array(SaveOdds),
  attacks: z.array(AttackOdds),
  /** Why there is no attack at all, in words. */
  noAttack: z.string().optional(),
  /** Whether attacks are counted only when this actor is asked for alone, because they threaten nobody. */
  unasked: z.boolean().optional(),
  /** With the actors in the same place; with everybody if this actor is asked for alone. */
  interactions: z.array(InteractionOdds),
  journeys: z.array(JourneyOdds),
  /** Why no journey has odds, in words, if the reason is the same for all. */
  noJourney: z.string().optional()
})
export type ActorOdds = z.infer<typeof ActorOdds>

/**
 * A journey as one party member would find it: the roll that decides (`need` or less if `under`, otherwise or more) and the chances; otherwise
 * why there is nothing to count.
 */
export const Attempt = z.object({
  /** The id of the actor, or of a role that players can still have. */
  key: z.string(),
  name: z.string(),
  roll: z.object({ label: z.string(), expr: z.string(), need: z.number(), under: z.boolean() }).optional(),
  counted: z.object({ success: Chance, partial: Chance, failure: Chance }).optional(),
  why: z.string().optional()
})
export type Attempt = z.infer<typeof Attempt>

/** What a player can still become, with an article: `mage`, "a mage". */
export const Role = z.object({ id: z.string(), name: z.string() })
export type Role = z.infer<typeof Role>

/** What players wait for before anything can be attempted: the game's word for it (`class`), who waits, and every choice. */
export const Preparing = z.object({ kind: z.string(), waiting: z.array(z.string()), roles: z.array(Role) })
export type Preparing = z.infer<typeof Preparing>

/** Exact odds in one state. With `preparing`, there are odds for every role that players can still have instead of an actor's id. */
export const Odds = z.object({ actors: z.array(ActorOdds), runs: z.number().int(), preparing: Preparing.optional() })
export type Odds = z.infer<typeof Odds>

/** The progress of counting odds: for whom, and how many of what. */
export interface OddsProgress {
  name: string
  what: 'attacks' | 'journeys' | 'places'
  done: number
  of: number
}
