/** One visible row of an outline: the tree that lists a graph for keyboard and screen-reader users. */
export interface TreeRow {
  /** Unique among the rows. */
  key: string
  label: string
  /** Counted from 1. */
  level: number
  /** Absent if it has no children. */
  open?: boolean
  /** Its position among its siblings, from 1, and their number. */
  position: number
  size: number
  /** The index of its parent row. */
  above?: number
  /** Whether the row is an edge, with a target elsewhere. */
  leadsOn?: boolean
}

/** The effect of a key in a tree: move to a row, or open or close one. */
interface TreeStep {
  to?: number
  fold?: { key: string; open: boolean }
}

/** The effect of a key in a tree, by web conventions; undefined for other keys. `pageSize`: the number of visible rows. */
export function treeStep(rows: readonly TreeRow[], at: number, key: string, pageSize: number): TreeStep | undefined {
  const last = rows.length - 1
  const within = (to: number): TreeStep => ({ to: Math.max(0, Math.min(last, to)) })
  const row = rows[at]
  switch (key) {
    case 'ArrowDown':
      return within(at + 1)
    case 'ArrowUp':
      return within(at - 1)
    case 'Home':
      return within(0)
    case 'End':
      return within(last)
    case 'PageDown':
      return within(at + pageSize)
    case 'PageUp':
      return within(at - pageSize)
    case 'ArrowRight':
      if (row?.open === false) return { fold: { key: row.key, open: true } }
      return row?.open ? within(at + 1) : {}
    case 'ArrowLeft':
      if (row?.open) return { fold: { key: row.key, open: false } }
      return row?.above === undefined ? {} : { to: row.above }
    default:
      return undefined
  }
}

/**
 * The next row whose label begins with a text, starting at `at` and wrapping around; -1 if there is none. A single letter starts at the following
 * row. An edge has the name of its target, so rows that aren't edges come first.
 */
export function rowBeginning(rows: readonly TreeRow[], at: number, text: string): number {
  const wanted = text.toLowerCase()
  const first = wanted.length > 1 ? 0 : 1
  let edge = -1
  for (let i = 0; i < rows.length; i++) {
    const index = (at + first + i) % rows.length
    const row = rows[index]
    if (!row?.label.toLowerCase().startsWith(wanted)) continue
    if (!row.leadsOn) return index
    if (edge < 0) edge = index
  }
  return edge
}

/** The rows from one to another, in that order. */
export function rowsBetween<R>(rows: readonly R[], from: number, to: number): R[] {
  const span = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
  return to < from ? span.toReversed() : span
}
