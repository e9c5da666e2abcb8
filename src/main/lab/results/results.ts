import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBAppender, DuckDBConnection, DuckDBInstance, DuckDBListType, DuckDBPreparedStatement } from '@duckdb/node-api'
import type { AbortSignalLike } from '../../../shared/base/abort'
import { Problem } from '../../../shared/base/problem'
import type { LabFilter, QueryResult } from '../../../shared/lab/report'
import type { SessionRows } from '../../../shared/lab/rows'
import { Counts, type RunCounts } from './counts'
import { type Access, databaseProblem, onlyReads, openResults, withConnection } from './duckdb'
import type { ResultsPort } from './port'
import { columnsOf, RESULT_TABLE_NAMES, type ResultTable, shortType, sqlName, sqlText } from './schema'
import { bound, passes } from './report-filter'
import { cellOf, readRows, type ResultParameter, type ResultValue } from './values'

/** How long a file stays open after it was read, in ms. A process that writes it waits longer than that. */
const REST_MS = 5000
/** The most characters in the answer to a query. */
const MAX_ANSWER = 20_000_000

/**
 * The results of one run in this process. The file is opened for one kind of access at a time, and only when it is needed: readers work side by side,
 * and a writer waits for them. Nothing else in this process may open it.
 */
export class Results implements ResultsPort {
  #open: { access: Access; instance: DuckDBInstance } | undefined
  /** All sessions as numbers, from the first report on until the file is another one. */
  #counts: Promise<Counts> | undefined
  #resting: NodeJS.Timeout | undefined
  /** When the file was written last, as of when it was opened. */
  #written = 0
  #running = 0
  #onIdle: (() => void) | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(private readonly file: string) {}

  async add(sessions: readonly SessionRows[]): Promise<void> {
    // Of rows of the same session the last ones count.
    const all = [...new Map(sessions.map((one) => [one.session.session, one])).values()]
    if (all.length === 0) return
    try {
      await this.#as('write', (instance) => withConnection(instance, (connection) => addRows(connection, all)))
    } catch (thrown) {
      // After some failures of the disk a database answers nothing more; it is opened anew.
      await this.close()
      throw thrown
    }
  }

  async sessions(): Promise<number[]> {
    try {
      return (await this.rows<{ session: number }>('SELECT session FROM session ORDER BY session')).map(({ session }) => session)
    } catch (thrown) {
      if (thrown instanceof Problem && thrown.code === 'not-found') return []
      throw thrown
    }
  }

  rows<Row = Record<string, ResultValue>>(sql: string, parameters: readonly ResultParameter[] = [], stop?: AbortSignalLike): Promise<Row[]> {
    return this.#as('read', (instance) => withConnection(instance, (connection) => readRows<Row>(connection, sql, parameters), stop))
  }

  counts(filter: LabFilter): Promise<RunCounts> {
    const isAll = filter.is.length + filter.not.length === 0
    const found = bound((bind) => `SELECT string_agg(session, ',') AS chosen FROM session WHERE ${passes(filter, bind)}`)
    return this.#as('read', async (instance) => {
      this.#counts ??= Counts.read((work) => withConnection(instance, work))
      const reading = this.#counts
      reading.catch(() => {
        if (this.#counts === reading) this.#counts = undefined
      })
      const [counts, row] = await Promise.all([
        reading,
        isAll ? undefined : withConnection(instance, async (connection) => (await readRows<{ chosen: string | null }>(connection, ...found))[0])
      ])
      return counts.of(row && (row.chosen ?? '').split(',').filter(Boolean).map(Number))
    })
  }

  query(sql: string, maxRows: number, stop?: AbortSignalLike): Promise<QueryResult> {
    const begun = performance.now()
    const read = async (connection: DuckDBConnection): Promise<QueryResult> => {
      const result = await (await readingStatement(connection, sql)).stream()
      const rows: QueryResult['rows'] = []
      let characters = 0
      const isFull = (): boolean => rows.length > maxRows || characters > MAX_ANSWER
      for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0 && !isFull(); chunk = await result.fetchChunk())
        for (let at = 0; at < chunk.rowCount && !isFull(); at++) {
          const row = chunk.getRowValues(at).map(cellOf)
          for (const cell of row) characters += typeof cell === 'string' ? cell.length : 0
          rows.push(row)
        }
      const columns = result.deduplicatedColumnNames().map((name, at) => ({ name, type: shortType(String(result.columnType(at))) }))
      return { columns, rows: rows.slice(0, maxRows), more: isFull(), ms: Math.round(performance.now() - begun) }
    }
    return this.#as('read', (instance) => withConnection(instance, read, stop), sql)
  }

  exportTables(folder: string, format: 'parquet' | 'csv'): Promise<string[]> {
    const options = format === 'csv' ? 'FORMAT csv, HEADER' : 'FORMAT parquet, COMPRESSION zstd'
    const copy = async (connection: DuckDBConnection): Promise<string[]> => {
      // Without the folders above it: Node never ends where one can't be made, such as in /proc.
      if (!existsSync(folder)) mkdirSync(folder)
      const files = RESULT_TABLE_NAMES.map((table) => ({ table, name: `${table}.${format}` }))
      for (const { table, name } of files) await connection.run(`COPY ${sqlName(table)} TO ${sqlText(join(folder, name))} (${options})`)
      return files.map(({ name }) => name)
    }
    return this.#as('export', (instance) => withConnection(instance, copy))
  }

  close(): Promise<void> {
    const closed = this.#turn.then(async () => {
      await this.#idle()
      this.#close()
    })
    this.#turn = closed
    return closed
  }

  /** Runs work on the file. `sql`: the user's query. */
  async #as<Result>(access: Access, work: (instance: DuckDBInstance) => Promise<Result>, sql?: string): Promise<Result> {
    const entered = this.#turn.then(async () => {
      if (access !== 'read' || this.#open?.access !== access) await this.#idle()
      if (this.#open?.access !== access) {
        this.#close()
        this.#open = { access, instance: await openResults(this.file, access) }
        const written = statSync(this.file).mtimeMs
        if (access !== 'read' || written !== this.#written) this.#counts = undefined
        this.#written = written
      }
      this.#running++
      return this.#open.instance
    })
    // A file that can't be opened now is tried again by the next call.
    this.#turn = entered.catch(() => undefined)
    const instance = await entered
    try {
      return await work(instance)
    } catch (thrown) {
      throw databaseProblem(thrown, sql)
    } finally {
      if (--this.#running === 0) this.#onIdle?.()
      clearTimeout(this.#resting)
      // Another process may want to write.
      if (access === 'read') this.#resting = setTimeout(() => void this.close(), REST_MS).unref()
    }
  }

  async #idle(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((done) => (this.#onIdle = done))
  }

  #close(): void {
    clearTimeout(this.#resting)
    this.#open?.instance.closeSync()
    this.#open = undefined
  }
}

/** The user's query, if it is one statement that reads. */
async function readingStatement(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  const { StatementType } = await import('@duckdb/node-api')
  const statements = await connection.extractStatements(sql).catch((thrown: unknown) => {
    // The package has no words for a text without a statement.
    if (thrown instanceof Error && thrown.message === 'Error in native callback') return undefined
    throw thrown
  })
  if (!statements) throw new Problem('bad-input', 'The query is empty. Write one, such as SELECT ending, count(*) FROM session GROUP BY ALL.')
  if (statements.count > 1)
    throw new Problem('bad-input', "Write one query at a time. A PIVOT needs its columns: PIVOT outcome ON kind IN ('fact', 'quest').")
  const statement = await statements.prepare(0)
  if (statement.statementType !== StatementType.SELECT && statement.statementType !== StatementType.EXPLAIN) throw onlyReads()
  return statement
}

/** Adds sessions in one transaction, instead of what is there of them. */
async function addRows(connection: DuckDBConnection, sessions: readonly SessionRows[]): Promise<void> {
  await connection.run('BEGIN TRANSACTION')
  try {
    const numbers = sessions.map(({ session }) => Math.trunc(session.session)).join(', ')
    const known = await connection.runAndReadAll(`SELECT 1 FROM session WHERE session IN (${numbers}) LIMIT 1`)
    for (const table of RESULT_TABLE_NAMES) {
      if (known.currentRowCount > 0) await connection.run(`DELETE FROM ${sqlName(table)} WHERE session IN (${numbers})`)
      const appender = await connection.createAppender(table)
      const append = rowAppender(appender, table)
      for (const rows of sessions) for (const row of [rows[table]].flat()) append(row as unknown as Readonly<Record<string, unknown>>)
      appender.closeSync()
    }
    await connection.run('COMMIT')
  } catch (thrown) {
    await connection.run('ROLLBACK').catch(() => undefined)
    throw thrown
  }
}

/** Appends a row of a table, column by column. */
function rowAppender(appender: DuckDBAppender, table: ResultTable): (row: Readonly<Record<string, unknown>>) => void {
  const columns = columnsOf(table).map(({ name, type }, at) => {
    const own = appender.columnType(at)
    const append: Readonly<Record<string, (value: never) => void>> = {
      'VARCHAR[]': (value: readonly string[]) => appender.appendList(value, own as DuckDBListType),
      UINTEGER: (value: number) => appender.appendUInteger(value),
      DOUBLE: (value: number) => appender.appendDouble(value),
      BOOLEAN: (value: boolean) => appender.appendBoolean(value),
      VARCHAR: (value: string) => appender.appendVarchar(value)
    }
    return { name, add: append[type] ?? ((value: never) => appender.appendValue(value, own)) }
  })
  return (row) => {
    for (const { name, add } of columns) {
      const value = row[name]
      if (value === null || value === undefined) appender.appendNull()
      else add(value as never)
    }
    appender.endRow()
  }
}
