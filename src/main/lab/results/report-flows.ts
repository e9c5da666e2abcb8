import { own } from '../../../shared/base/json'
import { MAX_FLOW_STEPS } from '../../../shared/lab/limits'
import { type Flow, type FlowOf, FLOWS, type FlowStep, type LabReport, type Steps } from '../../../shared/lab/report'
import { shareOf } from '../../../shared/lab/statistics'
import type { LabWorld } from '../lab-world'
import type { RunCounts } from './counts'

/** The most columns of a flow. It ends sooner if fewer than this share of the sessions goes on. */
const MAX_COLUMNS = 8
const LEAST_SHARE = 0.02

/** The number of sessions whose `n`th step is `id` and the one after it `next`; `next` is null after the end. */
interface StepCount {
  n: number
  id: string
  next: string | null
  sessions: number
}

/**
 * How sessions went from step to step, by the steps' order, so that a drawing has no circles whatever the ways of the characters; and the story events
 * that followed each other anywhere.
 */
export function flowsOf({ steps }: RunCounts, world: LabWorld, sessions: number): Pick<LabReport, 'flows' | 'events'> {
  const counts = FLOWS.map((of) =>
    steps.flatMap(({ n, column, ...step }) => (step.of === of ? { n: column, id: step.id, next: step.next, sessions: n } : []))
  )
  const nameOf = { scenes: (id: string) => own(world.state.places, id)?.name ?? id, events: world.eventName }
  const flows = FLOWS.map((of, i) => flowOf(of, counts[i] ?? [], sessions, nameOf[of]))
  return { flows: flows.filter(({ links }) => links.length > 0), events: followedOf(counts[FLOWS.indexOf('events')] ?? [], nameOf.events) }
}

/** The number of sessions in which one story event was the next after another; the first comes after the beginning, and the end after the last. */
function followedOf(counts: readonly StepCount[], nameOf: (id: string) => string): LabReport['events'] {
  const pairs = new Map<string, LabReport['events'][number]>()
  const add = (from: string, to: string, sessions: number): void => {
    const key = JSON.stringify([from, to])
    const known = pairs.get(key)
    if (known) known.sessions += sessions
    else pairs.set(key, { from, to, fromName: from === '' ? 'Beginning' : nameOf(from), toName: to === '' ? 'End' : nameOf(to), sessions })
  }
  for (const { n, id, next, sessions } of counts) {
    if (n === 1) add('', id, sessions)
    if (next !== null) add(id, next, sessions)
  }
  const order = ({ from, to }: LabReport['events'][number]): string => `${from}\n${to}`
  return [...pairs.values()].toSorted((a, b) => b.sessions - a.sessions || (order(a) < order(b) ? -1 : 1))
}

/** The flow of counts, in which the steps of a column that the fewest sessions took are one. */
export function flowOf(of: FlowOf, counts: readonly StepCount[], sessions: number, nameOf: (id: string) => string): Flow {
  const steps: FlowStep[] = []
  /** The steps of a column by their ids: where each is among all, and the ids that it stands for. */
  const columns: Map<string, { at: number; ids: Steps }>[] = []
  for (let n = 1, going = sessions; n <= MAX_COLUMNS && going > 0 && going >= LEAST_SHARE * sessions; n++) {
    const sums = sumsOf(counts.filter((one) => one.n === n).map((one) => [one.id, one.sessions]))
    going = sums.reduce((sum, [id, some]) => (id === '' ? sum : sum + some), 0)
    const column: (typeof columns)[number] = new Map()
    const add = (kind: FlowStep['kind'], label: string, ids: Steps, those: readonly (readonly [string, number])[]): void => {
      for (const [id] of those) column.set(id, { at: steps.length, ids })
      const share = shareOf(
        those.reduce((sum, [, some]) => sum + some, 0),
        sessions
      )
      steps.push({ kind, column: n, label, share, mark: { kind: 'step', of, n, at: ids } })
    }
    const named = sums.filter(([id]) => id !== '')
    // A single step that is left over has room of its own.
    const shown = named.length <= MAX_FLOW_STEPS ? named : named.slice(0, MAX_FLOW_STEPS - 1)
    const ids = shown.map(([id]) => id)
    for (const one of shown) add('one', nameOf(one[0]), { ids: [one[0]] }, [one])
    if (shown.length < named.length) {
      const others = named.slice(shown.length)
      add('others', `${others.length} others`, { ids: [...ids, ''], isNot: true }, others)
    }
    const ends = sums.filter(([id]) => id === '')
    if (ends.length > 0) add('end', 'End', { ids: [''] }, ends)
    columns.push(column)
  }
  return { of, steps, links: linksOf(of, counts, columns, steps, sessions) }
}

/** The links from each column to the next, those of the most sessions first. */
function linksOf(
  of: FlowOf,
  counts: readonly StepCount[],
  columns: readonly ReadonlyMap<string, { at: number; ids: Steps }>[],
  steps: readonly FlowStep[],
  sessions: number
): Flow['links'] {
  return columns.flatMap((column, i) => {
    const links = new Map<string, { from: number; to: number; at: Steps; next: Steps; count: number }>()
    for (const one of counts) {
      const [from, to] = [column.get(one.id), columns[i + 1]?.get(one.next ?? '')]
      if (one.n !== i + 1 || one.next === null || !from || !to) continue
      const key = `${from.at} ${to.at}`
      const link = links.get(key) ?? { from: from.at, to: to.at, at: from.ids, next: to.ids, count: 0 }
      link.count += one.sessions
      links.set(key, link)
    }
    return [...links.values()]
      .toSorted((a, b) => b.count - a.count || a.from - b.from || a.to - b.to)
      .map(({ from, to, at, next, count }) => ({
        from,
        to,
        label: `${steps[from]?.label} → ${steps[to]?.label}`,
        share: shareOf(count, sessions),
        mark: { kind: 'step', of, n: i + 1, at, next }
      }))
  })
}

/** Sums by key, the largest first, then by the key. */
function sumsOf(parts: readonly (readonly [string, number])[]): [string, number][] {
  const sums = new Map<string, number>()
  for (const [key, some] of parts) sums.set(key, (sums.get(key) ?? 0) + some)
  return [...sums].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}
