import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { clipped } from '../../../shared/words/clipped'

/** A parameter of a query of ours, `$1`, `$2` … in its SQL. */
export type ResultParameter = string | number | boolean | null
/** A value of a row: whole numbers are numbers, dates and the like are texts, lists are arrays, and structs are objects. */
export type ResultValue = string | number | boolean | null | ResultValue[] | { [key: string]: ResultValue }

/** The longest text in the answer to a query, in characters. */
const MAX_TEXT = 10_000
/** The most digits of which every number is exact. */
const MAX_DIGITS = 15

const exact = (value: bigint): number | string => (Number.isSafeInteger(Number(value)) ? Number(value) : String(value))

/** A value of the user's query as a text, number, truth or null; numbers that would lose digits are texts. */
export function cellOf(value: DuckDBValue): string | number | boolean | null {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return exact(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  const text = String(value)
  const isShortDecimal = typeof value === 'object' && 'scale' in value && text.replace(/\D/g, '').length <= MAX_DIGITS
  return isShortDecimal ? Number(text) : clipped(text, MAX_TEXT)
}

/** A value of a query of ours. */
export function valueOf(value: DuckDBValue): ResultValue {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? exact(value) : value
  if ('items' in value) return value.items.map(valueOf)
  if ('entries' in value && !Array.isArray(value.entries))
    return Object.fromEntries(Object.entries(value.entries as Record<string, DuckDBValue>).map(([key, one]) => [key, valueOf(one)]))
  return cellOf(value)
}

/** The rows of a query of ours, as objects by column names. */
export async function readRows<Row>(connection: DuckDBConnection, sql: string, parameters: readonly ResultParameter[] = []): Promise<Row[]> {
  const reader = await connection.runAndReadAll(sql, [...parameters])
  const names = reader.deduplicatedColumnNames()
  return reader.getRows().map((row) => Object.fromEntries(row.map((value, at) => [names[at], valueOf(value)])) as Row)
}
