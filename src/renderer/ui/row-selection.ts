import { own } from '../../shared/base/json'

/** How a row is added to a selection: alone, added or removed, or with all rows from the anchor on. */
export type Selecting = 'alone' | 'toggle' | 'range'

/** The selected ids after a row has been chosen; the last one is current. `anchor`: where a range begins. */
export function selectedAfter<Id extends string | number>(
  ids: readonly Id[],
  selected: readonly Id[],
  id: Id,
  how: Selecting,
  anchor = selected.at(-1)
): readonly Id[] {
  if (how === 'alone') return [id]
  if (how === 'toggle') return selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]
  const [from, to] = [Math.max(0, ids.indexOf(anchor ?? id)), ids.indexOf(id)]
  const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1)
  return from > to ? range.toReversed() : range
}

/** The row that is current after others have been removed: the next one that stays, else the one before. */
export function nextAfter(ids: readonly string[], removed: readonly string[]): string | undefined {
  const at = ids.indexOf(removed.at(-1) ?? '')
  const stays = (id: string): boolean => !removed.includes(id)
  return ids.slice(at + 1).find(stays) ?? ids.slice(0, Math.max(0, at)).findLast(stays)
}

/** Where dropped rows go: the id of the row that they come before, or null for the end. Undefined if nothing would move. */
export function droppedBefore(ids: readonly string[], moved: readonly string[], target: string, isBelow: boolean): string | null | undefined {
  const at = ids.indexOf(target)
  if (at < 0) return undefined
  const before = ids.slice(isBelow ? at + 1 : at).find((id) => !moved.includes(id))
  const others = ids.filter((id) => !moved.includes(id))
  const to = before === undefined ? others.length : others.indexOf(before)
  const next = others.toSpliced(to, 0, ...ids.filter((id) => moved.includes(id)))
  return next.every((id, i) => id === ids[i]) ? undefined : (before ?? null)
}

/** The index that a key moves to from `at` (-1: nowhere) in rows of `columns` entries; undefined for other keys, and ←/→ in single columns. */
export function movedTo(key: string, at: number, size: number, columns: number, page: number): number | undefined {
  const by: Readonly<Record<string, number>> = {
    ArrowUp: -columns,
    ArrowDown: columns,
    PageUp: -page * columns,
    PageDown: page * columns,
    ...(columns > 1 ? { ArrowLeft: -1, ArrowRight: 1 } : {})
  }
  if (size > 0 && (key === 'Home' || key === 'End')) return key === 'Home' ? 0 : size - 1
  const step = own(by, key)
  if (step === undefined || size === 0) return undefined
  if (at < 0) return step < 0 ? size - 1 : 0
  const to = at + step
  // Up from the first line and down from the last stay where they are.
  return key.startsWith('Arrow') && (to < 0 || to >= size) ? at : Math.max(0, Math.min(size - 1, to))
}
