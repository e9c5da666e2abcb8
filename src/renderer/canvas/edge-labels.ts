import { intersects, pointAt, type Curve, type Point, type Rect } from '../../shared/geometry/shapes'

interface LabelledEdge {
  id: string
  curve: Curve
  label: string
}

/** The size of a label on the screen, in pixels: the width of a character, the padding of both sides, and the height of a line. */
const CHARACTER_WIDTH = 8
const PADDING_PX = 12
const LINE_HEIGHT = 16
/** The possible positions of a label on a line, the best first. */
const POSITIONS = [0.36, 0.5, 0.28, 0.62, 0.44, 0.2, 0.7, 0.56, 0.8]

/**
 * The positions of labels, in plane pixels, by edge id. Each has the same size on the screen and is therefore `scale` times as large on the plane; it
 * covers no obstacle and no other label. A label without room is left out.
 */
export function placeLabels(edges: readonly LabelledEdge[], obstacles: readonly Rect[], scale: number): Map<string, Point> {
  const positions = new Map<string, Point>()
  const occupied: Rect[] = []
  for (const { id, curve, label } of edges) {
    const [width, height] = [(label.length * CHARACTER_WIDTH + PADDING_PX) * scale, LINE_HEIGHT * scale]
    for (const part of POSITIONS) {
      const at = pointAt(curve, part)
      const rect = { x: at.x - width / 2, y: at.y - height / 2, width, height }
      if (obstacles.some((one) => intersects(one, rect)) || occupied.some((one) => intersects(one, rect))) continue
      occupied.push(rect)
      positions.set(id, at)
      break
    }
  }
  return positions
}
