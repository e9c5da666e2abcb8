import { OUTCOME_KINDS, SESSION_ENDS, type SessionRows } from '../../../shared/lab/rows'

/** The version of the tables. A file of another version is refused. */
export const RESULTS_VERSION = 1

/** A column: its type in DuckDB, what it holds in a sentence, and whether it can be NULL. */
export interface ResultColumn {
  readonly type: string
  readonly about: string
  readonly nullable?: true
}

type RowOf<Rows> = Rows extends readonly (infer Row)[] ? Row : Rows
type Tables = {
  readonly [Table in keyof SessionRows]: {
    readonly about: string
    readonly columns: { readonly [Column in keyof RowOf<SessionRows[Table]>]: ResultColumn }
  }
}

/** Parts of SQL names and texts, with the quotation marks that they need. */
export const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A type as people read it: an enumeration without its words. */
export const shortType = (type: string): string => type.replace(/\bENUM\(.*?\)/g, 'ENUM')

const oneOf = (words: readonly string[]): string => `ENUM(${words.map(sqlText).join(', ')})`
const column = (type: string, about: string): ResultColumn => ({ type, about })
const session = column('UINTEGER', 'The session’s number in the run, from 0.')
const beat = column('UINTEGER', 'The beat’s number in its session, from 1.')

/** The tables of a run's results and their columns, in their order. */
export const RESULT_TABLES: Tables = {
  session: {
    about: 'One row for each session that was played.',
    columns: {
      session,
      seed: column('VARCHAR', 'The seed that the session was played with.'),
      party: column('VARCHAR', 'The name of its party in the plan.'),
      ending: column(
        oneOf(SESSION_ENDS),
        'How it ended: ended by the DM, lost (nobody could act), goal (the plan’s expression held), sessions or beats (the plan’s limit), or failed.'
      ),
      last_event: column('VARCHAR', 'The id of the last story event that was over; empty if none was.'),
      beats: column('UINTEGER', 'The number of beats.'),
      scenes: column('UINTEGER', 'The number of scenes.'),
      story_sessions: column('UINTEGER', 'The number of story sessions.'),
      minutes: column('DOUBLE', 'Campaign minutes that passed.'),
      able: column('UINTEGER', 'Members of the party who could act at the end.'),
      down: column('UINTEGER', 'Members of the party who were down at the end.'),
      dead: column('UINTEGER', 'Members of the party who were dead at the end.'),
      stuck: column('UINTEGER', 'The most beats in a row in which only time, words and turns changed.'),
      stuck_from: column('UINTEGER', 'The beat after which these began.'),
      refused: column('UINTEGER', 'Calls that were refused.'),
      failures: column('UINTEGER', 'Calls that were refused because a rule failed.'),
      repeated: column('UINTEGER', 'Log entries of six words or more that were said before in the session.'),
      problem: column('VARCHAR', 'Why the session failed; empty otherwise.'),
      digest: column('VARCHAR', 'A hash of all calls and rolls, in hex.')
    }
  },
  beat: {
    about: 'One row for each beat.',
    columns: {
      session,
      beat,
      scene: column('UINTEGER', 'The scene’s number in its session, from 1; 0 between scenes.'),
      actor: column('VARCHAR', 'Who acted: an actor’s id, or dm.'),
      action: column('VARCHAR', 'The action or operation that was called.'),
      place: column('VARCHAR', 'The id of the place; empty between scenes.'),
      minutes: column('DOUBLE', 'Campaign minutes since the session began.'),
      status: column('VARCHAR', 'The status that the rules returned, such as success; empty if none.'),
      changes: column('UINTEGER', 'The number of changes to the state besides the turn.'),
      fight: column('BOOLEAN', 'Whether there was a fight.')
    }
  },
  action: {
    about: 'One row for each call, played or refused.',
    columns: {
      session,
      beat: column('UINTEGER', 'The beat that the call made or, if it was refused, in whose place it was tried.'),
      actor: column('VARCHAR', 'Who called it: an actor’s id, or dm.'),
      action: column('VARCHAR', 'The action or operation that was called.'),
      targets: column('VARCHAR[]', 'The ids of actors, places, items and features that its parameters name.'),
      ok: column('BOOLEAN', 'Whether it was played; false if it was refused.'),
      problem: column('VARCHAR', 'Why it was refused; empty if it was played.'),
      place_in_rules: column('VARCHAR', 'The file and line of a rule that failed; empty otherwise.')
    }
  },
  visit: {
    about: 'One row for each stay of a party member in a place.',
    columns: {
      session,
      actor: column('VARCHAR', 'The id of the party member.'),
      place: column('VARCHAR', 'The id of the place.'),
      came_from: column('VARCHAR', 'The id of the place before; empty at the beginning.'),
      arrived: column('UINTEGER', 'The first beat there.'),
      departed: column('UINTEGER', 'The last beat there.')
    }
  },
  roll: {
    about: 'One row for each roll of dice.',
    columns: {
      session,
      beat,
      actor: column('VARCHAR', 'Who rolled: an actor’s id, or dm.'),
      action: column('VARCHAR', 'The action that the roll belongs to.'),
      label: column('VARCHAR', 'What the roll was for, in the words of the rules.'),
      dice: column('VARCHAR', 'The dice, such as 2d6+1.'),
      total: column('DOUBLE', 'The total of the dice and their bonus.'),
      need: { ...column('DOUBLE', 'The total that was needed; NULL if none was.'), nullable: true },
      outcome: column('VARCHAR', 'What came of it; empty if the rules say nothing.')
    }
  },
  outcome: {
    about: 'One row for each thing that came about: facts, quests, story events, scenes, falls, deaths, items, conditions, fights.',
    columns: {
      session,
      beat,
      scene: column('UINTEGER', 'The scene’s number in its session, from 1; 0 between scenes.'),
      kind: column(oneOf(OUTCOME_KINDS), `What came about: ${OUTCOME_KINDS.join(', ')}.`),
      id: column('VARCHAR', 'The id of the fact, quest, event, item or condition.'),
      value: column('VARCHAR', 'The fact’s value, the quest’s status, or the scene’s title; empty otherwise.'),
      actor: column('VARCHAR', 'The id of the actor whom it happened to; empty if there is none.'),
      place: column('VARCHAR', 'The id of the place; empty if there is none.')
    }
  },
  exercise: {
    about: 'One row for each thing of the rules and the world that a session exercised.',
    columns: {
      session,
      kind: column(
        'VARCHAR',
        'The kind of thing, as in the coverage report: action, statement, word, condition, row, item, location, event or node.'
      ),
      id: column('VARCHAR', 'Its id in the coverage report.'),
      times: column('UINTEGER', 'How often it was exercised.'),
      first: column('UINTEGER', 'The first beat that exercised it.')
    }
  },
  offer: {
    about: 'One row for each action that a session’s actors were offered.',
    columns: {
      session,
      action: column('VARCHAR', 'The action.'),
      offered: column('UINTEGER', 'The number of times that an actor was offered it.'),
      taken: column('UINTEGER', 'The number of times that an actor took it.')
    }
  },
  value: {
    about: 'One row for each change of a recorded value, such as hit points, items of the party, and what the plan watches.',
    columns: {
      session,
      beat: column('UINTEGER', 'The beat after which it had the value; 0 at the beginning.'),
      until: column('UINTEGER', 'The next beat after which it had another value; after the last one, the session’s number of beats and 1.'),
      name: column('VARCHAR', 'The name of the value.'),
      value: column('DOUBLE', 'The value.')
    }
  }
}

export type ResultTable = keyof SessionRows
export const RESULT_TABLE_NAMES = Object.keys(RESULT_TABLES) as ResultTable[]

/** A table's columns with their names, in their order. */
export const columnsOf = (table: ResultTable): (ResultColumn & { name: string })[] =>
  Object.entries<ResultColumn>(RESULT_TABLES[table].columns).map(([name, one]) => ({ name, ...one }))

/** The statements that make an empty file's tables. */
export const createTables = (): string[] => [
  'CREATE TABLE meta (version UINTEGER NOT NULL)',
  `INSERT INTO meta VALUES (${RESULTS_VERSION})`,
  ...RESULT_TABLE_NAMES.map(
    (table) =>
      `CREATE TABLE ${sqlName(table)} (${columnsOf(table)
        .map(({ name, type, nullable }) => `${sqlName(name)} ${type}${nullable ? '' : ' NOT NULL'}`)
        .join(', ')})`
  )
]

/** The tables of results in words: the answer of `labSchema`. */
export const resultsSchema = (): { table: string; about: string; columns: { name: string; type: string; about: string }[] }[] =>
  RESULT_TABLE_NAMES.map((table) => ({
    table,
    about: RESULT_TABLES[table].about,
    columns: columnsOf(table).map(({ name, type, about }) => ({ name, type: shortType(type), about }))
  }))
