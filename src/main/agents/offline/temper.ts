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

/** The share of hit points somebody has left, 0 … 1; 1 when unseen or not counted. */
export function breathOf(actor: SeenActor): number {
  const [now, max] = [actor.sheet?.stats['hp'], actor.sheet?.max['hp']]
  return now === undefined || max === undefined || max <= 0 ? 1 : now / max
}

/** How well somebody is, 0 (finished) … 1 (whole): hit points count a third, what lies under them the rest. 1 when unseen. */
export function vigour(actor: SeenActor | undefined): number {
  const sheet = actor?.sheet
  if (!sheet) return 1
  const share = (stat: string): number => {
    const max = sheet.max[stat] ?? 0
    return max > 0 ? Math.max(0, Math.min(1, (sheet.stats[stat] ?? max) / max)) : 1
  }
  const under = Object.keys(sheet.max).filter((stat) => stat !== 'hp')
  if (under.length === 0) return share('hp')
  const body = Math.min(...under.map(share))
  return 'hp' in sheet.max ? share('hp') / 3 + (body * 2) / 3 : body
}
