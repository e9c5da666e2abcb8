import type { FlowOf, LabFilter, LabMark, Steps } from '../../../shared/lab/report'
import type { ResultParameter } from './values'
import { sqlName } from './schema'

/** Puts a value into the parameters of a query, and returns its place in the SQL: `$3`. */
type Bind = (value: ResultParameter) => string

/** The rows of a table in which a mark holds of their session, and the beat of each. */
interface Holding {
  from: string
  where: string
  beat: () => string
}

/** The condition that an outcome is a fact that was set, not one that was removed. */
export const FACT_SET = `(kind = 'fact' AND "value" NOT IN ('', 'false'))`

/** Each story event that was over with the one before it, and the end of the session as one without an id. */
export const FOLLOWED = `(SELECT session, beat, id, lag(id, 1, '') OVER (PARTITION BY session ORDER BY beat, id = '', id) AS before FROM (
  SELECT session, beat, id FROM outcome WHERE kind = 'event-over' UNION ALL SELECT session, beats, '' FROM session))`

/** The steps of a flow: the number of each in its session, from 1, the one after it, and its beat. The last one is the end, without an id. */
export const stepsOf = (of: FlowOf): string =>
  `(SELECT session, beat, id, row_number() OVER steps AS n, lead(id) OVER steps AS next, lead(beat) OVER steps AS next_beat FROM (
  SELECT session, beat, ${of === 'scenes' ? 'place' : 'id'} AS id FROM outcome WHERE kind = '${of === 'scenes' ? 'scene' : 'event-over'}'
  UNION ALL SELECT session, beats, '' FROM session) WINDOW steps AS (PARTITION BY session ORDER BY beat, id = '', id))`

const all = (...conditions: (string | undefined)[]): string => conditions.filter((one) => one !== undefined).join(' AND ')

/** The value of a fall or a death, which says whose it is: the party's, unless the mark names an actor. */
const ofParty = ({ of, actor, id }: LabMark & { kind: 'outcome' }): string | undefined =>
  ['down', 'dead', 'able'].includes(of) && actor === undefined && id === undefined ? 'player' : undefined

/** Where a mark holds. Texts of the mark are parameters, never SQL. */
function holding(mark: LabMark, bind: Bind): Holding {
  const is = (column: string, value: string | number | undefined): string | undefined =>
    value === undefined ? undefined : `${sqlName(column)} = ${bind(value)}`
  const reaches = (column: string, least: number | undefined, most: number | undefined): string[] => [
    ...(least === undefined ? [] : [`${sqlName(column)} >= ${bind(least)}`]),
    ...(most === undefined ? [] : [`${sqlName(column)} <= ${bind(most)}`])
  ]
  switch (mark.kind) {
    case 'party':
      return { from: 'session', where: all(is('party', mark.name)), beat: () => '0' }
    case 'ending':
      return { from: 'session', where: all(is('ending', mark.ending), is('last_event', mark.lastEvent)), beat: () => 'beats' }
    case 'outcome':
      return {
        from: 'outcome',
        where: all(
          is('kind', mark.of),
          is('id', mark.id),
          is('value', mark.value ?? ofParty(mark)),
          is('place', mark.place),
          is('actor', mark.actor)
        ),
        beat: () => 'beat'
      }
    case 'visited':
      return { from: 'visit', where: all(is('place', mark.place)), beat: () => 'arrived' }
    case 'moved':
      return { from: 'visit', where: all(is('came_from', mark.from), is('place', mark.to)), beat: () => 'arrived' }
    case 'followed':
      return { from: FOLLOWED, where: all(is('before', mark.from), is('id', mark.to)), beat: () => 'beat' }
    case 'step': {
      const { of, n, at, next } = mark
      const among = (column: string, { ids, isNot }: Steps): string =>
        ids.length === 0 ? `${isNot === true}` : `${column} ${isNot ? 'NOT ' : ''}IN (${ids.map(bind).join(', ')})`
      return { from: stepsOf(of), where: all(is('n', n), among('id', at), next && among('next', next)), beat: () => (next ? 'next_beat' : 'beat') }
    }
    case 'exercised':
      if (mark.of === 'fact') return { from: 'outcome', where: all(FACT_SET, is('id', mark.id)), beat: () => 'beat' }
      return { from: 'exercise', where: all(is('kind', mark.of), is('id', mark.id)), beat: () => '"first"' }
    case 'rolled':
      return {
        from: 'roll',
        where: all(is('action', mark.action), is('label', mark.label), is('dice', mark.dice), is('need', mark.need)),
        beat: () => 'beat'
      }
    case 'offered':
      return {
        from: 'offer AS offered',
        where: all(is('action', mark.action), 'offered > 0'),
        beat: () => 'coalesce((SELECT min(beat) FROM action WHERE action.session = offered.session AND action.action = offered.action), 0)'
      }
    case 'refused':
      return { from: 'action', where: all(is('action', mark.action), 'NOT ok'), beat: () => 'beat' }
    case 'failure':
      return { from: 'action', where: all(is('place_in_rules', mark.where)), beat: () => 'beat' }
    case 'scene':
      return {
        from: 'session',
        where: all(...reaches('scenes', mark.least, undefined)),
        beat: () => `coalesce((SELECT min(beat.beat) FROM beat WHERE beat.session = session.session AND scene >= ${bind(mark.least)}), 0)`
      }
    case 'number':
      return {
        from: 'session',
        where: all(...reaches(mark.of, mark.least, mark.most), mark.below === undefined ? 'true' : `${sqlName(mark.of)} < ${bind(mark.below)}`),
        beat: () =>
          mark.of === 'stuck'
            ? 'stuck_from'
            : mark.of === 'dead'
              ? `coalesce((SELECT max(beat) FROM outcome WHERE outcome.session = session.session AND kind = 'dead' AND "value" = 'player'), beats)`
              : 'beats'
      }
    default:
      return {
        from: '"value"',
        where: all(
          is('name', mark.name),
          ...reaches('beat', undefined, mark.beat),
          `until > ${bind(mark.beat)}`,
          ...reaches('value', mark.least, mark.most)
        ),
        beat: () => bind(mark.beat)
      }
  }
}

/** The condition on rows of the table of sessions that they pass a filter. */
export function passes({ is, not }: LabFilter, bind: Bind): string {
  const having = (mark: LabMark, not: '' | 'NOT '): string => {
    const { from, where } = holding(mark, bind)
    return `session.session ${not}IN (SELECT session FROM ${from} WHERE ${where})`
  }
  return all('true', ...is.map((mark) => having(mark, '')), ...not.map((mark) => having(mark, 'NOT ')))
}

/** SQL that has the beat at which the last mark of a filter holds, by session; undefined without one. */
export function heldAt({ is }: LabFilter, bind: Bind): string | undefined {
  const last = is.at(-1)
  if (!last) return undefined
  const { from, where, beat } = holding(last, bind)
  return `SELECT session, min(${beat()}) AS at FROM ${from} WHERE ${where} GROUP BY session`
}

/** A query and its parameters. `sql` gets the places of its values in the SQL. */
export function bound(sql: (bind: Bind) => string): [string, ResultParameter[]] {
  const parameters: ResultParameter[] = []
  return [sql((value) => `$${parameters.push(value)}`), parameters]
}
