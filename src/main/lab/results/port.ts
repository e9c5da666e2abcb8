import type { AbortSignalLike } from '../../../shared/base/abort'
import type { LabFilter, QueryResult } from '../../../shared/lab/report'
import type { SessionRows } from '../../../shared/lab/rows'
import type { RunCounts } from './counts'
import type { ResultParameter, ResultValue } from './values'

/**
 * The results of one run, in a file. Every method throws Problem `locked` while another process writes the file, `refused` for a file of another
 * version or a machine on which DuckDB can't be loaded, and `disk` if the disk fails. It may be called again after a failure.
 */
export interface ResultsPort {
  /** Adds the rows of sessions: all of them, or none. Rows of a session that is added again replace those before. */
  add(sessions: readonly SessionRows[]): Promise<void>
  /** The numbers of the sessions that are in the file, ascending. */
  sessions(): Promise<number[]>
  /** The rows of a query of ours, as objects by column names. Ends with an error when `stop` is aborted. */
  rows<Row = Record<string, ResultValue>>(sql: string, parameters?: readonly ResultParameter[], stop?: AbortSignalLike): Promise<Row[]>
  /** The numbers of a report on the sessions that pass a filter. The first call reads all sessions; the next ones only count. */
  counts(filter: LabFilter): Promise<RunCounts>
  /**
   * The answer to a user's query, which can only read the run's tables: at most `maxRows` rows. Throws Problem `bad-input` with the database's words,
   * `refused` if it does more than read, needs too much memory or time, or is stopped.
   */
  query(sql: string, maxRows: number, stop?: AbortSignalLike): Promise<QueryResult>
  /** Writes one file for each table into a folder, and returns the files' names. */
  exportTables(folder: string, format: 'parquet' | 'csv'): Promise<string[]>
  close(): Promise<void>
}
