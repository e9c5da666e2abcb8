import type { DuckDBConnection } from '@duckdb/node-api'
import type { Band, Distribution, FlowOf, LabReport } from '../../../shared/lab/report'
import { FLOWS } from '../../../shared/lab/report'
import type { SessionEnd } from '../../../shared/lab/rows'
import { bandsOf, readSpans, type Span } from './bands'
import { type Column, type Counted, countsIn, type KeyedSql, readColumns } from './columns'
import { lengthsOf, MEASURED, type Measured } from './lengths'
import { FACT_SET, stepsOf } from './report-filter'
import { readRows } from './values'

/** What is counted in the sessions of a run, by the columns of its keys. */
interface Keys {
  /** `times`: beats. */
  tallies: { party: string; ending: SessionEnd; last_event: string; scenes: number }
  titles: { scene: number; title: string }
  visits: { place: string }
  harms: { kind: 'dead' | 'down' | 'turned-back'; place: string }
  moves: { from: string; to: string }
  steps: { of: FlowOf; column: number; id: string; next: string | null }
  fights: { kind: 'fight' }
  /** Facts that were set, quests by their statuses, and story events that were over. */
  came: { kind: 'fact' | 'quest' | 'event-over'; id: string; status: string }
  exercised: { kind: string; id: string }
  offered: { action: string }
  taken: { action: string }
  refused: { action: string }
  /** Rolls that needed a total, and on which side of it they were: -1, 0 or 1. Only their `times` count. */
  rolls: { action: string; label: string; dice: string; need: number; outcome: 'success' | 'failure'; side: number }
  /** Rolls that needed none. Only their `times` count. */
  totals: { label: string; dice: string; total: number }
}

const SQL: { readonly [What in keyof Keys]: KeyedSql & { key: readonly (keyof Keys[What])[] } } = {
  tallies: { key: ['party', 'ending', 'last_event', 'scenes'], rows: 'SELECT * FROM session', times: 'beats' },
  titles: { key: ['scene', 'title'], rows: `SELECT session, scene, "value" AS title FROM outcome WHERE kind = 'scene'` },
  visits: { key: ['place'], rows: 'SELECT session, place FROM visit', isSummed: true },
  harms: {
    key: ['kind', 'place'],
    rows: `SELECT * FROM outcome WHERE (kind = 'turned-back' OR kind IN ('dead', 'down') AND "value" = 'player') AND place <> ''`,
    isSummed: true
  },
  moves: { key: ['from', 'to'], rows: `SELECT session, came_from AS "from", place AS "to" FROM visit WHERE came_from <> ''`, isSummed: true },
  steps: {
    key: ['of', 'column', 'id', 'next'],
    rows: FLOWS.map((of) => `SELECT session, '${of}' AS "of", n AS "column", id, next FROM ${stepsOf(of)}`).join(' UNION ALL ')
  },
  fights: { key: ['kind'], rows: `SELECT * FROM outcome WHERE kind = 'fight'`, isSummed: true },
  came: {
    key: ['kind', 'id', 'status'],
    rows: `SELECT session, kind, id, if(kind = 'quest', "value", '') AS status, beat FROM outcome WHERE kind IN ('quest', 'event-over') OR ${FACT_SET}`,
    first: 'beat',
    isSummed: true
  },
  exercised: { key: ['kind', 'id'], rows: 'SELECT * FROM exercise', times: 'times', first: 'first' },
  offered: { key: ['action'], rows: 'SELECT * FROM offer WHERE offered > 0', times: 'offered' },
  taken: { key: ['action'], rows: 'SELECT * FROM offer WHERE taken > 0', times: 'taken' },
  refused: { key: ['action'], rows: 'SELECT * FROM action WHERE NOT ok' },
  rolls: {
    key: ['action', 'label', 'dice', 'need', 'outcome', 'side'],
    rows: `SELECT *, sign(total - need) AS side FROM roll WHERE need IS NOT NULL AND outcome IN ('success', 'failure')`
  },
  totals: { key: ['label', 'dice', 'total'], rows: 'SELECT * FROM roll WHERE need IS NULL' }
}
const NAMES = Object.keys(SQL) as (keyof Keys)[]

/** A failure of a rule: the first one of a session at a place in the rules. */
interface Failure {
  session: number
  where: string
  problem: string
  beat: number
}

type KeyCounts = { [What in keyof Keys]: Counted<Keys[What]>[] }

/** The numbers of a report on sessions that pass a filter. */
export interface RunCounts extends KeyCounts, Pick<LabReport, 'stuck' | 'repeated'> {
  /** The number of sessions that were played. */
  played: number
  lengths: Distribution[]
  bands: Band[]
  /** The first failure at each place in the rules, with the number of sessions that met one there. */
  failures: (Failure & { n: number })[]
}

/** The counts of a run without a session. */
export const NO_COUNTS: RunCounts = {
  ...(Object.fromEntries(NAMES.map((name) => [name, []])) as unknown as KeyCounts),
  played: 0,
  lengths: [],
  bands: [],
  failures: [],
  stuck: [],
  repeated: []
}

/** The number of sessions that are listed as the worst. */
const WORST = 20

interface SessionNumbers extends Measured {
  session: readonly number[]
  seed: readonly string[]
  stuck: readonly number[]
  stuck_from: readonly number[]
  repeated: readonly number[]
}

/** All sessions of a run as numbers in memory, about 120 bytes for each thing that a session did, so that a filter only counts. */
export class Counts {
  private constructor(
    private readonly sessions: SessionNumbers,
    private readonly columns: { readonly [What in keyof Keys]: Column<Keys[What]>[] },
    private readonly spans: readonly Column<Span>[],
    private readonly failures: readonly Failure[]
  ) {}

  /** Reads all sessions. `connect`: gives work a connection of its own; several work at a time. */
  static async read(connect: <Result>(work: (connection: DuckDBConnection) => Promise<Result>) => Promise<Result>): Promise<Counts> {
    const columns = Promise.all(NAMES.map(async (name) => [name, await connect((connection) => readColumns(connection, SQL[name]))] as const))
    const [sessions, spans, failures, all] = await Promise.all([
      connect(async (connection) => {
        const read = await connection.runAndReadAll(`SELECT session, seed, ${MEASURED.join(', ')}, stuck, stuck_from, repeated FROM session`)
        return read.getColumnsObject() as unknown as SessionNumbers
      }),
      connect(readSpans),
      connect((connection) =>
        readRows<Failure>(
          connection,
          `SELECT session, place_in_rules AS "where", arg_min(problem, beat) AS problem, min(beat) AS beat FROM action
           WHERE NOT ok AND place_in_rules <> '' GROUP BY ALL ORDER BY session`
        )
      ),
      columns
    ])
    return new Counts(sessions, Object.fromEntries(all) as unknown as Counts['columns'], spans, failures)
  }

  /** Counts sessions by their numbers, by default all. */
  of(chosen: readonly number[] = this.sessions.session): RunCounts {
    const { sessions, columns } = this
    const isChosen = new Uint8Array(sessions.session.reduce((most, one) => Math.max(most, one), 0) + 1)
    for (const session of chosen) isChosen[session] = 1
    const rows = [...sessions.session.keys()].filter((row) => isChosen[sessions.session[row]!] === 1)
    const counts = NAMES.map((name) => [name, countsIn<unknown>(columns[name], isChosen)] as const)
    const longest = rows.reduce((most, row) => Math.max(most, sessions.beats[row]!), 0)
    const worst = (by: 'stuck' | 'repeated'): number[] =>
      rows
        .filter((row) => sessions[by][row]! > 0)
        .toSorted((a, b) => sessions[by][b]! - sessions[by][a]! || sessions.session[a]! - sessions.session[b]!)
        .slice(0, WORST)
    const named = (row: number): { session: number; seed: string } => ({ session: sessions.session[row]!, seed: sessions.seed[row]! })
    return {
      ...(Object.fromEntries(counts) as unknown as KeyCounts),
      played: sessions.session.length,
      lengths: lengthsOf(sessions, rows),
      bands: bandsOf(this.spans, isChosen, longest),
      failures: this.#failures(isChosen),
      stuck: worst('stuck').map((row) => ({ ...named(row), beat: sessions.stuck_from[row]!, beats: sessions.stuck[row]! })),
      repeated: worst('repeated').map((row) => ({ ...named(row), times: sessions.repeated[row]! }))
    }
  }

  #failures(isChosen: Uint8Array): RunCounts['failures'] {
    const found = new Map<string, RunCounts['failures'][number]>()
    for (const one of this.failures) {
      if (isChosen[one.session] !== 1) continue
      const known = found.get(one.where)
      if (known) known.n++
      else found.set(one.where, { ...one, n: 1 })
    }
    return [...found.values()].toSorted((a, b) => b.n - a.n || (a.where < b.where ? -1 : 1))
  }
}
