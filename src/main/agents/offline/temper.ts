import { own } from '../../../shared/base/json'
import type { SeenActor, ToolUse, View } from '../../../shared/table/agents'
import { trait } from './chance'
import type { Draw } from '../../../shared/story/draws'
import { kindOf } from './kinds'

/** How a player tends to decide. */
export type Temper = 'bold' | 'careful' | 'curious' | 'dry'
const TEMPERS: readonly Temper[] = ['bold', 'curious', 'dry', 'careful']
const BOLDNESS: Readonly<Record<Temper, number>> = { bold: 0.85, curious: 0.6, dry: 0.5, careful: 0.25 }

/** A player's temper, which differs from that of their neighbours at the table, and boldness 0…1. Both stay the same for a campaign. */
export function temperOf(view: View, id: string): { temper: Temper; boldness: number } {
  const seat = Math.max(0, view.party.indexOf(id))
  const first = Math.floor(trait(view.campaign + view.party.join()) * TEMPERS.length)
  const temper = TEMPERS[(first + seat) % TEMPERS.length] ?? 'dry'
  return { temper, boldness: Math.max(0, Math.min(1, BOLDNESS[temper] + (trait(id) - 0.5) * 0.2)) }
}

/** The stat that harm reduces first: `hp`, or in games without it the first one with a maximum on the sheet. */
const breathStat = (actor: SeenActor): string => {
  const { max = {} } = actor.sheet ?? {}
  return own(max, 'hp') === undefined ? (Object.keys(max)[0] ?? 'hp') : 'hp'
}

/** The share of hit points that a character has left, 0 … 1; 1 if hidden or not counted. */
export function breathOf(actor: SeenActor): number {
  const stat = breathStat(actor)
  const [now, max] = [own(actor.sheet?.stats, stat), own(actor.sheet?.max, stat)]
  return now === undefined || max === undefined || max <= 0 ? 1 : now / max
}

/** The lowest share of the other stats with a maximum, 0 … 1; the share of hit points if there are no others; 1 if hidden. */
export function bodyOf(actor: SeenActor): number {
  const { stats = {}, max = {} } = actor.sheet ?? {}
  const under = Object.keys(max).filter((stat) => stat !== breathStat(actor))
  const shares = under.map((stat) => ((own(max, stat) ?? 0) > 0 ? (own(stats, stat) ?? own(max, stat) ?? 0) / (own(max, stat) ?? 1) : 1))
  return under.length === 0 ? breathOf(actor) : Math.max(0, Math.min(1, ...shares))
}

/** The condition of a character, 0 (dying) … 1 (unhurt): hit points count a third, the other stats with a maximum the rest. 1 if hidden. */
export const vigour = (actor: SeenActor | undefined): number =>
  actor === undefined ? 1 : Math.max(0, Math.min(1, breathOf(actor))) / 3 + (bodyOf(actor) * 2) / 3

/** An option of a player: a tool use with its subject, its words and its weight. */
export interface Intention {
  use: ToolUse
  occasion: 'go' | 'search' | 'ask' | 'fight' | 'rest' | 'mend' | 'look' | 'run' | 'other'
  /** The name of the subject: a place, a feature, a person, an item. */
  about: string
  words: string
  weight: number
}

/** The main kind of action of an occasion. It counts if a persona says nothing about the action's own kind. */
const DRAW_OF: Readonly<Record<Intention['occasion'], Draw>> = {
  go: 'move',
  search: 'search',
  ask: 'talk',
  fight: 'attack',
  rest: 'rest',
  mend: 'heal',
  look: 'explore',
  run: 'flee',
  other: 'other'
}

/** The factor by which the seat's persona likes something; 1 without a persona or if it says nothing about it. */
export const drawTo = (view: View, draw: Draw): number => view.direction?.persona?.weights[draw] ?? 1
/** Like `drawTo`, for an action: by the kind that the game declares, otherwise by its occasion. */
export function personaDraw(view: View, { use, occasion }: Pick<Intention, 'use' | 'occasion'>): number {
  const kind = kindOf(view, use.tool)
  const weights: Readonly<Partial<Record<string, number>>> = view.direction?.persona?.weights ?? {}
  return (kind === 'other' ? undefined : own(weights, kind)) ?? drawTo(view, DRAW_OF[occasion])
}

/** The persona's weights in words, for the reasons of a decision; undefined if there are none. */
export function personaWords({ direction }: View): string | undefined {
  const { name = '', weights = {} } = direction?.persona ?? {}
  const words = Object.entries(weights).map(([draw, factor]) => `${draw} × ${factor}`)
  return words.length === 0 ? undefined : `Persona ${name}: ${words.join(', ')}.`
}
