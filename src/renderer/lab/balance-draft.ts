import type { CurvePoint, FoundNumber, LabTarget } from '../../shared/lab/solution'
import { percent } from '../../shared/words/percent'
import type { GameState } from '../../shared/story/state'
import type { Part, PartRow } from '../../shared/lab/report-parts'
import {
  conditionFault,
  faultsAmong,
  numberFaults,
  numbersDraft,
  numbersOf,
  partiesDraft,
  partiesOf,
  partyFaults,
  revisionFault,
  type Faults,
  type NumbersDraft,
  type PartyDraft
} from './plan-draft'
import { shareDetail } from '../../shared/lab/share-words'

/** What counts as success: an expression that holds, how a session ends, or what one call decides, by exact odds. */
export type GoalKind = 'holds' | 'ended' | 'lost' | ExactKind
type ExactKind = 'journey' | 'action' | 'row'
export const isExactKind = (goal: GoalKind): goal is ExactKind => goal === 'journey' || goal === 'action' || goal === 'row'

/** A search for the value of a number as texts of fields. */
export interface BalanceDraft extends NumbersDraft {
  /** The branch or commit where it plays. */
  revision: string
  /** The number; undefined until one is chosen. */
  of?: Pick<FoundNumber, 'path' | 'keys'> | undefined
  least: string
  most: string
  step: string
  goal: GoalKind
  holds: string
  /** The journey and its players; '' for the journey of the number. */
  journey: string
  players: readonly string[]
  need: 'all' | 'any'
  /** The action, who takes it, and its parameters: `target=Ghoul, with=rope`. */
  action: string
  by: string
  args: string
  table: string
  row: string
  /** Of a hundred sessions. */
  share: string
  parties: readonly PartyDraft[]
}

export const balanceDraft = (revision: string): BalanceDraft => ({
  revision,
  ...numbersDraft(undefined),
  least: '0',
  most: '10',
  step: '1',
  goal: 'holds',
  holds: '',
  journey: '',
  players: [],
  need: 'all',
  action: '',
  by: '',
  args: '',
  table: '',
  row: '',
  share: '60',
  parties: partiesDraft()
})

/** The id of the journey that a number belongs to; undefined if it is no journey's. */
export const journeyOf = ({ path, keys }: Pick<FoundNumber, 'path' | 'keys'>): string | undefined =>
  /^world\/regions\/[^/]+\/journeys\.ya?ml$/.test(path) ? keys[0] : undefined

/** The parameters that a text names; undefined if it isn't `name=value, name=value`. */
function argsIn(text: string): Record<string, string> | undefined {
  const parts = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [/^\s*([^=\s]+)\s*=\s*(.*?)\s*$/s.exec(part)]))
  return parts.some((part) => part === null) ? undefined : Object.fromEntries(parts.map((part) => [part?.[1] ?? '', part?.[2] ?? '']))
}

const requiredFault = (isIt: boolean, text: string, fault: string): string | undefined => (isIt && text.trim() === '' ? fault : undefined)

const decimalFault = (text: string): string | undefined => (text.trim() !== '' && Number.isFinite(Number(text)) ? undefined : 'Enter a number.')

export function balanceFaults(draft: BalanceDraft): Faults {
  const { of, least, most, step, goal, holds, share, parties } = draft
  const [from, to, by, hundred] = [least, most, step, share].map(Number) as [number, number, number, number]
  return {
    ...(isExactKind(goal) ? {} : { ...numberFaults(draft), ...partyFaults(parties) }),
    ...faultsAmong({
      journey: requiredFault(goal === 'journey', draft.journey || ((of && journeyOf(of)) ?? ''), 'Choose a journey.'),
      players: goal === 'journey' && draft.players.length === 0 ? 'Choose at least one player.' : undefined,
      action: requiredFault(goal === 'action', draft.action, 'Enter the name of an action.'),
      by: requiredFault(goal === 'action', draft.by, 'Choose a character.'),
      args: goal === 'action' && !argsIn(draft.args) ? 'Enter each as name=value, with commas between them.' : undefined,
      table: requiredFault(goal === 'row', draft.table, 'Enter the name of a table.'),
      row: requiredFault(goal === 'row', draft.row, 'Enter a row as the table names it, such as 3-5.'),
      of: of ? undefined : 'Choose a number.',
      revision: revisionFault(draft.revision),
      least: decimalFault(least),
      // Not a number compares as false.
      most: decimalFault(most) ?? (to < from + by ? 'Enter at least one step more than From.' : undefined),
      step: decimalFault(step) ?? (by > 0 ? undefined : 'Enter a number above 0.'),
      holds: goal === 'holds' || goal === 'action' ? conditionFault(holds) : undefined,
      share: share.trim() !== '' && hundred >= 0 && hundred <= 100 ? undefined : 'Enter a number from 0 to 100.'
    })
  }
}

/** The search of a draft without faults. */
export function targetOf(draft: BalanceDraft): LabTarget {
  const { of, least, most, step, goal, holds, share, parties } = draft
  if (!of) throw new Error('No number is chosen.')
  const goalOf = (): LabTarget['goal'] => {
    if (goal === 'holds') return { holds: holds.trim() }
    if (goal === 'journey') return { journey: draft.journey || (journeyOf(of) ?? ''), who: [...draft.players], need: draft.need }
    if (goal === 'action') return { action: draft.action.trim(), by: draft.by, with: argsIn(draft.args) ?? {}, holds: holds.trim() }
    return goal === 'row' ? { table: draft.table.trim(), row: draft.row.trim() } : { ending: goal }
  }
  return {
    of: { path: of.path, keys: [...of.keys] },
    least: Number(least),
    most: Number(most),
    step: Number(step),
    goal: goalOf(),
    target: Number(share) / 100,
    // Exact odds play nothing, whatever else the fields say.
    plan: {
      name: '',
      ...numbersOf(isExactKind(goal) ? numbersDraft(undefined) : draft),
      parties: partiesOf(isExactKind(goal) ? partiesDraft() : parties),
      drivers: [],
      watch: []
    }
  }
}

/** A number as a list offers it: what it belongs to, its keys, and its value. */
export interface NumberChoice {
  id: string
  label: string
  detail: string
  number: FoundNumber
}

export const numberId = ({ path, keys }: Pick<FoundNumber, 'path' | 'keys'>): string => JSON.stringify([path, ...keys])

/** The name of what a number belongs to, and its keys within that. */
export function numberLabel(
  { path, keys }: Pick<FoundNumber, 'path' | 'keys'>,
  state: Pick<GameState, 'journeys' | 'places' | 'actors'> | undefined
): string {
  const [, folder = '', id = '', file = ''] = /^world\/(players|npcs|regions)\/([^/]+)\/(.+)\.ya?ml$/.exec(path) ?? []
  const labelled = (name: string, rest: readonly string[]): string => `${name}: ${rest.join(' → ')}`
  const placeName = (place: string): string => state?.places[place]?.name ?? place
  const [first = '', ...rest] = keys
  const journey = file === 'journeys' ? state?.journeys[first] : undefined
  if (journey) return labelled(`${placeName(journey.from)} → ${placeName(journey.to)}`, rest)
  if (folder === 'players' || folder === 'npcs') return labelled(state?.actors[id]?.name ?? id, keys)
  if (file.startsWith('locations/')) return labelled(placeName(file.slice('locations/'.length)), keys)
  return labelled(path.replace(/\.ya?ml$/, ''), keys)
}

export const numberChoices = (numbers: readonly FoundNumber[], state: Parameters<typeof numberLabel>[1]): NumberChoice[] =>
  numbers.map((number) => ({ id: numberId(number), label: numberLabel(number, state), detail: String(number.value), number }))

/** The search for another number, whose present value is in its range. */
export function choosing(number: FoundNumber, { least, most }: Pick<BalanceDraft, 'least' | 'most'>): Partial<BalanceDraft> {
  const now = number.value
  return { of: number, ...(now < Number(least) && { least: String(now) }), ...(now > Number(most) && { most: String(now) }) }
}

/** Those of which all words of a query are in the label or the path. */
export function findNumbers(choices: readonly NumberChoice[], query: string): readonly NumberChoice[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return choices.filter(({ label, number: { path } }) => words.every((word) => `${label} ${path}`.toLowerCase().includes(word)))
}

/** The share of sessions that reach the goal, or its exact odds, by the value of a number, as a chart with a table. */
export function curvePart(points: readonly CurvePoint[], target: number): Part {
  const isExact = points.every(({ share }) => share.of === 0)
  return {
    id: 'curve',
    title: isExact ? 'The chance by the value' : 'Sessions that reach the goal, by the value',
    about: isExact ? 'Exact odds. The line is the chance that is looked for.' : 'With 95% intervals. The line is the share that is looked for.',
    columns: ['Value', isExact ? 'Chance' : 'Sessions'],
    rows: points.map(({ value, share }): PartRow => ({
      label: String(value),
      cells: [isExact ? percent(share.share, 1) : share],
      at: { x: value, y: share.share, low: share.low, high: share.high },
      tip: `${value}\n${isExact ? percent(share.share, 1) : shareDetail(share)}`
    })),
    chart: { kind: 'steps', x: 'Value', level: target },
    isWide: true
  }
}
