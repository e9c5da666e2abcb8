import { equal } from '../base/json'
import type { Lore } from './lore'

/** A map or list of the prose with other entries: the new and changed ones by id, and the ids of all in their order if these differ. */
interface EntryChanges {
  put: Readonly<Record<string, unknown>>
  ids?: string[]
}

/** The parts of the world's prose that differ: a text as it is now, the changes of a map or list, null for a part that is gone. */
export type LoreChanges = { [Part in keyof Lore]?: string | EntryChanges | null }

/** The parts that are lists. Their entries are known by id or path. */
const LISTS: ReadonlySet<string> = new Set<keyof Lore>(['story', 'topics'])

const entriesOf = (part: unknown): (readonly [string, unknown])[] =>
  Array.isArray(part)
    ? (part as { id?: string; path?: string }[]).map((entry) => [entry.id ?? entry.path ?? '', entry] as const)
    : Object.entries(part ?? {})

/** What a client with the prose `before` needs for `after`. Shared entries are not compared. */
export function loreChanges(before: Lore, after: Lore): LoreChanges {
  const changes: LoreChanges = {}
  for (const part of new Set(Object.keys({ ...before, ...after }) as (keyof Lore)[])) {
    const [from, to] = [before[part], after[part]]
    if (from === to) continue
    if (to === undefined || typeof to === 'string') changes[part] = to ?? null
    else {
      const old = new Map(entriesOf(from))
      const now = entriesOf(to)
      const put = Object.fromEntries(now.filter(([id, entry]) => !old.has(id) || !equal(old.get(id), entry)))
      const ids = now.map(([id]) => id)
      const isInOrder = from !== undefined && ids.length === old.size && [...old.keys()].every((id, i) => id === ids[i])
      if (!isInOrder || Object.keys(put).length > 0) changes[part] = { put, ...(isInOrder ? {} : { ids }) }
    }
  }
  return changes
}

/** The prose after changes. Unchanged parts and entries keep their identity. */
export function withLoreChanges(lore: Lore, changes: LoreChanges): Lore {
  const next: Record<string, unknown> = { ...lore }
  for (const [part, change] of Object.entries(changes)) {
    if (change === null) delete next[part]
    else if (typeof change === 'string') next[part] = change
    else {
      const old = new Map(entriesOf(next[part]))
      const entries = (change.ids ?? [...old.keys()]).map((id) => [id, Object.hasOwn(change.put, id) ? change.put[id] : old.get(id)] as const)
      next[part] = LISTS.has(part) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries)
    }
  }
  return Object.keys(changes).length === 0 ? lore : (next as Lore)
}
