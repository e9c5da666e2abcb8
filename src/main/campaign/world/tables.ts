import { isObject, type Json, type JsonObject } from '../../../shared/base/json'
import { Problem } from '../../../shared/base/problem'
import { pathOf } from '../../../shared/story/layout'
import { badId, fold, freeName, idBase, numbered } from '../../../shared/story/names'
import { formatYaml } from '../yaml-splice'
import { missingEntry, type EditedWorld } from './edited-world'
import { checkedChanges, checkedName, conflict } from './field-edits'
import type { EditOp, StepResult } from './put'

const FOLDER = 'rules/tables'
const fileOf = (id: string): string => pathOf('diceTable', { id })
const called = (name: string): string => `the table “${name}”`

/** The tables of the game by id: the path of each file, and its content. */
const tables = ({ drafts }: EditedWorld): Map<string, JsonObject> =>
  new Map(
    drafts.under(FOLDER).flatMap((path) => {
      const id = path.slice(FOLDER.length + 1).replace(/\.yaml$/, '')
      const value = path === fileOf(id) ? drafts.value(path, []) : undefined
      return isObject(value) ? [[id, value] as const] : []
    })
  )

const nameOf = (id: string, { name }: JsonObject): string => (typeof name === 'string' ? name : id)

/** The first free id of `base`, `base-2`, … */
const freeId = (all: ReadonlyMap<string, JsonObject>, base: string): string => {
  const taken = new Set([...all.keys()].map(fold))
  return freeName(base, (one) => taken.has(fold(one)) || badId(one) !== undefined)
}

/** Creates a table of the game with one row, or changes values of one. */
export function putTable(world: EditedWorld, { id, name: wished, about = [] }: EditOp<'put-table'>): StepResult {
  const all = tables(world)
  if (id === undefined) {
    const name = checkedName('table', wished ?? '')
    const added = freeId(all, idBase(name, 'table'))
    world.drafts.put(fileOf(added), formatYaml({ name, rows: ['Nothing happens.'] }))
    return { parts: [{ id: added, verb: 'added', noun: 'table', name: called(name) }], created: added }
  }
  const table = all.get(id)
  if (!table) throw missingEntry('table', id)
  const name = nameOf(id, table)
  const changes = checkedChanges(about, table, (field) => conflict(called(name), id, field))
  if (wished !== undefined) changes.push({ keys: ['name'], to: checkedName('table', wished) })
  world.drafts.change(fileOf(id), ...changes)
  checkRows(name, id, world.drafts.value(fileOf(id), ['rows']))
  return { parts: [{ id, verb: 'saved', noun: 'table', name: called(name) }] }
}

/** A table has rows, and each of them says something or leads to another table. */
function checkRows(name: string, id: string, rows: Json | undefined): void {
  const all = Object.values(rows ?? {})
  const isEmpty = (row: Json): boolean => {
    const { text, table } = isObject(row) ? row : { text: row, table: undefined }
    return (typeof text !== 'string' || text.trim() === '') && typeof table !== 'string'
  }
  if (all.length === 0) throw new Problem('bad-input', `${called(name)} needs a row. Add another one first, or remove the table.`, { id })
  if (all.some(isEmpty))
    throw new Problem('bad-input', `A row of ${called(name)} needs a text or another table. Write one, or remove the row.`, { id })
}

/** Copies a table of the game under another name and id. */
export function copyTable(world: EditedWorld, { id: from }: EditOp<'copy-table'>): StepResult {
  const all = tables(world)
  const table = all.get(from)
  if (!table) throw missingEntry('table', from)
  const names = new Set([...all].map(([id, one]) => fold(nameOf(id, one))))
  const before = nameOf(from, table)
  const name = numbered(before, (one) => names.has(fold(one)))
  const id = freeId(all, from.replace(/-\d{1,4}$/, ''))
  world.drafts.put(fileOf(id), world.drafts.text(fileOf(from)) ?? '')
  world.drafts.change(fileOf(id), { keys: ['name'], to: name })
  return { parts: [{ id, verb: 'added', noun: 'table', name: called(name), where: `as a copy of ${before}` }], created: id }
}
