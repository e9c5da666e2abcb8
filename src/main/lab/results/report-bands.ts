import type { Band } from '../../../shared/lab/report'
import type { ChosenSessions } from './report-filter'

/** The most points of a band. */
const MAX_POINTS = 120
/** The most levels that the values of a band are sorted into. Values with fewer different ones in the first sessions stay as they are. */
const MAX_LEVELS = 400
const FIRST_SESSIONS = 200

/** How many more (or fewer) sessions have a value, or a level of values, from a point on. */
interface Step {
  name: string
  point: number
  value: number
  more: number
}

/**
 * The recorded values over the beats, by name. A row says from which beat until which a session has a value, so the sessions with each value at a
 * point are those that had it before, plus those that begin to have it, minus those that cease to. `longest`: the beats of the longest session.
 */
export async function bandsOf(chosen: ChosenSessions, longest: number): Promise<Band[]> {
  const width = Math.max(1, Math.ceil((longest + 1) / MAX_POINTS))
  const fine = await chosen.ask<{ name: string; size: number }>(
    `SELECT name, (max("value") - min("value")) / ${MAX_LEVELS} AS size FROM "value"
     WHERE session < ${FIRST_SESSIONS} AND NOT isnan("value") GROUP BY name HAVING approx_count_distinct("value") > ${MAX_LEVELS}`
  )
  const steps = await chosen.ask<Step>((bind) => {
    const levels = fine.map(({ name, size }) => {
      const part = bind(size)
      return `WHEN name = ${bind(name)} THEN round("value" / ${part}) * ${part}`
    })
    const level = levels.length === 0 ? '"value"' : `CASE ${levels.join(' ')} ELSE "value" END`
    // A point is a beat that `width` divides: a value counts there from the next one after it began.
    const part = (beat: string, sign: string): string =>
      `SELECT name, (${beat} + ${width - 1}) // ${width} AS point, ${level} AS level, ${sign}count(*) AS n FROM "value"
       WHERE NOT isnan("value") AND ${chosen.some} GROUP BY ALL`
    return `SELECT name, point, level AS "value", sum(n) AS more FROM (${part('beat', '')} UNION ALL ${part('until', '-')}) GROUP BY ALL ORDER BY name, point`
  })
  const names = [...new Set(steps.map(({ name }) => name))]
  return names.map((name) => ({
    name,
    points: pointsOf(
      steps.filter((step) => step.name === name),
      width
    )
  }))
}

/** The points of one band, from steps in the order of their points. */
function pointsOf(steps: readonly Step[], width: number): Band['points'] {
  const values = [...new Set(steps.map(({ value }) => value))].toSorted((a, b) => a - b)
  const levelOf = new Map(values.map((value, level) => [value, level]))
  const counts = new Float64Array(values.length)
  const points: Band['points'] = []
  let at = 0
  const last = steps.at(-1)?.point ?? 0
  for (let point = steps[0]?.point ?? 0; point < last; point++) {
    for (let step = steps[at]; step !== undefined && step.point <= point; step = steps[++at]) {
      const level = levelOf.get(step.value) ?? 0
      counts[level] = (counts[level] ?? 0) + step.more
    }
    const sessions = counts.reduce((sum, one) => sum + one, 0)
    if (sessions === 0) continue
    const value = (p: number): number => values[levelAt(counts, p * (sessions - 1))] ?? 0
    points.push({ beat: point * width, low: value(0.1), median: value(0.5), high: value(0.9), sessions })
  }
  return points
}

/** The level of the session with a rank, from 0, among all by their values. */
function levelAt(counts: Float64Array, rank: number): number {
  let seen = 0
  return counts.findIndex((count) => (seen += count) > rank)
}
