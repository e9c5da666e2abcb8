import type { Area, Drawing } from '../map/drawing'
import { BRIDGE, groundsOf, MARGIN_RADIUS_PX } from '../map/grounds'
import { type Point } from '../geometry/shapes'
import { PLACE } from '../map/sizes'
import { cutTo } from './fitting'
import type { Shape, Words } from './shape'

/** The background shapes of the regions: first each border, then the fills over them. */
export function groundShapes(drawing: Drawing): Shape[] {
  return [...groundsOf(drawing).values()].flatMap(({ rims, bridges }) => {
    const joined = (colour: 'line' | 'ground', width: number): Shape[] =>
      bridges.map(([from, to]) => ({ kind: 'line', curve: { from, to }, pen: { colour, width, round: true } }))
    return [
      ...joined('line', BRIDGE.width + 2),
      ...rims.map((box): Shape => ({ kind: 'box', box, radius: MARGIN_RADIUS_PX, edge: { colour: 'line', width: 2 } })),
      ...joined('ground', BRIDGE.width),
      ...rims.map((box): Shape => ({ kind: 'box', box, radius: MARGIN_RADIUS_PX, fill: 'ground' }))
    ]
  })
}

/** A region's name above its topmost place, larger for wider regions. */
export function areaName({ name, boxes: own, bounds }: Area, { boxes }: Drawing): Words {
  const top = own
    .flatMap((k) => boxes[k] ?? [])
    .reduce<Point | undefined>((best, one) => (!best || one.y < best.y || (one.y === best.y && one.x < best.x) ? one : best), undefined)
  const { x, y } = top ?? bounds
  const size = Math.round(Math.max(13, Math.min(110, bounds.width / 55)))
  const text = cutTo(name, size, Math.max(1.6 * PLACE.width, bounds.width))
  return { kind: 'words', at: { x: x - 8, y: y - 32 }, text, face: 'serif', size, bold: true, fill: 'ink-3' }
}
