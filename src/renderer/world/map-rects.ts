import type { Rect } from '../../shared/geometry/shapes'

/** The part of a map's panel that no tools cover, in pixels. The whole map has tools at the top and the right, the compact one at the right. */
export const uncoveredRect = (width: number, height: number, compact: boolean): Rect =>
  compact
    ? { x: 8, y: 8, width: Math.max(1, width - 54), height: Math.max(1, height - 16) }
    : { x: 10, y: 50, width: Math.max(1, width - 60), height: Math.max(1, height - 70) }

/** The area to show for places within these bounds, including the ground around them and the names of regions above. */
export const worldRect = ({ x, y, width, height }: Rect): Rect => ({ x: x - 26, y: y - 52, width: width + 52, height: height + 78 })
