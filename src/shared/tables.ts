import type { Table } from './game'
import type { Range, Roll } from './play'

// Runs in the engine and inside the sandbox: nothing is imported but types.

/** A table cannot be rolled on; the message is a whole sentence. `table` is its id. */
export class TableProblem extends Error {
  constructor(
    readonly table: string,
    message: string
  ) {
    super(message)
  }
}

/** How deep rows may name further tables. */
export const TABLE_DEPTH = 8

/** What came up on a table and on those its row names. */
export interface RolledTable {
  /** The outer table's name for people. */
  name: string
  /** Texts of the row and of the rows it led to, joined. */
  text: string
  total: number
  /** Fields of all rows; where two have the same, the outer one's. */
  row: Record<string, unknown>
  rolls: Roll[]
}

/** The totals a row stands for: keys are `3`, `1-3`, or with a minus where dice can give less than nothing. Undefined when it is none. */
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
/** The rows of a table in order and the totals each stands for, read once; who wants that done early asks for it. */
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

/** Rolls on a table, and on the one its row names, and so on. Throws TableProblem. */
export function rollOn(
  tables: Readonly<Record<string, Table>>,
  id: string,
  roll: (expr: string, options: { label: string; table: string }, ranges: readonly Range[]) => Roll,
  depth = 1
): RolledTable {
  const table = Object.hasOwn(tables, id) ? tables[id] : undefined
  if (!table) throw new TableProblem(id, `There is no table "${id}". Choose among: ${Object.keys(tables).join(', ')}.`)
  if (depth > TABLE_DEPTH)
    throw new TableProblem(id, `The tables lead from one to the next more than ${TABLE_DEPTH} times, ending at "${id}". Remove a link between them.`)
  const { ranges, rows } = rowsOf(table)
  const rolled = roll(table.dice, { label: table.name, table: id }, ranges)
  const found = rows[ranges.findIndex(([least, most]) => rolled.total >= least && rolled.total <= most)]
  if (found === undefined) throw new TableProblem(id, `The table "${id}" has no row for ${rolled.total}. Add one in rules/tables/${id}.yaml.`)
  const { table: next, ...row }: Record<string, unknown> = typeof found === 'string' ? { text: found } : found
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
