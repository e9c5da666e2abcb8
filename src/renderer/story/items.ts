import { own } from '../../shared/base/json'
import type { GameItem } from '../../shared/contract/language-calls'
import { fold } from '../../shared/story/names'
import type { Item } from '../../shared/story/state'

/** Somebody or a place that has an item, under a key of the inventory. */
export interface Holder {
  what: 'character' | 'place'
  id: string
  name: string
  key: string
  count: number
}

/** The characters or places of a world, with what they have. */
type Inventories = Readonly<Record<string, { name: string; inventory: Readonly<Record<string, Item>> }>>

/** An item of the game in the list. */
export interface ItemRow {
  id: string
  name: string
  kind: string
  holders: readonly Holder[]
}

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
/** The order of a list by name. */
export const listName = (a: Named, b: Named): number => names.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
interface Named {
  id: string
  name: string
}

/** The items by name, with everybody and every place that has them. */
export function itemRows(items: readonly GameItem[], { actors, places }: Readonly<Record<'actors' | 'places', Inventories>>): ItemRow[] {
  const held = new Map<string, Holder[]>()
  const add = (what: Holder['what'], all: Inventories): void => {
    for (const [id, { name, inventory }] of Object.entries(all))
      for (const [key, { item, count = 1 }] of Object.entries(inventory)) held.set(item, [...(held.get(item) ?? []), { what, id, name, key, count }])
  }
  add('character', actors)
  add('place', places)
  const rows = items.map(({ id, entry }): ItemRow => {
    const [name, kind] = ['name', 'kind'].map((key) => own(entry, key))
    return { id, name: typeof name === 'string' ? name : id, kind: typeof kind === 'string' ? kind : '', holders: held.get(id) ?? [] }
  })
  return rows.toSorted(listName)
}

/** The rows that contain every word of a query in their texts. */
export function shownNamed<R>(rows: readonly R[], query: string, textsOf: (row: R) => readonly string[]): readonly R[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = fold(textsOf(row).join('\n'))
    return words.every((word) => text.includes(word))
  })
}

/** The items that contain every word of a query. */
export const shownItems = (rows: readonly ItemRow[], query: string): readonly ItemRow[] =>
  shownNamed(rows, query, ({ id, name, kind, holders }) => [id, name, kind, ...holders.map((one) => one.name)])
