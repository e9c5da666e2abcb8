import { z } from 'zod'
import { Params } from './play'
import { ProblemData } from './problem'

/** An exact chance: `5/8`, the nearest number, and as it is shown. */
export const Chance = z.object({ fraction: z.string(), value: z.number(), percent: z.string() })
export type Chance = z.infer<typeof Chance>

/** An exact average: `21/8`, and the nearest number. */
export const Average = z.object({ fraction: z.string(), value: z.number() })
export type Average = z.infer<typeof Average>

/** Every amount of damage that can come, from least to most. */
const amounts = z.array(z.object({ amount: z.number(), chance: Chance }))
/** The stat that decides, when the rule names it, and its name. */
const decided = { stat: z.string().optional(), label: z.string().optional() }
export type Decided = z.infer<z.ZodObject<typeof decided>>

/** The chance of a save with a stat as it counts now. */
export const SaveOdds = z.object({ stat: z.string(), label: z.string(), value: z.number(), dice: z.string(), chance: Chance })
export type SaveOdds = z.infer<typeof SaveOdds>

/** Instead of numbers: why there are none, in words, and the problem when a rule failed. And how often the rule was run for it. */
const counting = { why: z.string().optional(), problem: ProblemData.optional(), runs: z.number().int() }

/** One attack on somebody, the two of them alone in a fight. */
export const AttackOdds = z.object({
  target: z.string(),
  name: z.string(),
  /** What with, in words, where there is a choice. */
  with: z.string().optional(),
  /** The parameters of the call that was counted. */
  params: Params,
  /** `damage`: what comes through armour. `down`: the target can no longer act. */
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
  /** The fact that must hold before this way can be taken; the odds are those of then. */
  requires: z.string().optional(),
  params: Params,
  counted: z
    .object({
      success: Chance,
      /** Arrives, but the worse for it. */
      partial: Chance,
      failure: Chance,
      /** Arrives at all, well or the worse for it. */
      arrives: Chance,
      /** Cannot arrive at all. */
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

/** One way of dealing with somebody on which something is rolled, the two of them alone and in peace. */
export const InteractionOdds = z.object({
  target: z.string(),
  name: z.string(),
  /** What is done, in words, where there is a choice. */
  with: z.string().optional(),
  params: Params,
  counted: z
    .object({
      success: Chance,
      partial: Chance,
      failure: Chance,
      /** Damage to the other. */
      damage: Average,
      harm: amounts,
      /** The other can no longer act. */
      down: Chance,
      /** Damage to whoever deals with them, and that they can no longer act. */
      back: Average,
      falls: Chance,
      minutes: Average,
      ...decided
    })
    .optional(),
  ...counting
})
export type InteractionOdds = z.infer<typeof InteractionOdds>

/** Dealings of one actor with those who are in a place. */
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
  /** Attacks are counted only when this one is asked for alone: where everybody is asked for, they threaten nobody. */
  unasked: z.boolean().optional(),
  /** With those who are where this one is; with everybody when this one is asked for alone. */
  interactions: z.array(InteractionOdds),
  journeys: z.array(JourneyOdds),
  /** Why no way at all has odds, in words, when it is the same for all of them. */
  noJourney: z.string().optional()
})
export type ActorOdds = z.infer<typeof ActorOdds>

/** A journey as one of the party would find it: the roll that decides (`need` or less where `under`, else or more), and how it ends; else why there is nothing to count. */
export const Attempt = z.object({
  /** The actor's id, or that of a role that players can still have. */
  key: z.string(),
  name: z.string(),
  roll: z.object({ label: z.string(), expr: z.string(), need: z.number(), under: z.boolean() }).optional(),
  counted: z.object({ success: Chance, partial: Chance, failure: Chance }).optional(),
  why: z.string().optional()
})
export type Attempt = z.infer<typeof Attempt>

/** What a player can still become, and what one of them is called: `mage`, "a mage". */
export const Role = z.object({ id: z.string(), name: z.string() })
export type Role = z.infer<typeof Role>

/** What players wait for before anything can be ventured: in the game's word (`class`), by whom, and every choice. */
export const Preparing = z.object({ kind: z.string(), waiting: z.array(z.string()), roles: z.array(Role) })
export type Preparing = z.infer<typeof Preparing>

/** Exact chances at one moment of a campaign; with `preparing`, those of every role that players can still have, in place of an actor's id. */
export const Odds = z.object({ actors: z.array(ActorOdds), runs: z.number().int(), preparing: Preparing.optional() })
export type Odds = z.infer<typeof Odds>

/** How far the counting of odds has come: for whom, and how many of what. */
export interface OddsProgress {
  name: string
  what: 'attacks' | 'journeys' | 'places'
  done: number
  of: number
}
