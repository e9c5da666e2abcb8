import type { Params } from '../story/play'
import type { ProblemData } from '../base/problem'

/** An exact chance: `5/8`, the nearest double, and the text that is shown. */
export interface Chance {
  fraction: string
  value: number
  percent: string
}

/** An exact average: `21/8`, and the nearest double. */
export interface Average {
  fraction: string
  value: number
}

/** Every possible amount of damage, from least to most. */
type Amounts = { amount: number; chance: Chance }[]
/** The deciding stat and its name, if the rule names it. */
export interface Decided {
  stat?: string
  label?: string
}

/** The chance of a save with the current stat. */
export interface SaveOdds {
  stat: string
  label: string
  value: number
  dice: string
  chance: Chance
}

/** Why there are no numbers, in words, and the problem if a rule failed. Also the number of times that the rule ran. */
interface Counting {
  why?: string
  problem?: ProblemData
  runs: number
}

/** One attack on a target, the two of them alone in a fight. */
export interface AttackOdds extends Counting {
  target: string
  name: string
  /** The weapon, if there is a choice. */
  with?: string
  /** The parameters of the counted call. */
  params: Params
  /** `damage`: after armour. `down`: the target can no longer act. */
  counted?: { damage: Amounts; mean: Average; hurt: Chance; down: Chance }
}

/** One journey, taken alone. */
export interface JourneyOdds extends Counting {
  journey: string
  from: string
  to: string
  /** Names of the two places. */
  names: [string, string]
  /** The fact that must hold before the journey is open; the odds assume that it does. */
  requires?: string
  params: Params
  counted?: Decided & {
    success: Chance
    partial: Chance
    failure: Chance
    /** The chance to arrive, hurt or unhurt. */
    arrives: Chance
    /** Whether no party member can arrive. */
    impossible: boolean
    damage: Average
    harm: Amounts
    minutes: Average
  }
}

/** One interaction with an actor that involves a roll, the two of them alone and outside combat. */
export interface InteractionOdds extends Counting {
  target: string
  name: string
  /** The choice that was made, if there is one. */
  with?: string
  params: Params
  counted?: Decided & {
    success: Chance
    partial: Chance
    failure: Chance
    damage: Average
    harm: Amounts
    /** The chance that the other actor can no longer act. */
    down: Chance
    /** Damage to the actor, and the chance that they can no longer act. */
    back: Average
    falls: Chance
    minutes: Average
  }
}

/** The interactions of one actor with the actors in a place. */
export interface ActorInteractions {
  actor: string
  name: string
  interactions: InteractionOdds[]
}

export interface ActorOdds {
  actor: string
  name: string
  kind: 'player' | 'npc'
  saves: SaveOdds[]
  attacks: AttackOdds[]
  /** Why there is no attack at all, in words. */
  noAttack?: string
  /** Whether attacks are counted only on request for this actor, because they threaten nobody. */
  unasked?: boolean
  /** With the actors in the same place; with all actors on request for this actor alone. */
  interactions: InteractionOdds[]
  journeys: JourneyOdds[]
  /** Why no journey has odds, in words, if the reason is the same for all. */
  noJourney?: string
}

/** A journey for one party member: the deciding roll (`need` or less if `under`, else or more) and the chances, or why there are none. */
export interface Attempt {
  /** The id of the actor, or of a role that players can still have. */
  key: string
  name: string
  roll?: { label: string; expr: string; need: number; under: boolean }
  counted?: { success: Chance; partial: Chance; failure: Chance }
  why?: string
}

/** A role that a player can still choose, with an article: `mage`, "a mage". */
export interface Role {
  id: string
  name: string
}

/** A choice that players must make before the first risky action: the game's word for it (`class`), who hasn't chosen, and the options. */
export interface Preparing {
  kind: string
  waiting: string[]
  roles: Role[]
}

/** Exact odds in one state. With `preparing`, there are odds for every role that players can still have instead of an actor's id. */
export interface Odds {
  actors: ActorOdds[]
  runs: number
  preparing?: Preparing
}

/** The progress of counting odds: the actor, and how much is done. */
export interface OddsProgress {
  name: string
  what: 'attacks' | 'journeys' | 'places'
  done: number
  of: number
}
