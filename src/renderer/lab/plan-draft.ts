import { MAX_BEATS, MAX_SEED, MAX_SESSIONS, MAX_SHARE, MAX_STORY_SESSIONS, OWN_PARTY } from '../../shared/lab/limits'
import type { Driver, LabParty, LabPlan, Watched } from '../../shared/lab/plan'
import { expressionFault } from '../../shared/predicate/expression-fault'

/** A party while it is edited; its key stays while others are removed. */
export type PartyDraft = Omit<LabParty, 'share'> & { key: number; share: string }
type WatchDraft = Watched & { key: number }

/** The numbers of a plan as texts of fields. */
export interface NumbersDraft {
  sessions: string
  firstSeed: string
  storySessions: string
  beats: string
}

/** A plan as texts of fields. */
export interface PlanDraft extends NumbersDraft {
  name: string
  /** The branch or commit where it plays. */
  revision: string
  when: string
  parties: readonly PartyDraft[]
  /** Those of the plan that the draft began with. */
  drivers: readonly Driver[]
  watch: readonly WatchDraft[]
}

/** The faults of fields, in a sentence each, by the field's key. */
export type Faults = Readonly<Record<string, string>>

let lastKey = 0
export const nextKey = (): number => ++lastKey

export const replaced = <T extends { key: number }>(all: readonly T[], one: T): T[] => all.map((other) => (other.key === one.key ? one : other))

/** The fields for the numbers of a plan, by default the usual ones. */
export const numbersDraft = (plan: LabPlan | undefined): NumbersDraft => ({
  sessions: String(plan?.sessions ?? 200),
  firstSeed: String(plan?.firstSeed ?? 1),
  storySessions: String(plan?.end.storySessions ?? 3),
  beats: String(plan?.end.beats ?? 2000)
})

export const partiesDraft = (parties: readonly LabParty[] = [OWN_PARTY]): PartyDraft[] =>
  parties.map((one) => ({ ...one, share: String(one.share), key: nextKey() }))

/** The fields for a plan like another one, or for the usual one, at a branch or commit. */
export const planDraft = (plan: LabPlan | undefined, revision: string): PlanDraft => ({
  name: '',
  revision,
  ...numbersDraft(plan),
  when: plan?.end.when ?? '',
  parties: partiesDraft(plan?.parties),
  drivers: plan?.drivers ?? [],
  watch: (plan?.watch ?? []).map((one) => ({ ...one, key: nextKey() }))
})

const LIMITS = {
  sessions: [1, MAX_SESSIONS],
  firstSeed: [0, MAX_SEED],
  storySessions: [1, MAX_STORY_SESSIONS],
  beats: [1, MAX_BEATS]
} as const

const wholeFault = (text: string, [least, most]: readonly [number, number]): string | undefined => {
  const number = Number(text.trim())
  const fits = text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most
  return fits ? undefined : `Enter a whole number from ${least} to ${most.toLocaleString('en')}.`
}
export const revisionFault = (text: string): string | undefined => (text.trim() === '' ? 'Enter a branch or a commit.' : undefined)
const requiredFault = (text: string): string | undefined => (text.trim() === '' ? 'Enter a name.' : undefined)
export const conditionFault = (text: string): string | undefined => expressionFault(text)?.message

/** Those of some faults that there are. */
export const faultsAmong = (all: Readonly<Record<string, string | undefined>>): Faults =>
  Object.fromEntries(Object.entries(all).flatMap(([field, fault]) => (fault === undefined ? [] : [[field, fault]])))

export const numberFaults = (draft: NumbersDraft): Faults =>
  faultsAmong(Object.fromEntries(Object.entries(LIMITS).map(([field, limits]) => [field, wholeFault(draft[field as keyof NumbersDraft], limits)])))

export const partyFaults = (parties: readonly PartyDraft[]): Faults =>
  faultsAmong(
    Object.fromEntries(
      parties.flatMap(({ key, name, share }) => {
        const isTwice = parties.some((one) => one.key !== key && one.name.trim() === name.trim())
        return [
          [`name-${key}`, requiredFault(name) ?? (isTwice ? 'Another party has this name.' : undefined)],
          [`share-${key}`, wholeFault(share, [1, MAX_SHARE])]
        ]
      })
    )
  )

export const planFaults = (draft: PlanDraft): Faults => ({
  ...numberFaults(draft),
  ...partyFaults(draft.parties),
  ...faultsAmong({
    revision: revisionFault(draft.revision),
    when: draft.when.trim() === '' ? undefined : conditionFault(draft.when),
    ...Object.fromEntries(
      draft.watch.flatMap(({ key, name, expression }) => [
        [`name-${key}`, requiredFault(name)],
        [`expression-${key}`, conditionFault(expression)]
      ])
    )
  })
})

export const partiesOf = (parties: readonly PartyDraft[]): LabParty[] =>
  parties.map(({ name, personas, share }) => ({ name: name.trim(), personas, share: Number(share) }))

/** The numbers of a plan without faults. */
export const numbersOf = ({ sessions, firstSeed, storySessions, beats }: NumbersDraft): Pick<LabPlan, 'sessions' | 'firstSeed' | 'end'> => ({
  sessions: Number(sessions),
  firstSeed: Number(firstSeed),
  end: { storySessions: Number(storySessions), beats: Number(beats) }
})

/** The plan of a draft without faults. */
export function planOf(draft: PlanDraft): LabPlan {
  const { name, when, parties, drivers, watch } = draft
  const { end, ...numbers } = numbersOf(draft)
  return {
    name: name.trim(),
    ...numbers,
    parties: partiesOf(parties),
    end: { ...end, ...(when.trim() === '' ? {} : { when: when.trim() }) },
    drivers: [...drivers],
    watch: watch.map(({ name: watched, expression }) => ({ name: watched.trim(), expression: expression.trim() }))
  }
}
