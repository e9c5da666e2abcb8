import type { Table } from '../../shared/story/game'
import type { Dice } from '../../shared/story/play'
import { Problem } from '../../shared/base/problem'
import { rollOn, TableProblem, type RolledTable } from '../../shared/story/tables'

/** Rolls on one of the game's tables. Throws Problem `not-found` for an unknown table, `rule-failed` if no row has the total. SPEC.md B1–B4. */
export function rollTable(tables: Readonly<Record<string, Table>>, id: string, dice: Dice): RolledTable {
  try {
    return rollOn(tables, id, (expr, options) => dice.roll(expr, options))
  } catch (thrown) {
    if (!(thrown instanceof TableProblem)) throw thrown
    if (!Object.hasOwn(tables, id)) throw new Problem('not-found', thrown.message)
    throw new Problem('rule-failed', thrown.message, { file: `tables/${thrown.table}.yaml` })
  }
}
