import { own } from '../../../shared/json'
import type { SeenActor, View } from '../../../shared/agents'
import { trait } from './chance'
import type { Temper } from './phrases/speech'

const TEMPERS: readonly Temper[] = ['bold', 'curious', 'dry', 'careful']
const BOLDNESS: Readonly<Record<Temper, number>> = { bold: 0.85, curious: 0.6, dry: 0.5, careful: 0.25 }

/** How a player is: a temper that neighbours at the table do not share, and boldness 0…1. Stable for a campaign. */
export function temperOf(view: View, id: string): { temper: Temper; boldness: number } {
  const seat = Math.max(0, view.party.indexOf(id))
  const first = Math.floor(trait(view.campaign + view.party.join()) * TEMPERS.length)
  const temper = TEMPERS[(first + seat) % TEMPERS.length] ?? 'dry'
  return { temper, boldness: Math.max(0, Math.min(1, BOLDNESS[temper] + (trait(id) - 0.5) * 0.2)) }
}

/** The stat that takes harm first: `hp`, or in games without it the first one that a sheet keeps a maximum of. */
const breathStat = (actor: SeenActor): string => {
  const { max = {} } = actor.sheet ?? {}
  return own(max, 'hp') === undefined ? (Object.keys(max)[0] ?? 'hp') : 'hp'
}

/** The share of hit points somebody has left, 0 … 1; 1 when unseen or not counted. */
export function breathOf(actor: SeenActor): number {
  const stat = breathStat(actor)
  const [now, max] = [own(actor.sheet?.stats, stat), own(actor.sheet?.max, stat)]
  return now === undefined || max === undefined || max <= 0 ? 1 : now / max
}

/** The least share that is left of what lies under the hit points, 0 … 1; the hit points where there is nothing else; 1 when unseen. */
export function bodyOf(actor: SeenActor): number {
  const { stats = {}, max = {} } = actor.sheet ?? {}
  const under = Object.keys(max).filter((stat) => stat !== breathStat(actor))
  const shares = under.map((stat) => ((own(max, stat) ?? 0) > 0 ? (own(stats, stat) ?? own(max, stat) ?? 0) / (own(max, stat) ?? 1) : 1))
  return under.length === 0 ? breathOf(actor) : Math.max(0, Math.min(1, ...shares))
}

/** How well somebody is, 0 (finished) … 1 (whole): hit points count a third, what lies under them the rest. 1 when unseen. */
export const vigour = (actor: SeenActor | undefined): number =>
  actor === undefined ? 1 : Math.max(0, Math.min(1, breathOf(actor))) / 3 + (bodyOf(actor) * 2) / 3
