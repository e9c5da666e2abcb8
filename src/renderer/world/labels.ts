import { intersects, pointAt, type Curve, type Point, type Rect } from '../../shared/geometry/shapes'

/** A line whose label is to be placed. */
export interface Labelled {
  id: string
  curve: Curve
  text: string
}

/** Size of a label on the screen: pixels of a character, of the rim, and of a line. */
const CHARACTER = 6.6
const RIM = 8
const HEIGHT = 15
/** Where on a line a label may stand, the best place first. */
const PARTS = [0.36, 0.5, 0.28, 0.62, 0.44, 0.2, 0.7, 0.56, 0.8]

/** The room that a region's name and its button take above their foot, in pixels of the map: they too are of one size on the screen. */
export const nameRect = (foot: Point, name: string, scale: number): Rect => ({
  x: foot.x,
  y: foot.y - 20 * scale,
  width: (name.length * 7 + 30) * scale,
  height: 20 * scale
})

/**
 * Where labels stand, in pixels of the map, by id of their lines: each in the same size on the screen, so that it is `scale` times as large on the map, on none of the boxes and on no other
 * label. A label that finds no room is left out.
 */
export function placedLabels(lines: readonly Labelled[], boxes: readonly Rect[], scale: number): Map<string, Point> {
  const places = new Map<string, Point>()
  const taken: Rect[] = []
  for (const { id, curve, text } of lines) {
    const [width, height] = [(text.length * CHARACTER + RIM) * scale, HEIGHT * scale]
    for (const part of PARTS) {
      const at = pointAt(curve, part)
      const rect = { x: at.x - width / 2, y: at.y - height / 2, width, height }
      if (boxes.some((box) => intersects(box, rect)) || taken.some((other) => intersects(other, rect))) continue
      taken.push(rect)
      places.set(id, at)
      break
    }
  }
  return places
}
