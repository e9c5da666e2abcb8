import { own } from '../../../shared/base/json'
import { MIN_SESSIONS_FOR_ODD, type OddFinding, type OddReason, type OddSession, type OddSessions, oddest, RARE_SHARE } from '../../../shared/lab/odd'
import { ENDINGS, type SessionRow } from '../../../shared/lab/rows'
import { factName } from '../../../shared/story/why-not'
import { counted } from '../../../shared/words/labels'
import type { LabWorld } from '../lab-world'
import type { ReadableResults } from './report'
import { FACT_SET } from './report-filter'
import { sqlText } from './schema'

/** The sessions with the most surprising findings among which the list is chosen. */
const MAX_CANDIDATES = 500
/** The most reasons that are given for a session. */
const MAX_REASONS = 4
/** The longest stretch without a change that is never called unusual, in beats. */
const MAX_USUAL_STRETCH = 10
/** Tukey's fence: how many interquartile ranges beyond the quartiles a number is an outlier. */
const FENCE = 1.5

/** The numbers of a session that can be outliers, and SQL for the beat from which on they are. `low` and `high`: the fences. */
const NUMBERS = [
  { of: 'stuck', where: `stuck > greatest(high, ${MAX_USUAL_STRETCH})`, beat: 'stuck_from', tail: 'DESC' },
  { of: 'beats', where: 'beats > high', beat: 'floor(high) + 1', tail: 'DESC' },
  { of: 'beats', where: 'beats < low', beat: 'last_scene', tail: 'ASC' },
  {
    of: 'minutes',
    where: 'minutes > high',
    beat: '(SELECT min(beat.beat) FROM beat WHERE beat.session = about.session AND beat.minutes > high)',
    tail: 'DESC'
  }
] as const

/** Each session with the first beat of its last scene, from which on it ended as it did. */
const ABOUT = `about AS (SELECT session.*, coalesce(last.beat, 1) AS last_scene FROM session LEFT JOIN
  (SELECT session, max(beat) AS beat FROM outcome WHERE kind = 'scene' GROUP BY session) AS last USING (session))`

/** What sessions reached, and how they ended: from their last story event on, or from the last scene if nobody could act any more. */
const REACHED = `reached AS (
  SELECT session, 'ending' AS kind, ending || ' ' || last_event AS id, coalesce(if(ending = 'lost', last_scene,
    (SELECT max(beat) FROM outcome WHERE outcome.session = about.session AND kind = 'event-over' AND id = last_event)), last_scene) AS beat FROM about
  UNION ALL SELECT session, 'event', id, min(beat) FROM outcome WHERE kind = 'event-over' GROUP BY ALL
  UNION ALL SELECT session, 'place', place, greatest(min(arrived), 1) FROM visit GROUP BY ALL
  UNION ALL SELECT session, 'fact', id, min(beat) FROM outcome WHERE ${FACT_SET} GROUP BY ALL
  UNION ALL SELECT session, 'dead', actor, min(beat) FROM outcome WHERE kind = 'dead' AND "value" = 'player' GROUP BY ALL)`

/** Every finding of every session. */
const findingsSql = (of: number, only: readonly number[] | undefined): string => `WITH ${ABOUT}, ${REACHED}, finding AS (
  SELECT session, kind, id, beat, count(*) OVER (PARTITION BY kind, id) AS alike, 0 AS "value", 0 AS median FROM reached
  QUALIFY alike <= ${of * RARE_SHARE}
  ${NUMBERS.map(
    (
      number
    ) => `UNION ALL SELECT session, ${sqlText(number.of)}, ${sqlText(number.tail === 'ASC' ? 'short' : 'long')}, greatest(${number.beat}, 1), alike, ${number.of}, median FROM
    (SELECT *, rank() OVER (ORDER BY ${number.of} ${number.tail}) + count(*) OVER (PARTITION BY ${number.of}) - 1 AS alike FROM about) AS about,
    (SELECT median(${number.of}) AS median, quantile_cont(${number.of}, 0.75) AS q3, quantile_cont(${number.of}, 0.25) AS q1,
      q3 + ${FENCE} * (q3 - q1) AS high, q1 - ${FENCE} * (q3 - q1) AS low FROM session) WHERE ${number.where} AND alike <= ${of * RARE_SHARE}`
  ).join('\n  ')})
  SELECT * FROM finding WHERE session IN (${
    only?.join(', ') ??
    `SELECT session FROM (SELECT session, kind, max(log2(${of} / alike)) AS bits FROM finding GROUP BY ALL)
    GROUP BY session ORDER BY sum(bits) DESC, session LIMIT ${MAX_CANDIDATES}`
  })
  ORDER BY session, kind, id`

/**
 * The most unusual sessions of a run: rare ends, places, facts and deaths, long stretches without a change, and outlying lengths by Tukey's fences.
 * None of a run with too few sessions to call anything rare. `only`: chooses among these. Throws as `ResultsPort.rows`.
 */
export async function oddSessions(results: ReadableResults, world: LabWorld, count: number, only?: readonly number[]): Promise<OddSessions> {
  const [all] = await results.rows<{ n: number }>('SELECT count(*) AS n FROM session')
  const played = all?.n ?? 0
  if (played < MIN_SESSIONS_FOR_ODD) return { played, sessions: [] }
  const findings = await results.rows<OddFinding>(findingsSql(played, only))
  const chosen = oddest(findings, played, count)
  if (chosen.length === 0) return { played, sessions: [] }
  const rows = await results.rows<SessionRow>(`SELECT * FROM session WHERE session IN (${chosen.map(({ session }) => session).join(', ')})`)
  const rowOf = new Map(rows.map((row) => [row.session, row]))
  return {
    played,
    sessions: chosen.flatMap(({ session, findings: own }): OddSession[] => {
      const row = rowOf.get(session)
      if (!row) return []
      const why = own.slice(0, MAX_REASONS).map((one): OddReason => {
        const { kind, id, beat, alike } = one
        return { kind, id, beat, alike, words: wordsOf(one, row, world, played) }
      })
      const { seed, party, ending, beats } = row
      return [{ session, seed, party, ending, beats, at: why[0]?.beat ?? 1, why }]
    })
  }
}

/** Why a finding is unusual, in a sentence. */
function wordsOf({ kind, id, alike, value, median }: OddFinding, { ending, last_event: last }: SessionRow, world: LabWorld, of: number): string {
  const share = `in ${alike.toLocaleString('en')} of ${counted(of, 'session')}`
  const number = (n: number): string => n.toLocaleString('en', { maximumFractionDigits: 0 })
  switch (kind) {
    case 'ending':
      return `${ENDINGS[ending]}${last === '' ? ' before any story event was over' : ` after “${world.eventName(last)}”`}, as ${share}.`
    case 'event':
      return `“${world.eventName(id)}” was over, as ${share}.`
    case 'place':
      return `A character was at ${own(world.state.places, id)?.name ?? id}, as ${share}.`
    case 'fact':
      return `The fact “${factName(id, world.lore.facts)}” was set, as ${share}.`
    case 'dead':
      return `${own(world.state.actors, id)?.name ?? id} died, as ${share}.`
    case 'stuck':
      return `For ${counted(value, 'beat')} nothing changed but time and words; in half of the sessions never for more than ${number(median)}.`
    case 'beats':
      return `It took ${counted(value, 'beat')}; half of the sessions took ${id === 'short' ? 'at least' : 'at most'} ${number(median)}.`
    default:
      return `It took ${counted(Math.round(value), 'minute')} of campaign time; half of the sessions took at most ${number(median)}.`
  }
}
