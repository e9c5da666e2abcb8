import type { Table } from './game'
import type { Range, Roll } from './play'

// Runs in the engine and inside the sandbox, so it imports only types.

/** A table that can't be rolled on. The message is a whole sentence; `table` is the table's id. */
export class TableProblem extends Error {
  constructor(
    readonly table: string,
    message: string
  ) {
    super(message)
  }
}

/** The maximum nesting of tables that rows name. */
export const MAX_TABLE_DEPTH = 8

/** The result of rolling on a table and on those its row names. */
export interface RolledTable {
  /** The outer table's displayed name. */
  name: string
  /** The joined texts of the row and of the rows in nested tables. */
  text: string
  total: number
  /** The fields of all rows; the outer row wins. */
  row: { text: string; total: number } & Record<string, unknown>
  rolls: Roll[]
}

/** The totals of a row's key: `3`, `1-3`, or with a minus if the dice can be negative. Undefined if the key is not a range. */
export function rangeOf(key: string): Range | undefined {
  const match = /^\s*(-?\d+)\s*(?:-\s*(-?\d+)\s*)?$/.exec(key)
  if (!match) return undefined
  const least = Number(match[1])
  return [least, match[2] === undefined ? least : Number(match[2])]
}

interface Rows {
  ranges: readonly Range[]
  rows: readonly Table['rows'][string][]
}
const read = new WeakMap<Table, Rows>()
/** The rows of a table in order with the totals of each, parsed once. An early call finds errors early. */
export function rowsOf(table: Table): Rows {
  const known = read.get(table)
  if (known) return known
  const ranged = Object.entries(table.rows).flatMap(([key, row]) => {
    const range = rangeOf(key)
    return range ? [{ range, row }] : []
  })
  const rows = { ranges: ranged.map(({ range }) => range), rows: ranged.map(({ row }) => row) }
  read.set(table, rows)
  return rows
}

/** Rolls on a table, on the one its row names, and so on. Throws TableProblem. */
export function rollOn(
  tables: Readonly<Record<string, Table>>,
  id: string,
  roll: (expr: string, options: { label: string; table: string }, ranges: readonly Range[]) => Roll,
  depth = 1
): RolledTable {
  const table = Object.hasOwn(tables, id) ? tables[id] : undefined
  if (!table) throw new TableProblem(id, `There is no table "${id}". Choose one of: ${Object.keys(tables).join(', ')}.`)
  if (depth > MAX_TABLE_DEPTH)
    throw new TableProblem(id, `More than ${MAX_TABLE_DEPTH} tables are chained, ending at "${id}". Remove a link between them.`)
  const { ranges, rows } = rowsOf(table)
  const rolled = roll(table.dice, { label: table.name, table: id }, ranges)
  const entry = rows[ranges.findIndex(([least, most]) => rolled.total >= least && rolled.total <= most)]
  if (entry === undefined) throw new TableProblem(id, `The table "${id}" has no row for ${rolled.total}. Add one in rules/tables/${id}.yaml.`)
  const { table: next, ...row }: Record<string, unknown> = typeof entry === 'string' ? { text: entry } : entry
  const inner = typeof next === 'string' ? rollOn(tables, next, roll, depth + 1) : undefined
  const text = [row['text'], inner?.text].filter((line) => typeof line === 'string' && line !== '').join(' ')
  return {
    name: table.name,
    text,
    total: rolled.total,
    row: { ...inner?.row, ...row, text, total: rolled.total },
    rolls: [rolled, ...(inner?.rolls ?? [])]
  }
}
