import { capitalised } from '../../../shared/words/labels'
import type { TryMeasure, TryOutcome, TryRow } from '../../../shared/contract/try-calls'
import { averageOf, chanceOf, chanceWords, type Leaf } from '../../odds/count'
import type { TrialOutcome } from './trial'

/** An outcome, how often it outcome up, and the first runs that had it. */
export interface Tally {
  outcome: TrialOutcome
  count: number
  runs: number[]
}

const MAX_RUNS = 20
const MAX_OUTCOMES = 1000
const MAX_ROWS = 400
/** The maximum number of result members that become a measure, and the maximum length of a text among them. */
const MAX_RESULTS = 8
const MAX_TEXT = 80

/** The value of a measure for one outcome. */
interface Shown {
  id: string
  label: string
  words: string
  amount?: number
  many?: true
}

/** Adds a run to the tallies. */
export function tallyRun(tallies: Map<string, Tally>, outcome: TrialOutcome, run: number): void {
  const tally = tallies.get(outcome.key) ?? { outcome, count: 0, runs: [] }
  tallies.set(outcome.key, tally)
  tally.count++
  if (tally.runs.length < MAX_RUNS) tally.runs.push(run)
}

/** The measures in which outcomes differ, with the exact chances if they were counted. */
export function measures(tallies: readonly Tally[], leaves: readonly Leaf<TrialOutcome>[] | undefined): TryMeasure[] {
  const all = [
    ...new Map(
      [...tallies.map(({ outcome }) => outcome), ...(leaves ?? []).map(({ value }) => value)].map((outcome) => [outcome.key, outcome])
    ).values()
  ]
  const kinds = kindsIn(all)
  const shown = new Map(all.map((outcome) => [outcome, kinds.flatMap((kind) => kind(outcome))]))
  const ids = [...new Set([...shown.values()].flat().map(({ id }) => id))]
  return ids.map((id) => measure(id, tallies, leaves, (outcome) => (shown.get(outcome) ?? []).filter((one) => one.id === id)))
}

function measure(
  id: string,
  tallies: readonly Tally[],
  leaves: readonly Leaf<TrialOutcome>[] | undefined,
  of: (outcome: TrialOutcome) => Shown[]
): TryMeasure {
  const rows = new Map<string, TryRow & { amount: number | undefined }>()
  const row = (words: string, amount: number | undefined): TryRow => {
    const known = rows.get(words) ?? { words, count: 0, runs: [], amount }
    rows.set(words, known)
    return known
  }
  let first: Shown | undefined
  for (const { outcome, count, runs } of tallies) {
    for (const one of of(outcome)) {
      first ??= one
      const into = row(one.words, one.amount)
      into.count += count
      into.runs = [...into.runs, ...runs].toSorted((a, b) => a - b).slice(0, MAX_RUNS)
    }
  }
  for (const { value } of leaves ?? []) for (const one of of(value)) row(one.words, (first ??= one).amount === undefined ? undefined : one.amount)
  const tried = tallies.flatMap(({ outcome, count }) => of(outcome).map(({ amount }) => ({ amount, count })))
  const isNumbers =
    tried.length > 0 &&
    tried.every(({ amount }) => amount !== undefined) &&
    (leaves ?? []).every(({ value }) => of(value).every(({ amount }) => amount !== undefined))
  const total = tried.reduce((sum, one) => sum + one.count, 0)
  const every = leaves?.every(({ value }) => of(value).length === 1)
  const listed = [...rows.values()]
    .toSorted((a, b) => (isNumbers ? (a.amount ?? 0) - (b.amount ?? 0) : b.count - a.count))
    .slice(0, MAX_ROWS)
    .map(({ amount: _amount, ...one }): TryRow => {
      const chance = leaves && chanceOf(leaves, (outcome) => of(outcome).some(({ words }) => words === one.words))
      return chance ? { ...one, chance } : one
    })
  return {
    id,
    label: first?.label ?? id,
    rows: listed,
    ...(first?.many ? { many: true } : {}),
    ...(isNumbers
      ? {
          mean: {
            tried: tried.reduce((sum, { amount = 0, count }) => sum + amount * count, 0) / total,
            ...(leaves && every ? { exact: averageOf(leaves, (outcome) => of(outcome)[0]?.amount ?? 0) } : {})
          }
        }
      : {})
  }
}

/** The measures that these outcomes have, in order of display. */
function kindsIn(all: readonly TrialOutcome[]): ((outcome: TrialOutcome) => Shown[])[] {
  const well = all.filter(({ problem }) => problem === undefined)
  return [statuses(all), ...resultsIn(well), ...valuesIn(well), events, follows]
}

function statuses(all: readonly TrialOutcome[]): (outcome: TrialOutcome) => Shown[] {
  const some = all.some(({ status }) => status !== undefined)
  return ({ status }) => (some ? [{ id: 'status', label: 'Outcome', words: status?.replaceAll('_', ' ') ?? 'no status' }] : [])
}

/** Measures of the rule's result: its numbers, and short texts with several values. */
function resultsIn(all: readonly TrialOutcome[]): ((outcome: TrialOutcome) => Shown[])[] {
  const values = new Map<string, Set<unknown>>()
  for (const { result } of all)
    for (const [key, value] of Object.entries(result))
      if (key !== 'status' && isShort(value)) values.set(key, (values.get(key) ?? new Set()).add(value))
  return [...values]
    .filter(([, different]) => different.size > 1 || typeof [...different][0] === 'number')
    .slice(0, MAX_RESULTS)
    .map(([key]) => ({ problem, result }: TrialOutcome): Shown[] => {
      const value = Object.hasOwn(result, key) ? result[key] : undefined
      if (problem) return []
      const shown = { id: `result ${key}`, label: capitalised(key.replaceAll('_', ' ')) }
      return [{ ...shown, words: isShort(value) ? String(value) : 'none', ...(typeof value === 'number' ? { amount: value } : {}) }]
    })
}

const isShort = (value: unknown): value is string | number | boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= MAX_TEXT)

/** Measures of values in the story that change in some outcomes: hit points, places, the clock. */
function valuesIn(all: readonly TrialOutcome[]): ((outcome: TrialOutcome) => Shown[])[] {
  const labelled = new Map<string, { label: string; from: string }>()
  for (const { lines } of all) for (const { id, label, from = 'nothing' } of lines) if (label !== undefined) labelled.set(id, { label, from })
  return [...labelled].map(([id, { label, from }]) => ({ problem, lines }: TrialOutcome): Shown[] => {
    if (problem) return []
    const to = lines.find((line) => line.id === id)?.to
    const words = to ?? `${from} (no change)`
    const amount = /^-?\d+(?:\.\d+)?(?=$| \(no change\)$|, now |, no longer )/.exec(words)?.[0]
    return [{ id, label, words, ...(amount === undefined ? {} : { amount: Number(amount) }) }]
  })
}

/** A measure of all other changes. One run can have several. */
const events = ({ lines }: TrialOutcome): Shown[] =>
  lines.flatMap(({ label, words }): Shown[] => (label === undefined ? [{ id: 'also', label: 'What else changes', words, many: true }] : []))

const follows = ({ followed }: TrialOutcome): Shown[] =>
  [...new Set(followed)].map((action) => ({ id: 'followed', label: 'Followed by', words: action.replaceAll(/[-_]/g, ' '), many: true }))

/** Whole outcomes, the most frequent first, and how many are left out. */
export function outcomesOf(tallies: readonly Tally[], leaves: readonly Leaf<TrialOutcome>[] | undefined): { outcomes: TryOutcome[]; more: number } {
  const chances = new Map((leaves ?? []).map(({ value, chance }) => [value.key, chance]))
  const all = tallies.toSorted((a, b) => b.count - a.count || (a.runs[0] ?? 0) - (b.runs[0] ?? 0))
  const outcomes = all.slice(0, MAX_OUTCOMES).map(({ outcome, count, runs }): TryOutcome => {
    const chance = chances.get(outcome.key)
    return {
      words: wordsOf(outcome),
      count,
      runs,
      ...(outcome.problem ? { problem: outcome.problem } : {}),
      ...(chance ? { chance: chanceWords(chance) } : {})
    }
  })
  return { outcomes, more: all.length - outcomes.length }
}

function wordsOf({ status, lines, followed, problem }: TrialOutcome): string[] {
  if (problem) return [problem.message]
  const words = [...(status === undefined ? [] : [capitalised(status.replaceAll('_', ' '))]), ...lines.map((line) => line.words)]
  const after = followed.length === 0 ? [] : [`Followed by ${followed.map((action) => action.replaceAll(/[-_]/g, ' ')).join(', ')}`]
  return words.length + after.length === 0 ? ['Nothing changes'] : [...words, ...after]
}
