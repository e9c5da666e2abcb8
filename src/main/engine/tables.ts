import type { Table } from '../../shared/game'
import type { Dice, Roll } from '../../shared/play'
import { Problem } from '../../shared/problem'

/** The row of a table for a total: keys are `"3"` or `"1-3"`. */
export function rowFor(table: Table, total: number): { key: string; text: string } | undefined {
  for (const [key, row] of Object.entries(table.rows)) {
    const [low = Number.NaN, high = low] = key.split('-').map(Number)
    if (total >= low && total <= high) return { key, text: typeof row === 'string' ? row : (row.text ?? '') }
  }
  return undefined
}

/** Rolls on a table of the game. Throws Problem `not-found` for an unknown table, `rule-failed` for a gap. */
export function rollTable(tables: Readonly<Record<string, Table>>, id: string, dice: Dice): { name: string; text: string; roll: Roll } {
  const table = Object.hasOwn(tables, id) ? tables[id] : undefined
  if (!table) throw new Problem('not-found', `There is no table "${id}". Choose among: ${Object.keys(tables).join(', ')}.`)
  const roll = dice.roll(table.dice, { label: table.name })
  const row = rowFor(table, roll.total)
  if (!row)
    throw new Problem('rule-failed', `The table "${id}" has no row for ${roll.total}; add one in rules/tables/${id}.yaml.`, {
      file: `tables/${id}.yaml`
    })
  return { name: table.name, text: row.text, roll }
}
