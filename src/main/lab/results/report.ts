import type { LabFilter, LabReport, LabRun, ListedSession } from '../../../shared/lab/report'
import type { SessionRow } from '../../../shared/lab/rows'
import type { LabWorld } from '../lab-world'
import type { ResultsPort } from './port'
import { bandsOf } from './report-bands'
import { actionsOf, cameAbout, exercisedOf, failuresOf, outcomesOf } from './report-exercised'
import { ChosenSessions } from './report-filter'
import { flowsOf } from './report-flows'
import { neverOf } from './report-needs'
import { endingsOf, fightsOf, lengthsOf, movesOf, partiesOf, placesOf, survivalOf, talliesOf, worstOf } from './report-play'
import { rollsOf } from './report-rolls'
import { sqlName } from './schema'

/** The results of a run that can be read: what `ResultsPort` has of it. */
export type ReadableResults = Pick<ResultsPort, 'rows'>

/**
 * What the lab shows of a run's sessions that pass a filter. `reading`: the campaign at the run's commit, which may still be read while the database
 * answers. Throws as `ResultsPort.rows`.
 */
export async function labReport(results: ReadableResults, reading: LabWorld | Promise<LabWorld>, run: LabRun, filter: LabFilter): Promise<LabReport> {
  const later = Promise.resolve(reading)
  // If the database fails first, nobody waits for the world.
  later.catch(() => undefined)
  const chosen = await ChosenSessions.of(results, filter)
  const [[all], tallies] = await Promise.all([results.rows<{ n: number }>('SELECT count(*) AS n FROM session'), talliesOf(chosen)])
  const sessions = tallies.reduce((sum, { n }) => sum + n, 0)
  const coming = cameAbout(chosen)
  // The database works on several queries at a time.
  const [bands, exercised, places, actions, came, survival, lengths, moves, failures, worst, fights, flows, rolls, world] = await Promise.all([
    bandsOf(chosen, Math.max(0, ...tallies.map(({ longest }) => longest))),
    exercisedOf(chosen, coming, later, sessions),
    placesOf(chosen, later, sessions),
    actionsOf(chosen, later, sessions),
    coming,
    survivalOf(chosen, tallies, sessions),
    lengthsOf(chosen),
    movesOf(chosen, later),
    failuresOf(chosen, sessions),
    worstOf(chosen),
    fightsOf(chosen),
    flowsOf(chosen, later, sessions),
    rollsOf(chosen, later),
    later
  ])
  const outcomes = outcomesOf(came, world, sessions)
  return {
    run,
    sessions,
    played: all?.n ?? 0,
    beats: tallies.reduce((sum, { beats }) => sum + beats, 0),
    parties: partiesOf(tallies, sessions),
    endings: endingsOf(tallies, world, sessions),
    survival,
    lengths,
    bands,
    places,
    moves,
    ...flows,
    never: neverOf(world, { sessions, exercised, outcomes, places, actions, fights }),
    exercised,
    actions,
    outcomes,
    rolls,
    failures,
    ...worst
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
  const chosen = await ChosenSessions.of(results, filter)
  const [all] = await chosen.ask<{ n: number }>(`SELECT count(*) AS n FROM session WHERE ${chosen.some}`)
  const sessions = await chosen.ask<ListedSession>((bind) => {
    const at = chosen.at(bind)
    const order = `${sqlName(by)} ${descending ? 'DESC' : 'ASC'}, session`
    return `SELECT page.*, ${at === undefined ? '0' : 'coalesce(held.at, 0)'} AS at
      FROM (SELECT * FROM session WHERE ${chosen.some} ORDER BY ${order} LIMIT ${bind(count)}::UBIGINT OFFSET ${bind(from)}::UBIGINT) AS page
      ${at === undefined ? '' : `LEFT JOIN (${at}) AS held USING (session)`} ORDER BY ${order}`
  })
  return { sessions, of: all?.n ?? 0 }
}
