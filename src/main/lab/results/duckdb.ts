import { existsSync, renameSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { AbortSignalLike } from '../../../shared/base/abort'
import { Problem, toProblem } from '../../../shared/base/problem'
import { createTables, RESULTS_VERSION } from './schema'

/**
 * What a file is opened for. `read`: the run's tables alone can be read, no other file and no setting; `write`: rows are added; `export`: copies are
 * written to other files.
 */
export type Access = 'read' | 'write' | 'export'

/** The most memory that DuckDB takes, in MB. Nothing is moved to the disk instead. */
const MEMORY_MB = 512
/** How long a writer waits until other processes have read, in ms. */
const LOCK_MS = 15_000
const LOCK_PAUSE_MS = 50
/** The interval between two interrupts of a query that is stopped, in ms. */
const INTERRUPT_MS = 50

/** The package with its native part, which is loaded when it is first needed. Throws Problem `refused` if it isn't installed. */
async function duckdb(): Promise<typeof import('@duckdb/node-api')> {
  try {
    return await import('@duckdb/node-api')
  } catch (thrown) {
    throw new Problem(
      'refused',
      `The lab needs DuckDB, which can’t be loaded on this machine (${process.platform}-${process.arch}). Install Proscenium again, or run "npm ci" in its checkout; everything else works without it.`,
      { cause: String(thrown) }
    )
  }
}

/** A database without files or settings of its own, whose extensions are those that are built in. */
const CONFINED = {
  temp_directory: '',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  memory_limit: `${MEMORY_MB}MB`,
  threads: '2'
}

/** Opens a run's results; the first writer makes the file. Throws Problem; see `ResultsPort`. */
export async function openResults(file: string, access: Access): Promise<DuckDBInstance> {
  if (!existsSync(file)) {
    if (access !== 'write') throw new Problem('not-found', 'This run has no results yet.')
    await makeFile(file)
  }
  const isReader = access !== 'write'
  const instance = await opened(file, { ...CONFINED, ...(isReader && { access_mode: 'READ_ONLY' }) }, isReader ? 0 : LOCK_MS)
  try {
    await withConnection(instance, async (connection) => {
      await checkVersion(connection)
      if (access !== 'read') return
      for (const setting of ['enable_external_access = false', "disabled_filesystems = 'LocalFileSystem'", 'lock_configuration = true'])
        await connection.run(`SET ${setting}`)
    })
    return instance
  } catch (thrown) {
    instance.closeSync()
    throw databaseProblem(thrown)
  }
}

async function opened(file: string, settings: Record<string, string>, patienceMs: number): Promise<DuckDBInstance> {
  const { DuckDBInstance } = await duckdb()
  const until = performance.now() + patienceMs
  for (;;)
    try {
      return await DuckDBInstance.create(file, settings)
    } catch (thrown) {
      const problem = databaseProblem(thrown)
      if (problem.code !== 'locked' || performance.now() > until) throw problem
      await pause(LOCK_PAUSE_MS)
    }
}

/** Makes an empty file of results under another name first, so that it is never seen without its tables. */
async function makeFile(file: string): Promise<void> {
  const fresh = `${file}.new`
  rmSync(fresh, { force: true })
  rmSync(`${fresh}.wal`, { force: true })
  const instance = await opened(fresh, CONFINED, 0)
  try {
    await withConnection(instance, async (connection) => {
      for (const statement of createTables()) await connection.run(statement)
    })
  } catch (thrown) {
    throw databaseProblem(thrown)
  } finally {
    instance.closeSync()
  }
  renameSync(fresh, file)
}

async function checkVersion(connection: DuckDBConnection): Promise<void> {
  const [[version] = []] = await connection
    .runAndReadAll('SELECT version FROM meta')
    .then((read) => read.getRowsJS())
    .catch(() => [])
  if (version !== RESULTS_VERSION) throw otherVersion()
}

const otherVersion = (): Problem =>
  new Problem('refused', 'These results are of another version of Proscenium. Open them with that version, or play the run again.')

/** Runs work with a connection of its own. */
export async function withConnection<Result>(
  instance: DuckDBInstance,
  work: (connection: DuckDBConnection) => Promise<Result>,
  stop?: AbortSignalLike
): Promise<Result> {
  const connection = await instance.connect()
  let isOpen = true
  let again: NodeJS.Timeout | undefined
  stop?.addEventListener('abort', () => {
    // DuckDB forgets an interrupt that comes just before a statement begins.
    if (isOpen) again ??= setInterval(() => connection.interrupt(), INTERRUPT_MS)
    if (isOpen) connection.interrupt()
  })
  try {
    if (stop?.aborted) throw stopped()
    return await work(connection)
  } finally {
    isOpen = false
    clearInterval(again)
    connection.closeSync()
  }
}

export const stopped = (): Problem => new Problem('refused', 'The query was stopped.')

/** What DuckDB says with a position in the query: its line and column, from 1. */
function positionIn(message: string, sql: string): { line?: number; column?: number } {
  const [, number = '', shown = '', before = ''] = /\nLINE (\d+): (.*)\n( *)\^/.exec(message) ?? []
  if (number === '') return {}
  const line = Number(number)
  // A long line is shown in part.
  const part = shown.replace(/^\.\.\.|\.\.\.$/g, '')
  const from = (sql.split('\n')[line - 1] ?? '').indexOf(part)
  const column = before.length - `LINE ${number}: `.length - (shown.startsWith('...') ? 3 : 0) + from + 1
  return { line, ...(from >= 0 && column >= 1 && { column }) }
}

/** Converts what DuckDB throws. `sql`: the user's query, if the error may be theirs. */
export function databaseProblem(thrown: unknown, sql?: string): Problem {
  if (thrown instanceof Problem) return thrown
  const message = (thrown instanceof Error ? thrown.message : String(thrown)).replace(/^Failed to extract statements: /, '').trim()
  if (/set lock on file|used by another process/i.test(message))
    return new Problem('locked', 'The run is being played or read by another Proscenium. Wait until it is done there, or stop it there.')
  if (/No space left on device|There is not enough space/i.test(message)) return toProblem(Object.assign(new Error(message), { code: 'ENOSPC' }))
  if (message.startsWith('INTERRUPT Error')) return stopped()
  if (message.startsWith('Out of Memory Error'))
    return new Problem('refused', `This needs more than ${MEMORY_MB} MB of memory. Filter or group the rows sooner, or ask for fewer columns.`)
  if (/database file with version number|Serialization Error/.test(message)) return otherVersion()
  if (/not a valid DuckDB database file|checksum/i.test(message))
    return new Problem('bad-file', 'The run’s results are damaged. Remove the run and play it again.', { cause: message })
  if (sql !== undefined) {
    if (/^Permission Error|disabled (?:by|through) configuration/.test(message))
      return new Problem('refused', 'A query can read the run’s own tables only: no files, extensions or secrets.')
    if (/read-only mode|configuration has been locked|^Invalid Configuration Error/.test(message)) return onlyReads()
    return new Problem('bad-input', message, positionIn(message, sql))
  }
  if (message.startsWith('IO Error')) return new Problem('disk', `The run’s results can’t be read or written: ${message.slice('IO Error: '.length)}`)
  return toProblem(thrown)
}

export const onlyReads = (): Problem =>
  new Problem('refused', 'A query here can only read. Begin with SELECT, FROM, WITH, SUMMARIZE, DESCRIBE, SHOW or EXPLAIN.')
