import { DuckDBInstance } from '@duckdb/node-api'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type LabFilter, NO_FILTER } from '../../../shared/lab/report'
import { Results } from './results'
import { columnsOf, RESULT_TABLE_NAMES } from './schema'
import { sessionRows } from './sessions.fixture'

let folder: string
let results: Results
const file = (): string => join(folder, 'results.duckdb')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'results-'))
  results = new Results(file())
})
afterEach(async () => {
  await results.close()
  rmSync(folder, { recursive: true })
})

const sessions = (...numbers: number[]) => numbers.map((number) => sessionRows(number, 40))
const refusal = (work: Promise<unknown>): Promise<{ code: string; message: string; data: Record<string, unknown> }> =>
  work.then(
    (answer) => expect.fail(`It was answered: ${JSON.stringify(answer).slice(0, 200)}`),
    (thrown: unknown) => thrown as { code: string; message: string; data: Record<string, unknown> }
  )

test('the rows of sessions are read as they were added, in any table, also after the file is opened again', async () => {
  const added = sessions(3, 1)
  await results.add(added)
  await results.close()
  expect(await results.sessions()).toEqual([1, 3])
  for (const table of RESULT_TABLE_NAMES) {
    const names = columnsOf(table).map(({ name }) => name)
    const rows = await results.rows(`SELECT * FROM "${table}"`)
    const written = added.flatMap((one): object[] => [one[table]].flat())
    const asTexts = (list: readonly object[]): string[] => list.map((row) => JSON.stringify(Object.entries(row))).toSorted()
    expect(rows.map((row) => Object.keys(row))).toEqual(rows.map(() => names))
    expect(asTexts(rows)).toEqual(asTexts(written))
  }
})

test('a session that is added again replaces its rows, also within the same call', async () => {
  await results.add(sessions(1, 2))
  await results.add([sessionRows(2, 10), sessionRows(2, 20), sessionRows(4, 5)])
  expect(await results.rows('SELECT session, count(*) AS beats FROM beat GROUP BY ALL ORDER BY ALL')).toEqual([
    { session: 1, beats: 40 },
    { session: 2, beats: 20 },
    { session: 4, beats: 5 }
  ])
})

test('counts are what the database counts, of all sessions or those that pass a filter, and of those that were added since', async () => {
  const long = (...numbers: number[]) => numbers.map((number) => sessionRows(number, 100 + 10 * number))
  await results.add(long(...Array(14).keys()))
  const agree = async (filter: LabFilter, chosen: string): Promise<void> => {
    const counts = await results.counts(filter)
    const sorted = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted()
    const came = `SELECT session, kind, id, if(kind = 'quest', "value", '') AS status, count(*) AS times, min(beat) AS "first" FROM outcome
      WHERE kind IN ('quest', 'event-over') OR (kind = 'fact' AND "value" NOT IN ('', 'false')) GROUP BY ALL`
    const queries = {
      exercised: 'SELECT kind, id, count(*) AS n, sum(times) AS times, median("first") AS "first" FROM exercise',
      came: `SELECT kind, id, status, count(*) AS n, sum(times) AS times, median("first") AS "first" FROM (${came})`,
      visits: 'SELECT place, count(DISTINCT session) AS n, count(*) AS times, 0 AS "first" FROM visit',
      totals: 'SELECT label, dice, total, count(*) AS n, count(*) AS times, 0 AS "first" FROM roll'
    }
    for (const [name, sql] of Object.entries(queries)) {
      const rows = await results.rows(`${sql} WHERE ${chosen} ${name === 'totals' ? 'AND need IS NULL' : ''} GROUP BY ALL`)
      expect(rows.length).toBeGreaterThan(0)
      expect([name, sorted(counts[name as keyof typeof queries])]).toEqual([name, sorted(rows)])
    }
    expect([counts.played, counts.tallies.reduce((sum, { n }) => sum + n, 0)]).toEqual(
      Object.values((await results.rows(`SELECT count(*), count(*) FILTER (${chosen}) FROM session`))[0] ?? {})
    )
  }
  await agree(NO_FILTER, 'true')
  await agree({ is: [{ kind: 'ending', ending: 'lost' }], not: [] }, 'session % 3 = 1')
  await results.add(long(14, 15, 17))
  await agree({ is: [], not: [{ kind: 'ending', ending: 'lost' }] }, 'session % 3 <> 1')
})

test('of sessions of which one can’t be added none is added, and the next ones can be', async () => {
  await results.add(sessions(1))
  const bad = sessionRows(3, 5)
  Object.assign(bad.session, { ending: 'bored' })
  await refusal(results.add([sessionRows(2, 5), bad]))
  expect(await results.sessions()).toEqual([1])
  expect(await results.rows('SELECT DISTINCT session FROM beat')).toEqual([{ session: 1 }])
  await results.add(sessions(2))
  expect(await results.sessions()).toEqual([1, 2])
})

test('a run without results has no sessions, and says so to a query', async () => {
  expect(await results.sessions()).toEqual([])
  expect(await refusal(results.query('FROM session', 10))).toMatchObject({ code: 'not-found', message: 'This run has no results yet.' })
  expect(readdirSync(folder)).toEqual([])
})

test('reads during a run see whole sessions, and readers and writers wait for each other', async () => {
  const counts = 'SELECT (SELECT count(*) FROM session) AS sessions, (SELECT count(*) FROM beat) AS beats'
  const all = await Promise.all([
    results.add(sessions(0)),
    results.rows(counts),
    results.rows(counts),
    results.add(sessions(1)),
    results.query(counts, 1),
    results.add(sessions(2)),
    results.sessions()
  ])
  expect(all).toEqual([
    undefined,
    [{ sessions: 1, beats: 40 }],
    [{ sessions: 1, beats: 40 }],
    undefined,
    expect.objectContaining({ rows: [[2, 80]] }),
    undefined,
    [0, 1, 2]
  ])
})

test('parameters and lists are passed as they are', async () => {
  await results.add(sessions(0))
  const sql = 'SELECT $1 AS text, $2 AS number, $3 AS nothing, [1, 2] AS list, {a: 1, b: [true]} AS struct'
  expect(await results.rows(sql, ["O’Neil's 🎲", 1.5, null])).toEqual([
    { text: "O’Neil's 🎲", number: 1.5, nothing: null, list: [1, 2], struct: { a: 1, b: [true] } }
  ])
})

test('values of every type come back as texts, numbers, truths or null', async () => {
  await results.add(sessions(0))
  const cells: [sql: string, cell: unknown][] = [
    ['NULL', null],
    ['true', true],
    ['42', 42],
    ['9007199254740991::BIGINT', 9_007_199_254_740_991],
    ['9007199254740993::BIGINT', '9007199254740993'],
    ['170141183460469231731687303715884105727::HUGEINT', '170141183460469231731687303715884105727'],
    ['sum(7::BIGINT)', 7],
    ['0.125', 0.125],
    ['12345678901234567.891::DECIMAL(20, 3)', '12345678901234567.891'],
    ['0.1::DOUBLE', 0.1],
    ["'nan'::DOUBLE", 'NaN'],
    ["'-infinity'::DOUBLE", '-Infinity'],
    ["DATE '2026-11-30'", '2026-11-30'],
    ["TIMESTAMP '2026-11-30 14:00:00'", '2026-11-30 14:00:00'],
    ["INTERVAL '90 minutes'", '01:30:00'],
    ['[1, NULL, 3]', '[1, NULL, 3]'],
    ["{'place': 'well', 'beats': 3}", "{'place': 'well', 'beats': 3}"],
    ["'\\x00A'::BLOB", '\\x00A'],
    ["'lost'::ENUM('lost', 'ended')", 'lost'],
    ["'משה 🎲'", 'משה 🎲']
  ]
  const { rows, columns } = await results.query(`SELECT ${cells.map(([sql], at) => `${sql} AS c${at}`).join(', ')}`, 10)
  expect(rows).toEqual([cells.map(([, cell]) => cell)])
  expect(columns[5]).toEqual({ name: 'c5', type: 'HUGEINT' })
  expect(columns[18]).toEqual({ name: 'c18', type: 'ENUM' })
})

test('an answer has at most as many rows as were asked for, and says that there are more', async () => {
  await results.add(sessions(0, 1, 2))
  expect(await results.query('SELECT session FROM session ORDER BY session', 2)).toMatchObject({ rows: [[0], [1]], more: true })
  expect(await results.query('SELECT session FROM session ORDER BY session', 3)).toMatchObject({ rows: [[0], [1], [2]], more: false })
  expect(await results.query('SELECT range FROM range(1000000000000)', 5000)).toMatchObject({ rows: { length: 5000 }, more: true })
  const long = await results.query("SELECT repeat('x', 9999) AS x FROM range(10000)", 10_000)
  expect(long.more && long.rows.length < 3000).toBe(true)
})

test('every kind of query that reads is answered', async () => {
  await results.add(sessions(0, 1))
  const reading = [
    'SELECT count(*) FROM beat',
    'FROM session',
    'WITH lost AS (FROM session WHERE dead > 0) SELECT * FROM lost;',
    'VALUES (1), (2)',
    'TABLE visit',
    'DESCRIBE beat',
    'SUMMARIZE session',
    'SHOW TABLES',
    'EXPLAIN SELECT * FROM roll',
    'EXPLAIN ANALYZE SELECT count(*) FROM roll',
    "PIVOT outcome ON kind IN ('fact', 'quest') USING count(*) GROUP BY session",
    '-- how many\nSELECT count(*) FROM session -- all'
  ]
  for (const sql of reading) expect(await results.query(sql, 100)).not.toMatchObject({ rows: [] })
})

test('a mistake in a query is shown in the words of the database with its line and column', async () => {
  await results.add(sessions(0))
  const typo = await refusal(results.query('SELEC 1', 10))
  expect(typo).toMatchObject({ code: 'bad-input', data: { line: 1, column: 1 } })
  expect(typo.message).toContain('syntax error at or near "SELEC"')
  const column = await refusal(results.query('SELECT beats\nFROM session\nWHERE  beets > 3', 10))
  expect(column).toMatchObject({ code: 'bad-input', data: { line: 3, column: 8 } })
  expect(column.message).toContain('Referenced column "beets" not found')
  for (const empty of ['', ' ', ';', '-- nothing'])
    expect(await refusal(results.query(empty, 10))).toMatchObject({ code: 'bad-input', message: expect.stringContaining('The query is empty') })
  expect(await refusal(results.query('SELECT 1; SELECT 2', 10))).toMatchObject({ message: expect.stringContaining('one query at a time') })
})

test('a query that writes, or reads anything but the run’s tables, is refused, and nothing changes', async () => {
  await results.add(sessions(0, 1))
  await results.close()
  writeFileSync(join(folder, 'secret.csv'), 'a,b\n1,2\n')
  const secret = join(folder, 'secret.csv')
  const out = join(folder, 'out')
  const before = readFileSync(file())
  const attacks = [
    `SELECT * FROM read_csv('${secret}')`,
    `SELECT * FROM read_text('${secret}')`,
    `SELECT * FROM read_blob('${file()}')`,
    `SELECT * FROM read_json('${secret}')`,
    `SELECT * FROM read_parquet('${secret}')`,
    `SELECT * FROM parquet_metadata('${secret}')`,
    `SELECT * FROM sniff_csv('${secret}')`,
    `SELECT * FROM '${secret}'`,
    `SELECT * FROM glob('${folder}/*')`,
    `DESCRIBE SELECT * FROM read_csv('${secret}')`,
    `SUMMARIZE '${secret}'`,
    `SELECT * FROM query('SELECT * FROM read_text(''${secret}'')')`,
    `FROM json_execute_serialized_sql(json_serialize_sql('SELECT * FROM read_text(''${secret}'')'))`,
    `SELECT * FROM query_table('${secret}')`,
    `SELECT * FROM read_duckdb('${file()}')`,
    "SELECT * FROM read_csv('https://example.org/x.csv')",
    "SELECT * FROM read_text('/proc/self/environ')",
    "SELECT getenv('HOME')",
    'SELECT * FROM duckdb_secrets()',
    `COPY session TO '${out}'`,
    `COPY (SELECT 1) TO '${out}' (FORMAT parquet)`,
    `COPY session FROM '${secret}'`,
    `EXPLAIN ANALYZE COPY session TO '${out}'`,
    `EXPORT DATABASE '${out}'`,
    `IMPORT DATABASE '${folder}'`,
    `ATTACH '${out}'`,
    "ATTACH ':memory:' AS other",
    `ATTACH '${secret}' (TYPE sqlite)`,
    'DETACH results',
    'USE memory',
    'INSTALL httpfs',
    'LOAD httpfs',
    `LOAD '${secret}'`,
    'UPDATE EXTENSIONS',
    "CREATE SECRET (TYPE s3, KEY_ID 'a', SECRET 'b')",
    'SET threads = 64',
    "SET memory_limit = '64GB'",
    'RESET memory_limit',
    'SET enable_external_access = true',
    `SET temp_directory = '${out}'`,
    'SET VARIABLE x = 1',
    'SELECT set_config(1)',
    'PRAGMA threads = 64',
    'PRAGMA enable_profiling',
    `PRAGMA profiling_output = '${out}'`,
    'PRAGMA force_checkpoint',
    'CALL enable_logging()',
    `SELECT * FROM enable_logging(storage = 'file', storage_path = '${out}')`,
    `SELECT * FROM enable_profiling(save_location = '${out}')`,
    'CHECKPOINT',
    'VACUUM',
    'ANALYZE',
    'BEGIN',
    'ROLLBACK',
    'PREPARE x AS SELECT 1',
    'EXECUTE x',
    'CREATE TABLE other (a INTEGER)',
    'CREATE TEMP TABLE other AS SELECT 1',
    'CREATE MACRO f() AS 1',
    "CREATE TYPE t AS ENUM ('a')",
    'CREATE SCHEMA s',
    'CREATE VIEW v AS SELECT 1',
    'INSERT INTO meta VALUES (2)',
    'EXPLAIN ANALYZE INSERT INTO meta VALUES (2)',
    'UPDATE session SET beats = 0',
    'DELETE FROM session',
    'TRUNCATE session',
    'DROP TABLE session',
    'ALTER TABLE session ADD COLUMN x INTEGER',
    "COMMENT ON TABLE session IS 'x'",
    'MERGE INTO session USING (SELECT 1 AS session) AS s USING (session) WHEN MATCHED THEN DELETE',
    'SELECT 1; DROP TABLE session',
    '/* SELECT */ DELETE FROM session',
    'WITH x AS (SELECT 1) DELETE FROM session'
  ]
  const answered: string[] = []
  for (const sql of attacks) {
    const problem = await results.query(sql, 10).then(
      () => undefined,
      (thrown: unknown) => thrown as { code: string }
    )
    if (!problem || !['refused', 'bad-input', 'not-found'].includes(problem.code)) answered.push(`${sql}: ${JSON.stringify(problem)}`)
  }
  expect(answered).toEqual([])
  await results.close()
  expect(readFileSync(file()).equals(before)).toBe(true)
  expect(readdirSync(folder).toSorted()).toEqual(['results.duckdb', 'secret.csv'])
  expect((await refusal(results.query('DELETE FROM session', 1))).message).toMatch(/^A query here can only read\. /)
  expect((await refusal(results.query(`FROM read_text('${secret}')`, 1))).message).toBe(
    'A query can read the run’s own tables only: no files, extensions or secrets.'
  )
})

test('a query can’t take more memory than it may, and the next one is answered', async () => {
  await results.add(sessions(0))
  const large = "SELECT string_agg(repeat('x', 1000000)) FROM range(1000)"
  expect(await refusal(results.query(large, 10))).toMatchObject({ code: 'refused', message: expect.stringContaining('512 MB') })
  expect((await results.query('SELECT 1', 1)).rows).toEqual([[1]])
})

test('queries that never end stop within 300 ms', async () => {
  await results.add(sessions(0, 1))
  const endless = [
    'SELECT count(*) FROM beat a, beat b, beat c, beat d, beat e WHERE a.beat * b.beat + c.beat * d.beat = e.beat',
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n',
    'SELECT count(*) FROM range(10000000000000) a, range(10000000000000) b'
  ]
  for (const sql of endless) {
    const stop = new AbortController()
    const ended = refusal(results.query(sql, 10, stop.signal))
    // The query works once it has used a processor.
    const { user } = process.cpuUsage()
    while (process.cpuUsage().user - user < 50_000) await new Promise((done) => setImmediate(done))
    const since = performance.now()
    stop.abort()
    expect(await ended).toMatchObject({ code: 'refused', message: 'The query was stopped.' })
    expect(performance.now() - since).toBeLessThan(300)
  }
  const aborted = AbortSignal.abort()
  expect(await refusal(results.query('SELECT 1', 1, aborted))).toMatchObject({ message: 'The query was stopped.' })
})

test('each table is exported to a file that DuckDB reads again', async () => {
  await results.add(sessions(0, 1))
  const out = join(folder, "Anna's tables 🎲")
  expect(await results.exportTables(out, 'parquet')).toEqual(RESULT_TABLE_NAMES.map((table) => `${table}.parquet`))
  expect(await results.exportTables(out, 'csv')).toContain('beat.csv')
  const missing = join(folder, 'not there', 'tables')
  expect(await refusal(results.exportTables(missing, 'csv'))).toMatchObject({ code: 'disk', message: expect.stringContaining(missing) })
  const other = await (await DuckDBInstance.create()).connect()
  for (const format of ['parquet', 'csv']) {
    const counted = await other.runAndReadAll(`SELECT count(*) FROM '${join(out, `action.${format}`).replaceAll("'", "''")}'`)
    expect(counted.getRowsJS()).toEqual([[80n]])
  }
  expect(readFileSync(join(out, 'visit.csv'), 'utf8').split('\n')[0]).toBe('session,actor,place,came_from,arrived,departed')
})

test('a file of another version, a damaged one and one without tables are refused in a sentence', async () => {
  const made = await DuckDBInstance.create(file())
  const connection = await made.connect()
  await connection.run('CREATE TABLE meta (version UINTEGER)')
  await connection.run('INSERT INTO meta VALUES (99)')
  connection.closeSync()
  made.closeSync()
  const other = { code: 'refused', message: expect.stringContaining('another version of Proscenium') }
  expect(await refusal(results.sessions())).toMatchObject(other)
  expect(await refusal(results.add(sessions(0)))).toMatchObject(other)
  writeFileSync(file(), 'not a database'.repeat(1000))
  expect(await refusal(results.sessions())).toMatchObject({ code: 'bad-file', message: expect.stringContaining('damaged') })
  expect(existsSync(`${file()}.new`)).toBe(false)
})
