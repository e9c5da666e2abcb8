import { equal } from '../../shared/base/json'
import type { Versus, VersusWatch } from '../../shared/lab/comparison'
import { COMPARED_LABELS, COMPARED_NUMBERS } from '../../shared/lab/kinds'
import { OWN_PARTY } from '../../shared/lab/limits'
import type { Driver, LabParty, LabPlan } from '../../shared/lab/plan'
import type { LabMark } from '../../shared/lab/report'
import { ENDINGS, type SessionEnd } from '../../shared/lab/rows'
import type { CampaignName, NameKind } from '../../shared/contract/language-calls'
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

/** One side of a comparison as fields: a branch or commit, and the parties that play there. */
export interface SideDraft {
  revision: string
  parties: readonly PartyDraft[]
}

/** Something that a comparison can watch. */
export interface WatchChoice {
  id: string
  group?: string
  label: string
  watch?: VersusWatch
}

/** A comparison as texts of fields. */
export interface ComparisonDraft extends NumbersDraft {
  a: SideDraft
  b: SideDraft
  when: string
  drivers: readonly Driver[]
  /** What stops it early when its interval is at most so wide. */
  watched?: WatchChoice | undefined
  width: string
}

export const SIDES = ['a', 'b'] as const
export type SideName = (typeof SIDES)[number]

/** The fields of a new comparison: the beat before the last one and the last one, played as the plan says. */
export const comparisonDraft = (before: string, now: string, plan?: LabPlan): ComparisonDraft => ({
  ...numbersDraft(plan),
  a: { revision: before, parties: partiesDraft(plan?.parties) },
  b: { revision: now, parties: partiesDraft(plan?.parties) },
  when: plan?.end.when ?? '',
  drivers: plan?.drivers ?? [],
  width: '10'
})

const equalParties = (one: readonly LabParty[], other: readonly LabParty[]): boolean => equal(one, other)
const hasOwnParty = (parties: readonly PartyDraft[]): boolean => equalParties(partiesOf(parties), [OWN_PARTY])
const isShare = (watch: VersusWatch): boolean => 'mark' in watch
/** How wide an interval may be, in words. */
export const widthUnit = (watch: VersusWatch): string => (isShare(watch) ? 'sessions in a hundred' : 'wide, in its own unit')

function widthFault({ watched, width }: ComparisonDraft): string | undefined {
  if (!watched?.watch) return undefined
  const number = Number(width)
  const most = isShare(watched.watch) ? 100 : Number.MAX_SAFE_INTEGER
  if (width.trim() !== '' && number > 0 && number <= most) return undefined
  return isShare(watched.watch) ? 'Enter a number of sessions in a hundred, above 0 and at most 100.' : 'Enter a number above 0.'
}

/** The faults of fields; `commits`: those of the sides, once they are known. */
export function comparisonFaults(draft: ComparisonDraft, commits?: Readonly<Record<SideName, string>>): Faults {
  const { a, b, when } = draft
  const isSame = commits !== undefined && commits.a === commits.b && equalParties(partiesOf(a.parties), partiesOf(b.parties))
  return {
    ...numberFaults(draft),
    ...partyFaults(a.parties),
    ...partyFaults(b.parties),
    ...faultsAmong({
      when: when.trim() === '' ? undefined : conditionFault(when),
      width: widthFault(draft),
      'revision-a': revisionFault(a.revision),
      'revision-b':
        revisionFault(b.revision) ?? (isSame ? 'Both sides are the same. Choose another commit, or other parties, for one of them.' : undefined)
    })
  }
}

/** The name of a side's run: what it doesn't share with the other side. */
function sideName(side: SideDraft, other: SideDraft, isOneCommit: boolean): string {
  const parties = side.parties.map(({ name }) => name.trim()).join(' + ')
  const hasOther = !(hasOwnParty(side.parties) && hasOwnParty(other.parties))
  return [...(isOneCommit ? [] : [side.revision.trim()]), ...(hasOther ? [parties] : [])].join(', ').slice(0, 80)
}

/** The comparison of a draft without faults. */
export function versusOf(draft: ComparisonDraft, commits: Readonly<Record<SideName, string>>): Versus {
  const { a, b, when, drivers, watched, width } = draft
  const { end, ...numbers } = numbersOf(draft)
  const side = (own: SideDraft, other: SideDraft, commit: string): Versus['a'] => ({
    name: sideName(own, other, commits.a === commits.b),
    commit,
    parties: partiesOf(own.parties)
  })
  return {
    a: side(a, b, commits.a),
    b: side(b, a, commits.b),
    plan: {
      name: '',
      ...numbers,
      parties: [OWN_PARTY],
      end: { ...end, ...(when.trim() === '' ? {} : { when: when.trim() }) },
      drivers: [...drivers],
      watch: []
    },
    ...(watched?.watch ? { narrow: { on: watched.watch, width: isShare(watched.watch) ? Number(width) / 100 : Number(width) } } : {})
  }
}

const WATCHED_ENDINGS: readonly SessionEnd[] = ['ended', 'lost', 'goal', 'sessions']
/** The kinds of names that a comparison can watch, with what is watched of them. */
const WATCHED_NAMES: readonly { kind: NameKind; group: string; mark: (id: string) => LabMark }[] = [
  { kind: 'event', group: 'Story event over', mark: (id) => ({ kind: 'outcome', of: 'event-over', id }) },
  { kind: 'fact', group: 'Fact', mark: (id) => ({ kind: 'outcome', of: 'fact', id }) },
  { kind: 'quest', group: 'Quest completed', mark: (id) => ({ kind: 'outcome', of: 'quest', id }) },
  { kind: 'place', group: 'Visited', mark: (place) => ({ kind: 'visited', place }) },
  { kind: 'character', group: 'Died', mark: (id) => ({ kind: 'outcome', of: 'dead', id }) },
  { kind: 'character', group: 'Fell', mark: (id) => ({ kind: 'outcome', of: 'down', id }) },
  { kind: 'action', group: 'Action', mark: (id) => ({ kind: 'exercised', of: 'action', id }) }
]
export const NOTHING: WatchChoice = { id: 'nothing', label: 'Nothing: plays all sessions' }

/** What a comparison can watch, by the names of the campaign; first that it watches nothing. */
export function watchChoices(names: readonly Pick<CampaignName, 'kind' | 'id' | 'title'>[]): WatchChoice[] {
  const choice = (group: string, id: string, label: string, watch: VersusWatch): WatchChoice => ({ id: `${group} ${id}`, group, label, watch })
  return [
    NOTHING,
    ...WATCHED_ENDINGS.map((ending) => choice('Ending', ending, ENDINGS[ending], { mark: { kind: 'ending', ending } })),
    ...COMPARED_NUMBERS.map((number) => choice('Mean', number, COMPARED_LABELS[number], { number })),
    ...WATCHED_NAMES.flatMap(({ kind, group, mark }) =>
      names.flatMap(({ kind: own, id, title = id }) => (own === kind ? [choice(group, id, title, { mark: mark(id) })] : []))
    )
  ]
}
