/** A node or an edge in a selection. */
export interface CanvasItem {
  kind: 'node' | 'edge'
  id: string
}

/** The selected items, in the order of selection. */
export type Selection = readonly CanvasItem[]

const same = (a: CanvasItem, b: CanvasItem): boolean => a.kind === b.kind && a.id === b.id

/** Whether an item is selected. */
export const isSelected = (selection: Selection, item: CanvasItem): boolean => selection.some((other) => same(other, item))

/** The selection after a click on an item: with `additive` the item is added or removed, otherwise it becomes the whole selection. */
export function clicked(selection: Selection, item: CanvasItem, additive: boolean): Selection {
  if (!additive) return [item]
  return isSelected(selection, item) ? selection.filter((other) => !same(other, item)) : [...selection, item]
}

/** The selection after a marquee around these nodes, which come after the previous selection. */
export function marqueeSelected(selection: Selection, nodes: readonly string[]): Selection {
  const known = new Set(selection.flatMap(({ kind, id }) => (kind === 'node' ? [id] : [])))
  return [...selection, ...nodes.filter((id) => !known.has(id)).map((id): CanvasItem => ({ kind: 'node', id }))]
}
