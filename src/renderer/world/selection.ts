import type { CanvasItem, Selection } from '../canvas/selection'
import type { MapItem } from '../store/map-state'
import { own } from '../../shared/base/json'
import type { Box, MapDrawing, World } from '../../shared/map/drawing'

/** The selection on the map as items of its graph: a region as its card, a journey as the line that draws it. */
export const selectionOf = (selection: readonly MapItem[], lines: MapDrawing['lines']): Selection => selection.map((one) => canvasItemOf(one, lines))

function canvasItemOf({ what, id }: MapItem, lines: MapDrawing['lines']): CanvasItem {
  if (what !== 'journey') return { kind: 'node', id: what === 'region' ? `~${id}` : id }
  return { kind: 'edge', id: lines.find(({ journeys }) => journeys.includes(id))?.id ?? id }
}

/** The selection on the map for a selection of graph items. A selected journey stays selected, although other journeys share its line. */
export function mapSelectionOf(selection: Selection, before: readonly MapItem[], lines: MapDrawing['lines']): MapItem[] {
  const known = before.map((one) => ({ one, item: canvasItemOf(one, lines) }))
  return selection.flatMap(({ kind, id }) => {
    const selected = known.filter(({ item }) => item.kind === kind && item.id === id).map(({ one }) => one)
    if (selected.length > 0) return selected
    if (kind === 'edge') return [{ what: 'journey', id }]
    return [id.startsWith('~') ? { what: 'region', id: id.slice(1) } : { what: 'place', id }]
  })
}

/** A box as a selectable item. */
export const mapItemOf = (box: Box): MapItem => ({ what: box.what, id: box.of })

/** The boxes of a selection: for a journey the boxes at its ends, for a region its places or its card. */
export function boxesOf(selection: readonly MapItem[], world: World, { boxes, boxOf }: Pick<MapDrawing, 'boxes' | 'boxOf'>): Box[] {
  const ids = new Set(
    selection.flatMap(({ what, id }) => {
      const journey = own(world.journeys, id)
      return what === 'place' ? [id] : what === 'journey' && journey ? [journey.from, journey.to] : []
    })
  )
  const regions = new Set(selection.flatMap(({ what, id }) => (what === 'region' ? [id] : [])))
  const selected = new Set([...ids].flatMap((id) => boxOf.get(id) ?? []))
  return boxes.filter((box, k) => selected.has(k) || regions.has(box.region))
}
