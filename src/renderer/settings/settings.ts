import { own } from '../../shared/base/json'
import type { Seat, TableSettings } from '../../shared/table/turns'
import { settingsTexts as t } from './texts'

/** The form of table.yaml: every number as typed text. */
export interface TableForm {
  /** By actor id, `DM` and `default`; undefined: the same as the default. */
  seats: Readonly<Record<string, Seat | undefined>>
  k: string
  tiers: Readonly<Record<Tier, string>>
  cap: string
  standIn: boolean
  gate: boolean
  sceneTrees: boolean
  plans: boolean
  /** The model that judges narrations; empty for none. */
  judge: string
  direction: DirectionForm
}
/** Paths of the direction files; empty for none. */
export interface DirectionForm {
  tone: string
  dm: string
  /** By actor id. */
  personas: Readonly<Record<string, string>>
}
type Tier = keyof TableSettings['tiers']
export const TIERS: readonly Tier[] = ['frame', 'hot', 'warm', 'cold']

const MAX_LINES = 200
const MAX_TOKENS = 1_000_000

/** The form for settings, with a row for everyone in `people` and one for all others. */
export function formOf(settings: TableSettings, people: readonly string[]): TableForm {
  const { agents, k, tiers, cost_cap, stand_in, contradictions, judge, direction, dm } = settings
  return {
    seats: Object.fromEntries(
      [...people, 'default'].map((who) => [who, own(agents, who) ?? (who === 'default' ? { agent: 'offline' as const } : undefined)])
    ),
    k: String(k),
    tiers: { frame: String(tiers.frame), hot: String(tiers.hot), warm: String(tiers.warm), cold: String(tiers.cold) },
    cap: cost_cap === undefined ? '' : String(cost_cap),
    standIn: stand_in === true,
    gate: contradictions === 'gate',
    sceneTrees: dm?.narration === 'scene-tree',
    plans: dm?.mode === 'plan',
    judge: judge ?? '',
    direction: { tone: direction?.tone ?? '', dm: direction?.dm ?? '', personas: direction?.personas ?? {} }
  }
}

/** The faults of the form by field; empty if it can be saved. */
export function faultsOf({ k, tiers, cap }: TableForm): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {}
  if (!isWhole(k, 1, MAX_LINES)) faults['k'] = t.wholeNumber(1, MAX_LINES)
  for (const tier of TIERS) if (!isWhole(tiers[tier], 0, MAX_TOKENS)) faults[tier] = t.wholeNumber(0, MAX_TOKENS)
  if (cap.trim() !== '' && !/^\d{1,7}([.]\d{1,4})?$/.test(cap.trim())) faults['cap'] = 'Enter an amount such as 5 or 2.50, or leave this empty.'
  return faults
}
const isWhole = (text: string, least: number, most: number): boolean => /^\d{1,9}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most

/** The settings from a form without faults. Seats of people who are not in the form stay unchanged. */
export function settingsOf(form: TableForm, before: TableSettings): TableSettings {
  const { cost_cap: _, stand_in: __, contradictions: ___, direction: ____, judge: _____, dm, ...rest } = before
  const agents: Record<string, Seat> = { ...before.agents }
  for (const [who, seat] of Object.entries(form.seats)) {
    if (seat === undefined) delete agents[who]
    else agents[who] = plainSeat(seat)
  }
  const number = (tier: Tier): number => Number(form.tiers[tier])
  return {
    ...rest,
    agents,
    k: Number(form.k),
    tiers: { frame: number('frame'), hot: number('hot'), warm: number('warm'), cold: number('cold') },
    ...(form.standIn || before.stand_in !== undefined ? { stand_in: form.standIn } : {}),
    ...(form.gate || before.contradictions !== undefined ? { contradictions: form.gate ? ('gate' as const) : ('mark' as const) } : {}),
    ...dmOf(form, dm),
    ...(form.judge.trim() === '' ? {} : { judge: form.judge.trim() }),
    ...directionOf(form.direction, before),
    ...(form.cap.trim() === '' ? {} : { cost_cap: Number(form.cap) })
  }
}

/** The DM settings from a form; absent if nothing is set now or before. */
function dmOf({ sceneTrees, plans }: TableForm, before: TableSettings['dm']): Pick<TableSettings, 'dm'> {
  const dm: NonNullable<TableSettings['dm']> = {
    ...before,
    ...(sceneTrees || before?.narration !== undefined ? { narration: sceneTrees ? 'scene-tree' : 'plain' } : {}),
    ...(plans || before?.mode !== undefined ? { mode: plans ? 'plan' : 'tools' } : {})
  }
  return before === undefined && Object.keys(dm).length === 0 ? {} : { dm }
}

function directionOf({ tone, dm, personas }: DirectionForm, before: TableSettings): Pick<TableSettings, 'direction'> {
  const entries = Object.fromEntries(Object.entries(personas).filter(([, path]) => path !== ''))
  if (tone === '' && dm === '' && Object.keys(entries).length === 0 && before.direction === undefined) return {}
  return { direction: { ...(tone === '' ? {} : { tone }), ...(dm === '' ? {} : { dm }), personas: entries } }
}

function plainSeat({ agent, model, effort, fallback, command, profile }: Seat): Seat {
  const given = profile === undefined ? {} : { profile }
  if (agent === 'command') return { agent, ...(command === undefined || command === '' ? {} : { command }), ...given }
  if (agent !== 'anthropic') return { agent }
  return {
    agent,
    ...(model?.trim() ? { model: model.trim() } : {}),
    ...(effort === undefined ? {} : { effort }),
    ...(fallback?.trim() ? { fallback: fallback.trim() } : {}),
    ...given
  }
}

/** Tells the dialog whether a part of it has changes that aren't saved. */
export type OnUnsaved = (part: string, isUnsaved: boolean) => void
