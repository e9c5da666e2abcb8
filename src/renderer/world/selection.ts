import type { CanvasItem, Selection } from '../canvas/selection'
import type { Chosen } from '../store/mapping'
import { own } from '../../shared/json'
import type { Box, Drawing, World } from '../../shared/map/drawing'

/** What is chosen on the map as items of its graph: a region as its card, a journey as the line that draws it. */
export const selectionOf = (chosen: readonly Chosen[], ways: Drawing['ways']): Selection => chosen.map((one) => itemOf(one, ways))

function itemOf({ what, id }: Chosen, ways: Drawing['ways']): CanvasItem {
  if (what !== 'journey') return { kind: 'node', id: what === 'region' ? `~${id}` : id }
  return { kind: 'edge', id: ways.find(({ journeys }) => journeys.includes(id))?.id ?? id }
}

/** What is chosen once these items are selected. What was chosen before stays the same, also where it is one of several journeys of a line. */
export function chosenBy(selection: Selection, before: readonly Chosen[], ways: Drawing['ways']): Chosen[] {
  const known = before.map((one) => ({ one, item: itemOf(one, ways) }))
  return selection.flatMap(({ kind, id }) => {
    const kept = known.filter(({ item }) => item.kind === kind && item.id === id).map(({ one }) => one)
    if (kept.length > 0) return kept
    if (kind === 'edge') return [{ what: 'journey', id }]
    return [id.startsWith('~') ? { what: 'region', id: id.slice(1) } : { what: 'place', id }]
  })
}

/** A box as something that can be chosen. */
export const choiceOf = (box: Box): Chosen => ({ what: box.what, id: box.of })

/** The boxes of what is chosen, as it is drawn: of a journey those at its ends, of a region all of its places or its card. */
export function boxesOf(chosen: readonly Chosen[], world: World, { boxes, boxOf }: Pick<Drawing, 'boxes' | 'boxOf'>): Box[] {
  const ids = new Set(
    chosen.flatMap(({ what, id }) => {
      const way = own(world.journeys, id)
      return what === 'place' ? [id] : what === 'journey' && way ? [way.from, way.to] : []
    })
  )
  const regions = new Set(chosen.flatMap(({ what, id }) => (what === 'region' ? [id] : [])))
  const found = new Set([...ids].flatMap((id) => boxOf.get(id) ?? []))
  return boxes.filter((box, k) => found.has(k) || regions.has(box.region))
}
