import type { DuckDBConnection } from '@duckdb/node-api'
import type { Band } from '../../../shared/lab/report'
import { type Column, readColumns } from './columns'
import { sqlText } from './schema'
import { readRows } from './values'

/** The most points of a band. */
const MAX_POINTS = 120
/** The most levels that the values of a band are sorted into. Values with fewer different ones in the first sessions stay as they are. */
const MAX_LEVELS = 400
const FIRST_SESSIONS = 200

/** A recorded value by its name, or the level of values that it is sorted into. */
export interface Span {
  name: string
  level: number
}

/** Reads the recorded values: `first` is the beat after which a session had one, and `times` the one from which on it had another. */
export async function readSpans(connection: DuckDBConnection): Promise<Column<Span>[]> {
  const fine = await readRows<{ name: string; size: number }>(
    connection,
    `SELECT name, (max("value") - min("value")) / ${MAX_LEVELS} AS size FROM "value"
     WHERE session < ${FIRST_SESSIONS} AND NOT isnan("value") GROUP BY name HAVING approx_count_distinct("value") > ${MAX_LEVELS}`
  )
  const levels = fine.map(({ name, size }) => `WHEN name = ${sqlText(name)} THEN round("value" / ${size}) * ${size}`)
  const level = levels.length === 0 ? '"value"' : `CASE ${levels.join(' ')} ELSE "value" END`
  const rows = `SELECT *, ${level} AS level FROM "value" WHERE NOT isnan("value")`
  return readColumns<Span>(connection, { key: ['name', 'level'], rows, times: 'until', first: 'beat' })
}

/**
 * The recorded values over the beats, by name. A row says from which beat until which a session has a value, so the sessions with each value at a
 * point are those that had it before, plus those that begin to have it, minus those that cease to. `longest`: the beats of the longest session.
 */
export function bandsOf(spans: readonly Column<Span>[], isChosen: Uint8Array, longest: number): Band[] {
  const width = Math.max(1, Math.ceil((longest + 1) / MAX_POINTS))
  // A point is a beat that `width` divides: a value counts there from the next one after it began.
  const pointOf = (beat = 0): number => Math.ceil(beat / width)
  const last = pointOf(longest + 1)
  const names = [...new Set(spans.map(({ key }) => key.name))].toSorted()
  return names.flatMap((name): Band[] => {
    const own = spans.filter(({ key }) => key.name === name).toSorted((a, b) => a.key.level - b.key.level)
    /** How many more (or fewer) sessions have each level from a point on, point by point. */
    const more = new Int32Array((last + 1) * own.length)
    for (const [level, { sessions, first, times }] of own.entries())
      for (let row = 0; row < sessions.length; row++)
        if (isChosen[sessions[row]!] === 1) {
          more[pointOf(first?.[row]) * own.length + level]!++
          more[pointOf(times?.[row]) * own.length + level]!--
        }
    const levels = own.map(({ key }) => key.level)
    const points = pointsOf(levels, more, last, width)
    return points.length === 0 ? [] : [{ name, points }]
  })
}

function pointsOf(levels: readonly number[], more: Int32Array, last: number, width: number): Band['points'] {
  const counts = new Int32Array(levels.length)
  const points: Band['points'] = []
  for (let point = 0; point < last; point++) {
    let sessions = 0
    for (let at = 0; at < levels.length; at++) sessions += counts[at]! += more[point * levels.length + at]!
    if (sessions === 0) continue
    const value = (p: number): number => levels[levelAt(counts, p * (sessions - 1))] ?? 0
    points.push({ beat: point * width, low: value(0.1), median: value(0.5), high: value(0.9), sessions })
  }
  return points
}

/** The level of the session with a rank, from 0, among all by their values. */
function levelAt(counts: Int32Array, rank: number): number {
  let seen = 0
  return counts.findIndex((count) => (seen += count) > rank)
}
