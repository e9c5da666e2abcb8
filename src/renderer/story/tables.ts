import { isObject, own, type Json, type JsonObject } from '../../shared/base/json'
import type { GameItem } from '../../shared/contract/language-calls'
import type { FieldChange } from '../../shared/contract/world-edits'
import { rangeOf } from '../../shared/story/tables'
import { same } from '../fields/field-values'
import { listName } from './items'

/** A table of the game in the list. */
export interface TableRow {
  id: string
  name: string
  /** Its die, as the rules read it. */
  dice: string
  count: number
  /** The texts of its rows. */
  texts: readonly string[]
}

/** A table's rows as maps with a weight, listed by weight or by one die's numbers. Other dice have no weights, but `keys`. */
export function rowsIn({ dice, rows }: JsonObject): { rows: JsonObject[]; keys: readonly string[]; isWeighted: boolean } {
  const asMap = (row: Json): JsonObject => (isObject(row) ? row : { text: row })
  if (Array.isArray(rows)) return { rows: rows.map((row) => ({ weight: 1, ...asMap(row) })), keys: [], isWeighted: true }
  const ranges = Object.entries(isObject(rows) ? rows : {}).map(([key, row]) => ({ key, row: asMap(row), range: rangeOf(key) ?? [0, 0] }))
  const ordered = ranges.toSorted((a, b) => a.range[0] - b.range[0])
  const isWeighted = typeof dice === 'string' && /^1?d\d+$/.test(dice)
  return {
    rows: ordered.map(({ row, range: [least, most] }) => (isWeighted ? { weight: most - least + 1, ...row } : row)),
    keys: ordered.map(({ key }) => key),
    isWeighted
  }
}

/** A row as a file has it: a text alone where nothing else is to be said. */
function written({ weight = 1, ...row }: JsonObject, isListed: boolean): Json {
  const map = isListed && weight !== 1 ? { weight, ...row } : row
  return Object.keys(map).length === 1 && typeof row['text'] === 'string' ? row['text'] : map
}

/**
 * The changes of a table's file that give it these rows. Rows by the numbers of a die become rows by weight as soon as a weight or the order changes;
 * what each number means stays the same.
 */
export function rowChanges(table: JsonObject, next: readonly JsonObject[]): FieldChange[] {
  const { rows, keys } = rowsIn(table)
  const was = own(table, 'rows') ?? null
  const isListed = keys.length === 0
  const keeps = next.length === rows.length && next.every((row, i) => row['weight'] === rows[i]?.['weight'])
  if (!isListed && keeps)
    return next.flatMap((row, i): FieldChange[] => {
      const key = keys[i] ?? ''
      return same(row, rows[i]) ? [] : [{ keys: ['rows', key], to: written(row, false), was: isObject(was) ? (own(was, key) ?? null) : null }]
    })
  const to = next.map((row) => written(row, true))
  const list: FieldChange = { keys: ['rows'], to, was }
  if (isListed) return same(to, was) ? [] : [list]
  return [{ keys: ['dice'], to: null, was: own(table, 'dice') ?? null }, list]
}

/** The tables by name. */
export function tableRows(tables: readonly GameItem[]): TableRow[] {
  const all = tables.map(({ id, entry }): TableRow => {
    const { rows, isWeighted } = rowsIn(entry)
    const [name, dice] = [own(entry, 'name'), own(entry, 'dice')]
    const sides = rows.reduce((sum, { weight }) => sum + (typeof weight === 'number' ? weight : 1), 0)
    return {
      id,
      name: typeof name === 'string' ? name : id,
      dice: isWeighted || typeof dice !== 'string' ? `d${sides}` : dice,
      count: rows.length,
      texts: rows.flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
    }
  })
  return all.toSorted(listName)
}
