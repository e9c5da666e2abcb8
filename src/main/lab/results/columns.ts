import type { DuckDBConnection, DuckDBListVector } from '@duckdb/node-api'
import { sqlName } from './schema'
import { valueOf } from './values'

/** What rows say of sessions. */
export interface KeyedSql {
  /** The columns by which rows are alike. */
  key: readonly string[]
  /** SQL of the rows, with the columns of the key and `session`. */
  rows: string
  /** The columns of whole numbers that are read besides: how often (otherwise once), and the first beat (otherwise none). */
  times?: string
  first?: string
  /** Whether a session can have several rows of a key that count as one: their times are summed, and the least first beat counts. */
  isSummed?: true
}

/** The rows of sessions with one key, as columns of numbers in the order of `first`. */
export interface Column<Key> {
  key: Key
  sessions: Uint32Array
  times?: Uint32Array | undefined
  first?: Uint32Array | undefined
}
type Rows = Omit<Column<unknown>, 'key'>

/** A key with the number of sessions that have it, the sum of `times`, and the median of `first`. */
export type Counted<Key> = Key & { n: number; times: number; first: number }

export async function readColumns<Key extends object>(
  connection: DuckDBConnection,
  { key, rows, times, first, isSummed }: KeyedSql
): Promise<Column<Key>[]> {
  const numbers = ['session', times, first].filter((name) => name !== undefined)
  const lists = numbers.map((name) => `list(${sqlName(name)}::UINTEGER)`)
  const result = await connection.run(`SELECT ${[...key.map(sqlName), ...lists].join(', ')} FROM (${rows}) GROUP BY ALL`)
  const chunks = await result.fetchAllChunks()
  return chunks.flatMap((chunk) => {
    const vectors = Array.from({ length: chunk.columnCount }, (_, at) => chunk.getColumnVector(at))
    return Array.from({ length: chunk.rowCount }, (_, row): Column<Key> => {
      const named = Object.fromEntries(key.map((name, at) => [name, valueOf(vectors[at]?.getItem(row) ?? null)])) as Key
      const [sessions = NONE, ...rest] = vectors.slice(key.length).map((vector) => numbersOf(vector as DuckDBListVector, row))
      const all: Rows = { sessions, times: times === undefined ? undefined : rest[0], first: first === undefined ? undefined : rest.at(-1) }
      return { key: named, ...inOrder(isSummed ? summed(all) : all) }
    })
  })
}

const NONE = new Uint32Array(0)

/** The list of numbers in a row. */
function numbersOf(vector: DuckDBListVector, row: number): Uint32Array {
  const [from, values] = [vector.getEntryOffset(row), vector.childVector]
  const numbers = new Uint32Array(vector.getEntryLength(row))
  for (let i = 0; i < numbers.length; i++) numbers[i] = values.getItem(from + i) as number
  return numbers
}

const most = (values: Uint32Array): number => values.reduce((most, one) => (one > most ? one : most), 0)
const taken = (values: Uint32Array | undefined, rows: Uint32Array): Uint32Array | undefined => values && rows.map((row) => values[row]!)

/** One row for each session. */
function summed({ sessions, times = new Uint32Array(sessions.length).fill(1), first }: Rows): Rows {
  /** The row that was kept of each session, from 1. */
  const keptOf = new Uint32Array(most(sessions) + 1)
  const kept = new Uint32Array(sessions.length)
  let count = 0
  for (let row = 0; row < sessions.length; row++) {
    const before = keptOf[sessions[row]!]! - 1
    if (before < 0) {
      keptOf[sessions[row]!] = row + 1
      kept[count++] = row
      continue
    }
    times[before]! += times[row]!
    if (first && first[row]! < first[before]!) first[before] = first[row]!
  }
  const rows = kept.subarray(0, count)
  return { sessions: taken(sessions, rows)!, times: taken(times, rows), first: taken(first, rows) }
}

/** The rows in the order of `first`. */
function inOrder({ sessions, times, first }: Rows): Rows {
  if (!first) return { sessions, times, first }
  const at = new Uint32Array(most(first) + 2)
  for (const beat of first) at[beat + 1]!++
  for (let beat = 1; beat < at.length; beat++) at[beat]! += at[beat - 1]!
  const rows = new Uint32Array(first.length)
  for (let row = 0; row < first.length; row++) rows[at[first[row]!]!++] = row
  return { sessions: taken(sessions, rows)!, times: taken(times, rows), first: taken(first, rows) }
}

/** The keys that chosen sessions have. `isChosen`: 1 for each of them, by its number. */
export const countsIn = <Key>(columns: readonly Column<Key>[], isChosen: Uint8Array): Counted<Key>[] =>
  columns.flatMap(({ key, sessions, times, first }) => {
    let [n, sum] = [0, 0]
    for (let row = 0; row < sessions.length; row++)
      if (isChosen[sessions[row]!] === 1) {
        n++
        if (times) sum += times[row]!
      }
    if (n === 0) return []
    return [{ ...key, n, times: times ? sum : n, first: first ? medianOf(first, n, (row) => isChosen[sessions[row]!] === 1) : 0 }]
  })

/** The median of the `n` values, of sorted ones, that count. */
function medianOf(sorted: Uint32Array, n: number, counts: (row: number) => boolean): number {
  let middle = 0
  for (let row = 0, seen = 0; seen <= n >> 1; row++)
    if (counts(row)) {
      // Of an even number the median is between two.
      if (seen === (n - 1) >> 1) middle += sorted[row]! / 2
      if (seen === n >> 1) middle += sorted[row]! / 2
      seen++
    }
  return middle
}
