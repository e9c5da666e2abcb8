import type { LabFilter, LabReport, LabRun, ListedSession } from '../../../shared/lab/report'
import type { SessionRow } from '../../../shared/lab/rows'
import type { LabWorld } from '../lab-world'
import type { ResultsPort } from './port'
import { NO_COUNTS } from './counts'
import { actionsOf, exercisedOf, failuresOf, outcomesOf } from './report-exercised'
import { bound, heldAt, passes } from './report-filter'
import { flowsOf } from './report-flows'
import { neverOf } from './report-needs'
import { endingsOf, movesOf, partiesOf, placesOf, survivalOf } from './report-play'
import { rollsOf } from './report-rolls'
import { sqlName } from './schema'

/** The results of a run that can be read: what `ResultsPort` has of it. */
export type ReadableResults = Pick<ResultsPort, 'rows' | 'counts'>

/** What there is to read before the first sessions are saved. */
export const NO_RESULTS: ReadableResults = { rows: async () => [], counts: async () => NO_COUNTS }

/**
 * What the lab shows of a run's sessions that pass a filter. `reading`: the campaign at the run's commit, which may still be read while the sessions
 * are counted. Throws as `ResultsPort.rows`.
 */
export async function labReport(results: ReadableResults, reading: LabWorld | Promise<LabWorld>, run: LabRun, filter: LabFilter): Promise<LabReport> {
  const [counts, world] = await Promise.all([results.counts(filter), reading])
  const { tallies, lengths, bands, stuck, repeated } = counts
  const sessions = tallies.reduce((sum, { n }) => sum + n, 0)
  const exercised = exercisedOf(counts, world, sessions)
  const places = placesOf(counts, world, sessions)
  const actions = actionsOf(counts, world, sessions)
  const fights = counts.fights[0]?.n ?? 0
  const outcomes = outcomesOf(counts, world, sessions)
  return {
    run,
    sessions,
    played: counts.played,
    beats: tallies.reduce((sum, { times }) => sum + times, 0),
    parties: partiesOf(tallies, sessions),
    endings: endingsOf(tallies, world, sessions),
    survival: survivalOf(counts, sessions),
    lengths,
    bands,
    places,
    moves: movesOf(counts, world),
    ...flowsOf(counts, world, sessions),
    never: neverOf(world, { sessions, exercised, outcomes, places, actions, fights }),
    exercised,
    actions,
    outcomes,
    rolls: rollsOf(counts, world),
    failures: failuresOf(counts, sessions),
    stuck,
    repeated
  }
}

/** What a list of sessions is asked for: the filter, the column to sort by, and the part of the list. */
export interface ListedPart {
  filter: LabFilter
  by: keyof SessionRow
  descending: boolean
  from: number
  count: number
}

/** The sessions that pass a filter, and their number. Throws as `ResultsPort.rows`. */
export async function listSessions(
  results: ReadableResults,
  { filter, by, descending, from, count }: ListedPart
): Promise<{ sessions: ListedSession[]; of: number }> {
  const counting = results.rows<{ n: number }>(...bound((bind) => `SELECT count(*) AS n FROM session WHERE ${passes(filter, bind)}`))
  const page = bound((bind) => {
    const at = heldAt(filter, bind)
    const order = `${sqlName(by)} ${descending ? 'DESC' : 'ASC'}, session`
    return `SELECT page.*, ${at === undefined ? '0' : 'coalesce(held.at, 0)'} AS at
      FROM (SELECT * FROM session WHERE ${passes(filter, bind)} ORDER BY ${order} LIMIT ${bind(count)}::UBIGINT OFFSET ${bind(from)}::UBIGINT) AS page
      ${at === undefined ? '' : `LEFT JOIN (${at}) AS held USING (session)`} ORDER BY ${order}`
  })
  const [[all], sessions] = await Promise.all([counting, results.rows<ListedSession>(...page)])
  return { sessions, of: all?.n ?? 0 }
}
