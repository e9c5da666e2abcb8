import { own } from '../../../shared/base/json'
import type { Distribution, LabReport, Marked } from '../../../shared/lab/report'
import { ENDINGS, type SessionEnd } from '../../../shared/lab/rows'
import { meanOf, shareOf, survival } from '../../../shared/lab/statistics'
import type { LabWorld } from '../lab-world'
import type { ChosenSessions } from './report-filter'

/** The number of sessions that are alike in these columns. */
export interface Tally {
  party: string
  ending: SessionEnd
  last_event: string
  scenes: number
  n: number
  beats: number
  /** The beats of the longest of them. */
  longest: number
}

export const talliesOf = (chosen: ChosenSessions): Promise<Tally[]> =>
  chosen.ask(
    `SELECT party, ending, last_event, scenes, count(*) AS n, sum(beats) AS beats, max(beats) AS longest FROM session WHERE ${chosen.some} GROUP BY ALL`
  )

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

export async function survivalOf(chosen: ChosenSessions, tallies: readonly Tally[], sessions: number): Promise<LabReport['survival']> {
  const titles = await chosen.ask<{ scene: number; title: string }>(
    `SELECT scene, arg_max("value", (n, "value")) AS title FROM
     (SELECT scene, "value", count(*) AS n FROM outcome WHERE kind = 'scene' AND ${chosen.some} GROUP BY ALL) GROUP BY scene`
  )
  const titleOf = new Map(titles.map(({ scene, title }) => [scene, title]))
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
    title: titleOf.get(i + 1) ?? '',
    atRisk: risks[i - 1]?.atRisk ?? sessions,
    share: { count: risks[i]?.atRisk ?? 0, of: sessions, share: value, low, high },
    mark: { kind: 'scene', least: i + 1 }
  }))
}

const MEASURED = ['beats', 'minutes', 'scenes'] as const
/** About how many bins a distribution has. */
const BINS = 20

/** A round width of bins: 1, 2 or 5 times a power of ten; of whole numbers at least 1. */
function binWidth(range: number, isWhole: boolean): number {
  if (range <= 0) return 1
  const rough = Math.max(isWhole ? 1 : 0, range / BINS)
  const power = 10 ** Math.floor(Math.log10(rough))
  return (([1, 2, 5, 10] as const).find((times) => times * power >= rough) ?? 10) * power
}

/** The edges of bins from the least to the most value. Sums of widths such as 0.1 are rounded to what a reader sees. */
function edgesOf(least: number, most: number, width: number): number[] {
  const first = Math.floor(least / width)
  const count = Math.floor(most / width) - first + 2
  return Array.from({ length: count }, (_, i) => Number(((first + i) * width).toPrecision(12)))
}

export async function lengthsOf(chosen: ChosenSessions): Promise<Distribution[]> {
  const numbers = await chosen.ask<Record<'least' | 'most' | 'low' | 'median' | 'high' | 'count' | 'mean' | 'deviation', number>>(
    MEASURED.map(
      (of) =>
        `SELECT min(${of}) AS least, max(${of}) AS most, quantile_cont(${of}, 0.1) AS low, median(${of}) AS median, quantile_cont(${of}, 0.9) AS high,
         count(*) AS count, avg(${of}) AS mean, coalesce(stddev_samp(${of}), 0) AS deviation FROM session WHERE ${chosen.some}`
    ).join(' UNION ALL ')
  )
  if ((numbers[0]?.count ?? 0) === 0) return []
  const edges = MEASURED.map((of, i) => {
    const { least = 0, most = 0 } = numbers[i] ?? {}
    return edgesOf(least, most, binWidth(most - least, of !== 'minutes'))
  })
  const bins = await chosen.ask<{ counts: number[] }>(
    MEASURED.map((of, i) => {
      const counts = (edges[i] ?? []).slice(0, -1).map((from, k) => `count(*) FILTER (${of} >= ${from} AND ${of} < ${edges[i]?.[k + 1]})`)
      return `SELECT [${counts.join(', ')}] AS counts FROM session WHERE ${chosen.some}`
    }).join(' UNION ALL ')
  )
  return MEASURED.map((of, i): Distribution => {
    const { low = 0, median = 0, high = 0, count = 0, mean = 0, deviation = 0 } = numbers[i] ?? {}
    const counts = bins[i]?.counts ?? []
    return {
      of,
      bins: counts.map((some, k) => ({ from: edges[i]?.[k] ?? 0, to: edges[i]?.[k + 1] ?? 0, count: some })),
      low,
      median,
      high,
      mean: meanOf({ count, mean, deviation })
    }
  })
}

const HARMS = { dead: 'dead', down: 'down', 'turned-back': 'turnedBack' } as const

export async function placesOf(chosen: ChosenSessions, world: Promise<LabWorld>, sessions: number): Promise<LabReport['places']> {
  const visits = await chosen.ask<{ place: string; n: number }>(
    `SELECT place, count(*) AS n FROM (SELECT DISTINCT session, place FROM visit WHERE ${chosen.some}) GROUP BY place`
  )
  const harms = await chosen.ask<{ kind: keyof typeof HARMS; place: string; n: number }>(
    `SELECT kind, place, count(DISTINCT session) AS n FROM outcome WHERE (kind = 'turned-back' OR kind IN ('dead', 'down') AND "value" = 'player') AND place <> '' AND ${chosen.some} GROUP BY ALL`
  )
  const { state } = await world
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
export async function movesOf(chosen: ChosenSessions, world: Promise<LabWorld>): Promise<LabReport['moves']> {
  const moves = await chosen.ask<{ from: string; to: string; sessions: number; times: number }>(
    `SELECT came_from AS "from", place AS "to", count(*) AS sessions, sum(n) AS times FROM
     (SELECT session, came_from, place, count(*) AS n FROM visit WHERE came_from <> '' AND ${chosen.some} GROUP BY ALL) GROUP BY ALL ORDER BY 3 DESC, 1, 2`
  )
  const { state } = await world
  const place = (id: string): string => own(state.places, id)?.name ?? id
  return moves.map((one) => ({ ...one, fromName: place(one.from), toName: place(one.to) }))
}

/** The number of sessions that are listed as the worst. */
const WORST = 20

export async function worstOf(chosen: ChosenSessions): Promise<Pick<LabReport, 'stuck' | 'repeated'>> {
  const of = <Row>(columns: string, by: 'stuck' | 'repeated'): Promise<Row[]> =>
    chosen.ask(`SELECT session, seed, ${columns} FROM session WHERE ${by} > 0 AND ${chosen.some} ORDER BY ${by} DESC, session LIMIT ${WORST}`)
  return {
    stuck: await of<LabReport['stuck'][number]>('stuck_from AS beat, stuck AS beats', 'stuck'),
    repeated: await of<LabReport['repeated'][number]>('repeated AS times', 'repeated')
  }
}

/** The number of sessions with a fight. */
export async function fightsOf(chosen: ChosenSessions): Promise<number> {
  const [fights] = await chosen.ask<{ n: number }>(`SELECT count(DISTINCT session) AS n FROM outcome WHERE kind = 'fight' AND ${chosen.some}`)
  return fights?.n ?? 0
}
