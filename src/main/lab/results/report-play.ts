import { own } from '../../../shared/base/json'
import type { LabReport, Marked } from '../../../shared/lab/report'
import { ENDINGS } from '../../../shared/lab/rows'
import { shareOf, survival } from '../../../shared/lab/statistics'
import type { LabWorld } from '../lab-world'
import type { RunCounts } from './counts'

type Tally = RunCounts['tallies'][number]

/** Sums of tallies by a key, the largest first, then by the key. */
function summed(tallies: readonly Tally[], keyOf: (tally: Tally) => string): { key: string; one: Tally; n: number }[] {
  const sums = new Map<string, { key: string; one: Tally; n: number }>()
  for (const tally of tallies) {
    const key = keyOf(tally)
    const known = sums.get(key)
    if (known) known.n += tally.n
    else sums.set(key, { key, one: tally, n: tally.n })
  }
  return [...sums.values()].toSorted((a, b) => b.n - a.n || (a.key < b.key ? -1 : 1))
}

export const partiesOf = (tallies: readonly Tally[], sessions: number): Marked[] =>
  summed(tallies, ({ party }) => party).map(({ key, n }) => ({ label: key, share: shareOf(n, sessions), mark: { kind: 'party', name: key } }))

/** The ends of sessions; those that the DM ended are told apart by the last story event that was over. */
export const endingsOf = (tallies: readonly Tally[], world: LabWorld, sessions: number): LabReport['endings'] =>
  summed(tallies, ({ ending, last_event: last }) => (ending === 'ended' ? `${ending} ${last}` : ending)).map(({ one, n }) => {
    const isSplit = one.ending === 'ended'
    const after = isSplit && one.last_event !== '' ? ` after “${world.eventName(one.last_event)}”` : ''
    return {
      label: `${ENDINGS[one.ending]}${after}`,
      ending: one.ending,
      share: shareOf(n, sessions),
      mark: { kind: 'ending', ending: one.ending, ...(isSplit ? { lastEvent: one.last_event } : {}) }
    }
  })

export function survivalOf({ tallies, titles }: RunCounts, sessions: number): LabReport['survival'] {
  const titleOf = new Map<number, (typeof titles)[number]>()
  for (const one of titles) {
    const known = titleOf.get(one.scene)
    if (!known || one.times > known.times || (one.times === known.times && one.title > known.title)) titleOf.set(one.scene, one)
  }
  const count = (holds: (tally: Tally) => boolean): number => tallies.reduce((sum, tally) => sum + (holds(tally) ? tally.n : 0), 0)
  const last = tallies.reduce((most, { scenes }) => Math.max(most, scenes), 0)
  const risks = Array.from({ length: last }, (_, i) => ({
    atRisk: count(({ scenes }) => scenes > i),
    lost: count(({ ending, scenes }) => ending === 'lost' && Math.max(1, scenes) === i + 1)
  }))
  const curve = survival([{ atRisk: sessions, lost: 0 }, ...risks])
  // The point after the last scene says something only if a session was lost in it.
  const shown = (risks.at(-1)?.lost ?? 0) > 0 ? last + 1 : last
  return curve.slice(0, shown).map(({ value, low, high }, i) => ({
    scene: i + 1,
    title: titleOf.get(i + 1)?.title ?? '',
    atRisk: risks[i - 1]?.atRisk ?? sessions,
    share: { count: risks[i]?.atRisk ?? 0, of: sessions, share: value, low, high },
    mark: { kind: 'scene', least: i + 1 }
  }))
}

const HARMS = { dead: 'dead', down: 'down', 'turned-back': 'turnedBack' } as const

export function placesOf({ visits, harms }: RunCounts, { state }: LabWorld, sessions: number): LabReport['places'] {
  const counts = new Map<string, Record<'visited' | 'dead' | 'down' | 'turnedBack', number>>()
  const of = (place: string) => {
    const known = counts.get(place) ?? { visited: 0, dead: 0, down: 0, turnedBack: 0 }
    counts.set(place, known)
    return known
  }
  for (const { place, n } of visits) of(place).visited = n
  for (const { kind, place, n } of harms) of(place)[HARMS[kind]] = n
  return [...counts]
    .toSorted(([p, a], [q, b]) => b.dead - a.dead || b.down - a.down || b.turnedBack - a.turnedBack || b.visited - a.visited || (p < q ? -1 : 1))
    .map(([place, { visited, dead, down, turnedBack }]) => ({
      place,
      name: own(state.places, place)?.name ?? place,
      visited: shareOf(visited, sessions),
      dead: shareOf(dead, sessions),
      down: shareOf(down, sessions),
      turnedBack: shareOf(turnedBack, sessions)
    }))
}

/** The moves of characters between places. */
export function movesOf({ moves }: RunCounts, { state }: LabWorld): LabReport['moves'] {
  const place = (id: string): string => own(state.places, id)?.name ?? id
  const order = ({ from, to }: { from: string; to: string }): string => `${from}\n${to}`
  return moves
    .map(({ from, to, n, times }) => ({ from, to, sessions: n, times, fromName: place(from), toName: place(to) }))
    .toSorted((a, b) => b.sessions - a.sessions || (order(a) < order(b) ? -1 : 1))
}
