import { z } from 'zod'
import { own } from '../base/json'

/** The purposes of actions, each with a sentence for authors of rules. */
export const ACTION_KINDS = {
  move: 'Takes the actor, or their party, to another place.',
  explore: 'Looks round the whole place.',
  search: 'Searches one thing in the place.',
  take: 'Takes something: a player what lies here, the DM what somebody carries.',
  talk: 'Talks with somebody, to learn something or to be liked.',
  help: 'Does somebody a service: frees, wakes or supports them.',
  give: 'Gives somebody an item.',
  drop: 'Puts an item down.',
  attack: 'Hurts somebody.',
  hold: 'Keeps somebody from acting or from leaving.',
  break_free: 'Ends a hold on the actor.',
  flee: 'Leaves a fight.',
  protect: 'Makes somebody harder to hurt, or better at something.',
  heal: 'Makes up for wounds, or ends an illness.',
  recover: 'Ends what troubles the actor.',
  rest: 'Lets time pass so that everybody recovers.',
  light: 'Makes light in the dark.',
  use: 'Uses an item, which is consumed. The item says for what.',
  cast: 'Uses an item that stays, such as a spell book. The item says for what.',
  prepare: 'For the DM: decides what a player is, before the story begins.',
  start_combat: 'For the DM: starts a fight, or has somebody join one.',
  end_combat: 'For the DM: ends the fight.',
  endanger: 'For the DM: something in the place endangers somebody.',
  encounter: 'For the DM: somebody, or a sign of somebody, comes along.',
  reward: 'For the DM: rewards a player for something they did.',
  send: 'For the DM: sends an NPC to another place.',
  set_fact: 'For the DM: records a fact.',
  pass_time: 'For the DM: lets time pass.',
  other: 'None of these.'
} as const

/** The purpose of an action. The built-in players decide by it. */
export type ActionKind = keyof typeof ACTION_KINDS
const KINDS = Object.keys(ACTION_KINDS) as [ActionKind, ...ActionKind[]]
export const ActionKind = z.enum(KINDS)

/** The strength of an action relative to others of its kind; 1 is usual. */
export const Power = z.number().min(0).max(10)
/** The value of an item: 0 is left behind first, 1 is ordinary, 2 is kept if possible, 3 and more is never given up. */
export const Worth = z.number().min(0)

/** The remedies for a condition, each with a sentence for authors of rules. */
export const CARE = {
  rescue: 'They get worse or die unless somebody helps at once.',
  help: 'Somebody can end it at once.',
  heal: 'Healing ends it.',
  sleep: 'A night of sleep ends it.',
  long_rest: 'Only a long rest ends it.'
} as const
export type Care = keyof typeof CARE
export const Care = z.enum(Object.keys(CARE) as [Care, ...Care[]])

/** What an action declares for those who choose between actions. */
export interface Declared {
  kind?: ActionKind
  power?: number
}
export interface ActionGuide {
  kind: ActionKind
  power: number
}
export interface ItemGuide {
  name: string
  /** The purpose of using it, or of casting from it. */
  purpose: ActionKind
  worth: number
  /** Whether it is a weapon itself: a spell book that harms is not. */
  weapon: boolean
  heals: number
  cures: readonly string[]
  slots: number
  tags: Readonly<Record<string, boolean | string | number>>
}
export interface ConditionGuide {
  care: readonly Care[]
  dead: boolean
}
/** The purposes of a game's actions, items and conditions, by id: as their files declare, otherwise derived from their effects. */
export interface Guide {
  readonly actions: Readonly<Record<string, ActionGuide>>
  readonly items: Readonly<Record<string, ItemGuide>>
  readonly conditions: Readonly<Record<string, ConditionGuide>>
}

/** Whether one of an actor's conditions means that they are dead. */
export const isDead = ({ conditions }: { conditions: Readonly<Record<string, unknown>> }, guide: Pick<Guide, 'conditions'>): boolean =>
  Object.keys(conditions).some((id) => own(guide.conditions, id)?.dead)
