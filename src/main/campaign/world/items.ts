import { isObject, own, type JsonObject } from '../../../shared/base/json'
import { Problem } from '../../../shared/base/problem'
import { fold, freeName, numbered } from '../../../shared/story/names'
import { missingEntry, type EditedWorld } from './edited-world'
import { checkedChanges, checkedName, conflict } from './field-edits'
import type { EditOp, StepResult } from './put'

const FOLDER = 'rules/equipment'

/** The files with items, and their entries. */
const lists = ({ drafts }: EditedWorld): { path: string; items: JsonObject }[] =>
  drafts.under(FOLDER).flatMap((path) => {
    const value = path.endsWith('.yaml') ? drafts.value(path, []) : undefined
    return isObject(value) ? [{ path, items: value }] : []
  })

function entryOf(world: EditedWorld, id: string): { path: string; entry: JsonObject; name: string } {
  for (const { path, items } of lists(world)) {
    const entry = own(items, id)
    if (isObject(entry)) return { path, entry, name: typeof entry['name'] === 'string' ? entry['name'] : id }
  }
  throw missingEntry('item', id)
}

const called = (name: string): string => `the item “${name}”`

/** Changes values of an item of the game. */
export function putItem(world: EditedWorld, { id, about }: EditOp<'put-item'>): StepResult {
  const { path, entry, name } = entryOf(world, id)
  const changes = checkedChanges(about, entry, (field) => conflict(called(name), id, field)).map(({ keys, to }) => {
    if (keys[0] !== 'name') return { keys: [id, ...keys], to }
    if (typeof to !== 'string') throw new Problem('bad-input', 'An item needs a name. Enter one.', { id })
    return { keys: [id, ...keys], to: checkedName('item', to) }
  })
  world.drafts.change(path, ...changes)
  return { parts: [{ id, verb: 'saved', noun: 'item', name: called(name) }] }
}

/** Copies an item of the game under another name, to the end of its file. */
export function copyItem(world: EditedWorld, { id: from }: EditOp<'copy-item'>): StepResult {
  const { path, entry, name: before } = entryOf(world, from)
  const all = lists(world).flatMap(({ items }) => Object.entries(items))
  const names = new Set(all.flatMap(([, item]) => (isObject(item) && typeof item['name'] === 'string' ? [fold(item['name'])] : [])))
  const ids = new Set(all.map(([id]) => fold(id)))
  const name = numbered(before, (one) => names.has(fold(one)))
  const id = freeName(from.replace(/-\d{1,4}$/, ''), (one) => ids.has(fold(one)))
  world.drafts.change(path, { keys: [id], to: { ...entry, name } })
  return { parts: [{ id, verb: 'added', noun: 'item', name: called(name), where: `as a copy of ${before}` }], created: id }
}
